import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accentFor, brandHex, contrast, inkOn } from './accent.ts';
import { COLOURS } from './colours.ts';

const hex = fc
  .array(fc.integer({ min: 0, max: 255 }), { minLength: 3, maxLength: 3 })
  .map((rgb) => `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`);

const grounds = {
  light: ['#f8f7f4', '#ffffff', '#f0eeea'],
  dark: ['#131211', '#1c1b19', '#282623'],
} as const;

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  test('every colour a business can choose becomes readable text and a readable button', () => {
    fc.assert(
      fc.property(hex, (brand) => {
        const { accent, strong, soft, onAccent } = accentFor(brand, theme);
        for (const ground of [...grounds[theme], soft]) {
          expect(contrast(accent, ground)).toBeGreaterThanOrEqual(4.5);
        }
        expect(contrast(onAccent, accent)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(onAccent, strong)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  test.each(COLOURS)('the palette name %s works as well', (name) => {
    expect(accentFor(name, theme).accent).toMatch(/^#[0-9a-f]{6}$/);
  });
});

test('a colour that is readable already stays as it is', () => {
  expect(accentFor('#0b5f76', 'light').accent).toBe('#0b5f76');
});

test.each(['', 'red', '#fff', '#12345g', 'url(x)'])(
  '%j is no colour: the default is used',
  (name) => {
    expect(brandHex(name)).toBe('#0b5f76');
  },
);

test('ink is readable on every colour', () => {
  fc.assert(
    fc.property(hex, (ground) => {
      expect(contrast(inkOn(ground), ground)).toBeGreaterThanOrEqual(4.3);
    }),
  );
});
