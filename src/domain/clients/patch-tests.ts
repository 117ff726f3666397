import * as v from 'valibot';
import type { Day, Instant, PatchTestRow, ServiceRow, Uuid } from '#domain/rows.ts';
import { addDays } from '#domain/time/day.ts';
import { epochMinOf } from '#domain/time/epoch.ts';
import {
  choice,
  day,
  instant,
  optionalId,
  optionalText,
  requiredText,
} from '#domain/validation/fields.ts';
import type { Rule } from '#domain/validation/rules.ts';

export const patchTestSchema = v.pipe(
  v.object({
    service_id: optionalId,
    product: requiredText(200),
    batch: optionalText(60),
    performed_at: instant,
    result: choice(['pending', 'passed', 'failed']),
    expires_on: day,
  }),
  v.forward(
    v.partialCheck(
      [['performed_at'], ['expires_on']],
      // A day of grace: the day of the test is written in UTC, its end in the business's zone.
      ({ performed_at, expires_on }) => expires_on >= addDays(performed_at.slice(0, 10), -1),
      'order' satisfies Rule,
    ),
    ['expires_on'],
  ),
);

export type PatchTestInput = v.InferOutput<typeof patchTestSchema>;

/** What a service asks for. */
export type PatchTestRule = Pick<
  ServiceRow,
  | 'id'
  | 'patch_test_required'
  | 'patch_test_min_hours'
  | 'patch_test_valid_days'
  | 'patch_test_enforce'
>;

/**
 * What stands in the way: `missing` no test that counts, `pending` not read yet, `failed` it
 * reacted, `too_recent` done too short before, `expired` out of date on the day.
 */
export type PatchTestProblem = 'missing' | 'pending' | 'failed' | 'too_recent' | 'expired';

export type PatchTestFinding = {
  problem: PatchTestProblem;
  /** The test that comes closest; null for `missing`. */
  test: PatchTestRow | null;
  enforce: ServiceRow['patch_test_enforce'];
};

/**
 * Whether a visit may go ahead as far as the test is concerned; null = nothing to say. `onDay` is the
 * day of the visit in the business's zone. The newest result decides: a reaction is never outvoted by
 * an older pass, and a test that nobody has read yet takes nothing away from a good one.
 */
export const patchTestFinding = (
  rule: PatchTestRule,
  tests: readonly PatchTestRow[],
  visit: { startsAt: Instant; onDay: Day },
): PatchTestFinding | null => {
  if (!rule.patch_test_required) return null;
  const enforce = rule.patch_test_enforce;
  const done = testsFor(rule.id, tests).filter(
    ({ performed_at }) => performed_at <= visit.startsAt,
  );
  const waiting = done.findLast(({ result }) => result === 'pending');
  const read = done.findLast(({ result }) => result !== 'pending');
  const problem = read && problemOf(read, rule, visit);
  if (read && problem === null) return null;
  if (waiting && (!read || read.performed_at < waiting.performed_at)) {
    return { problem: 'pending', test: waiting, enforce };
  }
  if (!read || !problem) return { problem: 'missing', test: null, enforce };
  return { problem, test: read, enforce };
};

/** The tests that count for a service, oldest first. */
const testsFor = (serviceId: Uuid, tests: readonly PatchTestRow[]): PatchTestRow[] =>
  tests
    .filter(({ service_id }) => service_id === null || service_id === serviceId)
    .toSorted((a, b) => (a.performed_at < b.performed_at ? -1 : 1));

const problemOf = (
  test: PatchTestRow,
  rule: PatchTestRule,
  visit: { startsAt: Instant; onDay: Day },
): PatchTestProblem | null => {
  if (test.result === 'failed') return 'failed';
  if (test.expires_on < visit.onDay) return 'expired';
  const hours = (epochMinOf(visit.startsAt) - epochMinOf(test.performed_at)) / 60;
  return hours < rule.patch_test_min_hours ? 'too_recent' : null;
};

/** The last day on which a test of this day counts. */
export const expiryOf = (performedOn: Day, validDays: number): Day =>
  addDays(performedOn, validDays);
