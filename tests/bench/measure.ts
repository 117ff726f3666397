/** Runs variants of the same work side by side, and says how they compare. */

/** `part`: a share of ours that is measured by itself. */
export type Kind = 'ours' | 'floor' | 'peer' | 'part';

/** One way to do the work; `run` does it once and answers how long it took, in milliseconds. */
export type Variant = { name: string; kind: Kind; run: () => Promise<number> };

export type Timing = {
  name: string;
  kind: Kind;
  /** Milliseconds: median, and the first and third quartile. */
  median: number;
  low: number;
  high: number;
  /** How many times the floor of the same round, as a median over rounds; null without a floor. */
  timesFloor: number | null;
  /** Why it has no figure. */
  failed?: string;
};

export type Measured = { timings: Timing[]; rounds: number; thrownAway: number };

/** A round in which the floor moved further than this from its median says more about the machine. */
const NOISY = 0.2;
/** A machine that never rests would make the run endless. */
const SPARE_ROUNDS = 2;

export type RoundOptions = {
  rounds: number;
  variants: readonly Variant[];
  /** Before the first round that counts. */
  warmUps?: number;
};

/** Every variant once a round, in another order each time; noisy rounds are made up for, as far as spare rounds reach. */
export const measure = async ({
  rounds,
  variants,
  warmUps = 1,
}: RoundOptions): Promise<Measured> => {
  const failed = new Map<string, string>();
  const round = async (turn: number): Promise<Map<string, number>> => {
    const times = new Map<string, number>();
    const from = turn % variants.length;
    for (const { name, run } of [...variants.slice(from), ...variants.slice(0, from)]) {
      if (failed.has(name)) continue;
      try {
        const time = await within(VARIANT_LIMIT_MS, run());
        times.set(name, time);
        console.log(`   ${name}: ${time.toFixed(1)}`);
      } catch (error) {
        failed.set(name, String(error).split('\n')[0] ?? '');
      }
    }
    return times;
  };
  for (let turn = 0; turn < warmUps; turn += 1) await round(turn);

  const floor = variants.find(({ kind }) => kind === 'floor')?.name;
  const all: Map<string, number>[] = [];
  const quiet = (): Map<string, number>[] => {
    if (floor === undefined) return all;
    const usual = median(all.flatMap((times) => times.get(floor) ?? []));
    return all.filter((times) => {
      const here = times.get(floor);
      return here !== undefined && Math.abs(here - usual) <= NOISY * usual;
    });
  };
  while (all.length < rounds || (quiet().length < rounds && all.length < rounds + SPARE_ROUNDS)) {
    all.push(await round(all.length));
  }
  // A machine that never rests: all rounds, and the reader sees from the spread what they are worth.
  const counted = quiet().length >= Math.min(3, rounds) ? quiet() : all;

  const timings = variants.map(({ name, kind }): Timing => {
    const times = counted.flatMap((one) => one.get(name) ?? []);
    const why = failed.get(name);
    if (why !== undefined || times.length === 0) {
      return {
        name,
        kind,
        median: Number.NaN,
        low: Number.NaN,
        high: Number.NaN,
        timesFloor: null,
        failed: why ?? '',
      };
    }
    const ratios = counted.flatMap((one) => {
      const [mine, least] = [one.get(name), floor === undefined ? undefined : one.get(floor)];
      return mine === undefined || least === undefined ? [] : [mine / least];
    });
    return {
      name,
      kind,
      median: median(times),
      low: quantile(times, 0.25),
      high: quantile(times, 0.75),
      timesFloor: ratios.length > 0 ? median(ratios) : null,
    };
  });
  return { timings, rounds: counted.length, thrownAway: all.length - counted.length };
};

/** What takes longer will not come back: the run goes on without it. */
const VARIANT_LIMIT_MS = 120_000;

export const within = async <T>(limitMs: number, work: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Whatever comes too late is nobody's any more.
  work.catch(() => undefined);
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${limitMs / 1000} s`)), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

export const quantile = (values: readonly number[], at: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * at;
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  if (low === undefined || high === undefined) return Number.NaN;
  return low + (high - low) * (place - Math.floor(place));
};

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/**
 * Times that were taken by the way instead of by `measure`. `floor`: the floor's times of the same
 * turns, in the same order; a turn without one counts for nothing in the ratio.
 */
export const timingOf = (
  name: string,
  kind: Kind,
  times: readonly number[],
  floor: readonly number[] = [],
): Timing => {
  const ratios = times.flatMap((time, turn) => {
    const least = floor[turn];
    return least === undefined ? [] : [time / least];
  });
  return {
    name,
    kind,
    median: median(times),
    low: quantile(times, 0.25),
    high: quantile(times, 0.75),
    timesFloor: ratios.length > 0 ? median(ratios) : null,
  };
};
