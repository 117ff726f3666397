import { assert } from '#domain/errors/assert.ts';

/**
 * Splits an amount by weights without losing a cent: the shares always add up to the total, and
 * no share is further than one cent from its exact value. Each running sum is rounded (half away
 * from zero), which is why the last line takes what is left. Without any weight the first one
 * takes all.
 */
export const allocate = (totalCents: number, weights: readonly number[]): number[] => {
  assert(Number.isSafeInteger(totalCents), 'money is a whole number of cents');
  assert(
    weights.every((weight) => Number.isSafeInteger(weight) && weight >= 0),
    'weights are whole and not negative',
  );
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (whole === 0n) return weights.map((_, index) => (index === 0 ? totalCents : 0));

  let seen = 0n;
  let given = 0;
  return weights.map((weight) => {
    seen += BigInt(weight);
    const upToHere = roundedQuotient(BigInt(totalCents) * seen, whole);
    const share = upToHere - given;
    given = upToHere;
    return share;
  });
};

/** A share in basis points (1 % = 100) of an amount, rounded half away from zero. */
export const basisPointsOf = (cents: number, basisPoints: number): number =>
  roundedQuotient(BigInt(cents) * BigInt(basisPoints), 10_000n);

const roundedQuotient = (value: bigint, by: bigint): number => {
  const negative = value < 0n;
  const size = negative ? -value : value;
  const rounded = (size * 2n + by) / (by * 2n);
  return Number(negative ? -rounded : rounded);
};
