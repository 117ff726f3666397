/** Many seeds: what they reached, which failed, and whether the same seed is the same run. */
import { BUGS } from './bugs.ts';
import { simulate, type Outcome } from './simulate.ts';

/** Every so manieth seed runs twice, and the traces must be equal. */
const TWICE_EVERY = 50;

export type SetOfRuns = {
  runs: number;
  counts: Map<string, number>;
  failed: { seed: number; failure: string }[];
};

export const emptySet = (): SetOfRuns => ({ runs: 0, counts: new Map(), failed: [] });

export const add = (sum: SetOfRuns, more: SetOfRuns): void => {
  sum.runs += more.runs;
  for (const [event, count] of more.counts)
    sum.counts.set(event, (sum.counts.get(event) ?? 0) + count);
  sum.failed.push(...more.failed);
};

export const runSeeds = async (from: number, count: number, bug?: string): Promise<SetOfRuns> => {
  const sum = emptySet();
  for (let seed = from; seed < from + count; seed += 1) {
    const outcome = await simulate({ seed, ...planted(bug) });
    const failure = outcome.failure ?? (await unequal(outcome, bug));
    add(sum, {
      runs: 1,
      counts: outcome.counts,
      failed: failure === null ? [] : [{ seed, failure }],
    });
  }
  return sum;
};

const planted = (bug: string | undefined) => {
  const chosen = bug === undefined ? undefined : BUGS[bug];
  return chosen ? { bug: chosen } : {};
};

const unequal = async (first: Outcome, bug: string | undefined): Promise<string | null> => {
  if (first.seed % TWICE_EVERY !== 0) return null;
  const second = await simulate({ seed: first.seed, ...planted(bug) });
  const at = first.trace.findIndex((line, index) => line !== second.trace[index]);
  return at < 0 && first.trace.length === second.trace.length
    ? null
    : `the same seed took another way at line ${at}: ${first.trace[at]} / ${second.trace[at]}`;
};
