import fc from 'fast-check';
import { expect, test } from 'vitest';
import { basisPointsOf } from '#domain/money/allocate.ts';
import { commissionOf } from './commission.ts';

const STEPS = [
  { from_cents: 200_000, bp: 4500 },
  { from_cents: 400_000, bp: 5000 },
];

test.each([
  [0, 0],
  [150_000, 60_000],
  // Nothing of it is beyond the step yet.
  [200_000, 80_000],
  [200_001, 80_000],
  [300_000, 80_000 + 45_000],
  [500_000, 80_000 + 90_000 + 50_000],
  [-10_000, -4000],
])('of %i cents %i are earned, each part at its own percentage', (cents, earned) => {
  expect(commissionOf(cents, 4000, STEPS)).toBe(earned);
});

test('without a step it is the percentage, and more sold is never less earned', () => {
  const sold = fc.integer({ min: -1_000_000, max: 10_000_000_000 });
  fc.assert(fc.property(sold, (cents) => commissionOf(cents, 4321) === basisPointsOf(cents, 4321)));
  fc.assert(
    fc.property(
      sold,
      fc.nat(100_000),
      (cents, more) => commissionOf(cents + more, 4000, STEPS) >= commissionOf(cents, 4000, STEPS),
    ),
  );
});
