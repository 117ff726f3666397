import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CartLine } from './cart.ts';
import { countCart } from './cart.ts';
import { visitsLeft } from './package-words.ts';
import { coveredLine, creditCents, leftBeside, packageState, uncoveredLine } from './packages.ts';

const cut: CartLine = {
  kind: 'service',
  name: 'Haircut',
  qty: 1,
  unit_price_cents: 6000,
  discount: { bp: 1000 },
  tax: { name: 'VAT', milli_percent: 8875, inclusive: false },
  staff_id: null,
  appointment_id: null,
  variant_id: 'cut',
};

test('visits of a package are worth what was paid for it, none of them nothing', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.nat(10_000_000), (credits, more) => {
      const paid = credits + more;
      let left = { credits, cents: paid };
      let used = 0;
      while (left.credits > 0) {
        const line = coveredLine(cut, 'p', left);
        const { total_cents } = countCart({ lines: [line], discount: { bp: 5000 } });
        expect(total_cents).toBe(creditCents(left));
        expect(total_cents).toBeGreaterThan(0);
        used += total_cents;
        left = leftBeside(left, 'p', [line]);
      }
      expect(used).toBe(paid);
      expect(left).toEqual({ credits: 0, cents: 0 });
    }),
  );
});

describe('a line that a visit pays', () => {
  test('contains its tax, and is as it was before when it is not used', () => {
    const line = coveredLine(cut, 'p', { credits: 3, cents: 10_000 });
    expect(line).toMatchObject({ unit_price_cents: 3333, discount: null });
    expect(line.tax?.inclusive).toBe(true);
    expect(uncoveredLine(line)).toEqual(cut);
    expect(uncoveredLine(cut)).toEqual(cut);
  });

  test('takes nothing from another package', () => {
    const left = { credits: 3, cents: 10_000 };
    expect(leftBeside(left, 'other', [coveredLine(cut, 'p', left)])).toEqual(left);
  });
});

test.each([
  [{ credits: 2, cents: 10 }, null, 'active'],
  [{ credits: 2, cents: 10 }, '2027-03-09', 'active'],
  [{ credits: 2, cents: 10 }, '2027-03-08', 'expired'],
  [{ credits: 0, cents: 0 }, '2027-03-08', 'used_up'],
] as const)('with %o until %s it is %s', (left, expires_on, state) => {
  expect(packageState({ expires_on }, left, '2027-03-09')).toBe(state);
});

test('says how many visits are left', () => {
  const words = (left: number, credits: number, expires_on: string | null) =>
    visitsLeft({ credits: left }, { credits, expires_on }, (day) => day);
  expect(words(1, 1, null)).toBe('1 of 1 visit left');
  expect(words(2, 5, '2027-04-01')).toBe('2 of 5 visits left, until 2027-04-01');
});
