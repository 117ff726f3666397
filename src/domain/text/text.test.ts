import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkExternalLink } from './external-link.ts';
import { digitsOf, fold, foldedWords } from './fold.ts';
import { slugFault, slugify } from './slug.ts';
import { fillTemplate, unknownPlaceholders } from './template.ts';

describe('slugs', () => {
  test.each([
    ['Studio Lumen', 'studio-lumen'],
    ["  Joe's  Barber_Shop! ", 'joes-barber-shop'],
    ['Crème Brûlée & Co.', 'creme-brulee-co'],
    ['--A--B--', 'a-b'],
    ['美容室', ''],
  ])('%j becomes %j', (text, slug) => expect(slugify(text)).toBe(slug));

  test('whatever comes out is a slug or empty, and stays as it is', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (text) => {
        const slug = slugify(text);
        expect(slug).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/);
        expect(slug.length).toBeLessThanOrEqual(60);
        expect(slugify(slug)).toBe(slug);
      }),
    ));

  test.each([
    ['', 'required'],
    ['a', 'too_short'],
    ['a'.repeat(61), 'too_long'],
    ['Big', 'not_a_slug'],
    ['a--b', 'not_a_slug'],
    ['-ab', 'not_a_slug'],
    ['login', 'reserved'],
    ['studio-lumen', null],
  ])('%j has the fault %s', (slug, fault) => expect(slugFault(slug)).toBe(fault));
});

describe('templates', () => {
  test('known placeholders are filled, unknown ones stay', () =>
    expect(fillTemplate('Hi {{name}}, {{ name }} at {{time}} {{x', { name: 'Ana' })).toBe(
      'Hi Ana, Ana at {{time}} {{x',
    ));

  test('values are never read as templates or patterns', () =>
    expect(fillTemplate('{{a}}{{b}}', { a: '{{b}} $& $1', b: 2 })).toBe('{{b}} $& $12'));

  test('names of the prototype are not values', () =>
    expect(fillTemplate('{{constructor}}', {})).toBe('{{constructor}}'));

  test('unknown names are listed once', () =>
    expect(unknownPlaceholders('{{a}} {{b}} {{b}}', ['a'])).toEqual(['b']));
});

describe('external links', () => {
  test.each([
    [null, 'link_missing'],
    [undefined, 'link_missing'],
    ['  ', 'link_missing'],
    ['javascript:alert(1)', 'link_unsafe'],
    ['data:text/html,x', 'link_unsafe'],
    ['ftp://example.com', 'link_unsafe'],
    ['//example.com', 'link_unsafe'],
    ['example.com', 'link_unsafe'],
    ['https://', 'link_unsafe'],
    ['https://bank.example@evil.example/', 'link_unsafe'],
    ['https://a.example/\u0000', 'link_unsafe'],
    ['https://a.example/a b', 'link_unsafe'],
    [`https://a.example/${'x'.repeat(2048)}`, 'link_unsafe'],
  ])('%j is %s', (link, code) =>
    expect(checkExternalLink(link)).toMatchObject({ ok: false, error: { code } }),
  );

  test.each(['https://a.example', 'HTTP://a.example/b?c=d@e#f', ' https://a.example '])(
    '%j may be opened',
    (link) => expect(checkExternalLink(link)).toEqual({ ok: true, value: link.trim() }),
  );
});

describe('search folding', () => {
  test.each([
    ['  José  GARCÍA ', 'jose garcia'],
    ['Straße', 'strasse'],
    ['Łukasz Ærø', 'lukasz aero'],
    ['İstanbul ı', 'istanbul i'],
    ['ﬁne', 'fine'],
  ])('%j is compared as %j', (text, folded) => expect(fold(text)).toBe(folded));

  test('words and digits', () => {
    expect(foldedWords(' Ana  Óli ')).toEqual(['ana', 'oli']);
    expect(foldedWords('  ')).toEqual([]);
    expect(digitsOf('+1 (555) 010-0199')).toBe('15550100199');
  });
});
