import { describe, expect, test } from 'vitest';
import { BUGS } from './bugs.ts';
import { PINNED } from './pinned-seeds.ts';
import { simulate } from './simulate.ts';

/** As many as fit into the unit run; `npm run test:sim` runs thousands. */
const SEEDS = 300;
const BLOCK = 50;
/** Each planted bug must show within these; the slowest to find needed 33. */
const BUG_SEEDS = 120;
const LIMIT_MS = 120_000;

const failureOf = (seed: number, failure: string | null, trace: string[]) =>
  failure === null
    ? null
    : `${failure}\n${trace.slice(-30).join('\n')}\nnpm run test:sim -- --seed=${seed}`;

describe('the simulator finds no broken invariant', () => {
  for (let first = 1; first <= SEEDS; first += BLOCK) {
    test(`seeds ${first} to ${first + BLOCK - 1}`, { timeout: LIMIT_MS }, async () => {
      for (let seed = first; seed < first + BLOCK; seed += 1) {
        const { failure, trace } = await simulate({ seed });
        expect(failureOf(seed, failure, trace)).toBeNull();
      }
    });
  }

  test.each(PINNED)('seed %i: %s', { timeout: LIMIT_MS }, async (seed) => {
    const { failure, trace } = await simulate({ seed });
    expect(failureOf(seed, failure, trace)).toBeNull();
  });

  test('the same seed is the same run', { timeout: LIMIT_MS }, async () => {
    const [one, two] = [await simulate({ seed: 50 }), await simulate({ seed: 50 })];
    expect(two.trace).toEqual(one.trace);
    expect(one.trace.length).toBeGreaterThan(20);
  });
});

describe('the simulator finds every planted bug', () => {
  test.each(Object.entries(BUGS))('%s', { timeout: LIMIT_MS }, async (_name, bug) => {
    for (let seed = 1; seed <= BUG_SEEDS; seed += 1) {
      const { failure } = await simulate({ seed, bug });
      if (failure !== null) {
        expect(failure).toMatch(/INV-|SYN-/);
        return;
      }
    }
    expect.fail(`not found in ${BUG_SEEDS} seeds`);
  });
});

test('rare things happen: a run without them proves little', { timeout: LIMIT_MS }, async () => {
  const reached = new Set<string>();
  for (let seed = 1; seed <= 60; seed += 1) {
    for (const event of (await simulate({ seed })).counts.keys()) reached.add(event);
  }
  expect([...reached]).toEqual(
    expect.arrayContaining([
      'crash',
      'restored',
      'request lost',
      'request arrived twice',
      'reply lost: sync_push',
      'reply lost: sync_pull',
      'reply lost: sync_window',
    ]),
  );
});
