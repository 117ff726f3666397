import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allocate, basisPointsOf } from './allocate.ts';

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

describe('splitting an amount', () => {
  test.each([
    [100, [1, 1, 1], [33, 34, 33]],
    [1, [1, 1, 1], [0, 1, 0]],
    [5, Array.from({ length: 10 }, () => 1), [1, 0, 1, 0, 1, 0, 1, 0, 1, 0]],
    [-100, [1, 1, 1], [-33, -34, -33]],
    [1000, [4500, 2500, 0], [643, 357, 0]],
    [500, [0, 0], [500, 0]],
    [500, [], []],
  ])('%i over %j is %j', (total, weights, shares) =>
    expect(allocate(total, weights)).toEqual(shares),
  );

  test('no cent is lost and no share is a cent off', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }),
        fc.array(fc.nat(10_000_000_000), { minLength: 1, maxLength: 50 }),
        (total, weights) => {
          const shares = allocate(total, weights);
          expect(sum(shares)).toBe(total);
          const whole = sum(weights);
          if (whole === 0) return;
          for (const [index, share] of shares.entries()) {
            expect(Math.abs(share - (total * weights[index]!) / whole)).toBeLessThan(1.001);
          }
        },
      ),
    ));

  test('basis points round half away from zero', () => {
    expect(basisPointsOf(4500, 3000)).toBe(1350);
    expect(basisPointsOf(1, 5000)).toBe(1);
    expect(basisPointsOf(-1, 5000)).toBe(-1);
    expect(basisPointsOf(333, 1)).toBe(0);
  });

  test('fractions of a cent are a bug', () =>
    expect(() => allocate(10.5, [1])).toThrow('whole number of cents'));
});
