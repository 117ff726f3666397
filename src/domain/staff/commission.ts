import { basisPointsOf } from '#domain/money/allocate.ts';
import type { CommissionStep } from '#domain/rows.ts';

/** As many steps as somebody can have beside their percentage. */
export const MOST_STEPS = 5;

/**
 * What is earned of what somebody brought: a percentage, and of what goes beyond a step its own. It is rounded
 * once. Where more went back than was sold, no step was reached.
 */
export const commissionOf = (
  cents: number,
  bp: number,
  steps: readonly CommissionStep[] = [],
): number => {
  let [from, rate, parts] = [0, bp, 0];
  for (const step of steps) {
    if (cents <= step.from_cents) break;
    parts += (step.from_cents - from) * rate;
    [from, rate] = [step.from_cents, step.bp];
  }
  return basisPointsOf(parts + (cents - from) * rate, 1);
};
