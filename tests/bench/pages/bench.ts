/** Hands the functions of a page to the one who measures. */
export const offer = (bench: Record<string, (...args: never[]) => unknown>): void => {
  let running: unknown;
  Object.assign(window, {
    bench: {
      ...bench,
      /** Starts what waits for something that the measuring side does next; `end` answers it. */
      begin: (name: string) => {
        running = bench[name]?.();
      },
      end: () => running,
    },
  });
};

/** The same numbers everywhere. */
export const mulberry32 = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Milliseconds of one call, from enough calls in a row to be longer than the clock's step. */
export const perCall = (work: () => unknown, forMs: number): number => {
  let calls = 0;
  const from = performance.now();
  let now = from;
  while (now - from < forMs) {
    work();
    calls += 1;
    now = performance.now();
  }
  return (now - from) / calls;
};
