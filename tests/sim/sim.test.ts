import { describe, expect, test } from 'vitest';
import { BUGS } from './bugs.ts';
import { missedGoals } from './goals.ts';
import { PINNED } from './pinned-seeds.ts';
import { add, emptySet, runSeeds } from './set-of-runs.ts';
import { commandOf, shrink } from './shrink.ts';
import { simulate } from './simulate.ts';

/** As many as fit into the unit run; `npm run test:sim` runs thousands. */
const SEEDS = 600;
const BLOCK = 50;
/** Each planted bug must show within these. */
const BUG_SEEDS = 200;
const LIMIT_MS = 240_000;

const sum = emptySet();

describe('the simulator finds no broken invariant', () => {
  for (let first = 1; first <= SEEDS; first += BLOCK) {
    test(`seeds ${first} to ${first + BLOCK - 1}`, { timeout: LIMIT_MS }, async () => {
      const set = await runSeeds(first, BLOCK);
      add(sum, set);
      expect(set.failed).toEqual([]);
    });
  }

  test('and these runs came to every rare state that they should', () => {
    expect(missedGoals(sum.counts, sum.runs)).toEqual([]);
  });

  test.each(PINNED)('seed %i: %s', { timeout: LIMIT_MS }, async (seed) => {
    expect((await runSeeds(seed, 1)).failed).toEqual([]);
  });
});

describe('the simulator finds every planted bug', () => {
  test.each(Object.keys(BUGS))('%s', { timeout: LIMIT_MS }, async (name) => {
    for (let seed = 1; seed <= BUG_SEEDS; seed += 1) {
      const [found] = (await runSeeds(seed, 1, name)).failed;
      if (found === undefined) continue;
      expect(found.failure).toMatch(/INV-|SYN-/);
      return;
    }
    expect.fail(`not found in ${BUG_SEEDS} seeds`);
  });
});

test(
  'a failing run is shortened to a story that still fails, told by one command',
  async () => {
    const bug = BUGS['pull does not tell what was deleted'];
    if (bug === undefined) throw new Error('no such bug');
    let seed = 1;
    let failed = await simulate({ seed, bug });
    while (failed.failure === null) failed = await simulate({ seed: (seed += 1), bug });
    const { outcome, without } = await shrink(failed, bug, 120);
    expect(outcome.failure?.split(': {')[0]).toBe(failed.failure.split(': {')[0]);
    expect(outcome.trace.length).toBeLessThan(failed.trace.length / 2);
    expect((await simulate({ seed, bug, without })).trace).toEqual(outcome.trace);
    expect(commandOf(seed, without)).toContain(`npm run test:sim -- --seed=${seed} --until=`);
  },
  LIMIT_MS,
);
