import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold } from '#domain/text/fold.ts';
import type { ClientRow } from '#domain/rows.ts';
import { clientName, clientShortName } from './name.ts';
import { toE164 } from './phone.ts';
import { EMPTY_CLIENT, NEW_CLIENT } from './schema.ts';
import { clientEntry, searchClientEntries, type SearchMemory } from './search.ts';

describe('phone numbers', () => {
  test.each([
    ['(212) 555-0123', 'US', '+12125550123'],
    ['1 212 555 0123', 'US', '+12125550123'],
    ['+44 20 7946 0018', 'US', '+442079460018'],
    ['0044 20 7946 0018', 'US', '+442079460018'],
    ['020 7946 0018', 'GB', '+442079460018'],
    ['0151 12345678', 'DE', '+4915112345678'],
    ['06 1234 5678', 'IT', '+390612345678'],
    ['612 34 56 78', 'ES', '+34612345678'],
    ['0412 345 678', 'AU', '+61412345678'],
    ['123', 'US', null],
    ['112 555 0123', 'US', null],
    ['212 155 0123', 'US', null],
    ['020 7946', 'XX', null],
    ['+1', 'US', null],
    ['', 'US', null],
    ['+1234567890123456', 'US', null],
  ])('%j in %s is %s', (typed, country, number) => expect(toE164(typed, country)).toBe(number));

  test('whatever comes out is E.164, and is read as itself', () =>
    fc.assert(
      fc.property(
        fc.string({ maxLength: 24 }),
        fc.constantFrom('US', 'GB', 'DE', 'IT', 'ES'),
        (typed, country) => {
          const number = toE164(typed, country);
          expect(number ?? '+12345678').toMatch(/^\+[1-9]\d{7,14}$/);
          expect(toE164(number ?? '+12345678', country)).toBe(number ?? '+12345678');
        },
      ),
    ));
});

describe('names', () => {
  const named = (more: Partial<typeof EMPTY_CLIENT>) => ({ ...EMPTY_CLIENT, ...more });
  test.each([
    [{ first_name: 'Ana', last_name: 'Li' }, 'Ana Li', 'Ana'],
    [{ first_name: 'Ana', last_name: '', preferred_name: 'Annie' }, 'Ana', 'Annie'],
    [{ phone: '+12125550123' }, '+12125550123', '+12125550123'],
    [{ email: 'a@b.example' }, 'a@b.example', 'a@b.example'],
  ])('%j is %s, called %s', (more, full, short) => {
    expect(clientName(named(more))).toBe(full);
    expect(clientShortName(named(more))).toBe(short);
  });
});

describe('search', () => {
  const row = (first_name: string, last_name: string): ClientRow => ({
    ...NEW_CLIENT,
    first_name,
    last_name,
    id: `${first_name}-${last_name}`,
    business_id: 'b',
    rev: 0,
    created_at: '',
    updated_at: '',
    created_by: null,
  });

  test('everybody found contains every word, and nobody who does is missed', () => {
    const names = fc.constantFrom(
      'Ana',
      'José',
      'Łukasz',
      'Müller',
      'O’Neil',
      'de la Cruz',
      'Annabel',
      'Li',
    );
    const query = fc.string({
      unit: fc.constantFrom('a', 'n', 'l', 'j', 'o', 'é', ' '),
      maxLength: 5,
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(names, names), { maxLength: 20 }), query, (people, text) => {
        const entries = people.map(([first, last]) => clientEntry(row(first, last)));
        const expected = entries.filter((entry) =>
          fold(text)
            .split(' ')
            .every((word) => entry.hay.includes(word)),
        );
        const found = searchClientEntries(entries, text);
        expect(found.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
          expected.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
        );
        expect(searchClientEntries(entries, text, 3)).toEqual(found.slice(0, 3));
      }),
    );
  });

  test('who types on, or goes back, finds what they would have found at once', () => {
    const key = fc.constantFrom('a', 'n', 'b', 'e', 'r', 'é', ' ', '1', '5', '+', '<');
    const people = ['Anna Berg', 'Bea Arner', 'Renée Anen', 'Bo Aber', 'Ra Bee'].map(
      (name, index) => {
        const [first = '', last = ''] = name.split(' ');
        return clientEntry({ ...row(first, last), phone: `+4915${index}1` });
      },
    );
    fc.assert(
      fc.property(fc.array(key, { maxLength: 8 }), (keys) => {
        const memory: SearchMemory = new WeakMap();
        let text = '';
        for (const pressed of keys) {
          text = pressed === '<' ? text.slice(0, -1) : text + pressed;
          expect(searchClientEntries(people, text, undefined, memory)).toEqual(
            searchClientEntries(people, text),
          );
        }
      }),
    );
  });

  test('names that begin with the text come before words that do, before the rest', () => {
    const entries = [row('Susanna', 'Berg'), row('Bo', 'Ander'), row('Anna', 'Zed')].map(
      clientEntry,
    );
    expect(searchClientEntries(entries, 'an').map(({ name }) => name)).toEqual([
      'Bo Ander',
      'Anna Zed',
      'Susanna Berg',
    ]);
  });
});
