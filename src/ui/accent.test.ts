import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accentFor, contrastOf } from './accent.ts';

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('accentFor', () => {
  it('leaves a colour alone that is readable already', () => {
    expect(accentFor('#0b5f76', 'light')?.accent).toBe('#0b5f76');
  });

  it('understands short notation and refuses what is no colour', () => {
    expect(accentFor('#00f', 'light')?.accent).toBe('#0000ff');
    expect(accentFor('teal', 'light')).toBeNull();
    expect(accentFor('#12345', 'dark')).toBeNull();
  });

  it.each(['light', 'dark'] as const)(
    'any colour a business may choose is readable in the %s theme',
    (theme) => {
      const grounds =
        theme === 'light' ? ['#ffffff', '#f8f7f4', '#f0eeea'] : ['#131211', '#1c1b19', '#282623'];
      fc.assert(
        fc.property(colour, (hex) => {
          const made = accentFor(hex, theme);
          if (!made) return false;
          const asText = [...grounds, made['accent-soft']].every(
            (ground) => contrastOf(made.accent, ground) >= 4.45,
          );
          return asText && contrastOf(made['on-accent'], made.accent) >= 4.5;
        }),
        { numRuns: 500 },
      );
    },
  );
});
