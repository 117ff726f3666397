import type { Measured, Timing } from './measure.ts';
import type { Lab } from './lab.ts';

/** A figure of performance.md or sync.md, and whether this run reached it. */
export type Goal = {
  id: string;
  wanted: string;
  got: string;
  reached: boolean;
  /** What a reader has to know about the figure: why it falls short, what else is in it. */
  note?: string;
};

/** One comparison: a table of the report. */
export type Comparison = Measured & { title: string; unit?: 'ms' | '/s' | 'rows'; note?: string };

export type LaneResult = { comparisons: Comparison[]; goals: Goal[] };

export type LaneOptions = {
  lab: Lab;
  /** Fewer rounds and smaller data: to see that it runs, not to quote. */
  isQuick: boolean;
  rounds: number;
};

export type Lane = {
  name: string;
  /** What is measured, in a sentence of the report. */
  about: string;
  run: (options: LaneOptions) => Promise<LaneResult>;
};

/** The timing of ours, of the floor and of the fastest peer in a comparison. */
export const sides = (
  measured: Measured,
): { ours: Timing; floor: Timing | undefined; peer: Timing | undefined } => {
  const of = (kind: Timing['kind']): Timing[] =>
    measured.timings
      .filter((timing) => timing.kind === kind && Number.isFinite(timing.median))
      .toSorted((a, b) => a.median - b.median);
  const [ours] = of('ours');
  if (!ours) throw new Error(measured.timings.find(({ kind }) => kind === 'ours')?.failed ?? '');
  return { ours, floor: of('floor')[0], peer: of('peer')[0] };
};

/** A goal of "at most so many milliseconds". */
export const atMost = (
  id: string,
  wantedMs: number,
  what: string,
  gotMs: number,
  note?: string,
): Goal => ({
  id,
  wanted: `${what} ≤ ${wantedMs} ms`,
  got: `${ms(gotMs)} ms`,
  reached: gotMs <= wantedMs,
  ...(note === undefined ? {} : { note }),
});

/** A goal of "at most so many times another figure of the same rounds". */
export const atMostTimes = (id: string, wanted: number, what: string, got: number): Goal => ({
  id,
  wanted: `${what} ≤ ${Number(wanted.toFixed(3))} ×`,
  got: `${got.toFixed(2)} ×`,
  reached: got <= wanted,
});

export const ms = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(1) : value.toFixed(3);
