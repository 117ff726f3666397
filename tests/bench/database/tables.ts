import type { Comparison, Goal } from '../lane.ts';
import { median, quantile } from '../measure.ts';

export const atLeast = (
  id: string,
  wanted: number,
  what: string,
  got: number,
  note?: string,
): Goal => ({
  id,
  wanted: `${what} ≥ ${wanted}/s`,
  got: `${got.toFixed(0)}/s`,
  reached: got >= wanted,
  ...(note === undefined ? {} : { note }),
});

/** Many times of the same thing: their median, and within what 99 of 100 lie. */
export const spread = (
  title: string,
  note: string | undefined,
  all: Record<string, number[]>,
): Comparison => ({
  title,
  ...(note === undefined ? {} : { note }),
  rounds: Object.values(all)[0]?.length ?? 0,
  thrownAway: 0,
  timings: Object.entries(all).map(([name, times]) => ({
    name: `${name} (99 of 100 within ${quantile(times, 0.99).toFixed(1)})`,
    kind: 'ours',
    median: median(times),
    low: quantile(times, 0.25),
    high: quantile(times, 0.75),
    timesFloor: null,
  })),
});

export const rates = (title: string, name: string, all: readonly number[]): Comparison => ({
  title,
  unit: '/s',
  rounds: all.length,
  thrownAway: 0,
  timings: [
    {
      name,
      kind: 'ours',
      median: median(all),
      low: quantile(all, 0.25),
      high: quantile(all, 0.75),
      timesFloor: null,
    },
  ],
});
