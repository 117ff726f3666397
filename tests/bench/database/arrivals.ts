export type Stream = { perSecond: number; run: (index: number) => Promise<void> };

/**
 * Starts work by the clock, whether or not the last of it is done, and waits for all of it. Answers
 * which part of the wished rate was carried: 1 when the last piece ended as soon as it came.
 */
export const arrivals = async (seconds: number, streams: readonly Stream[]): Promise<number> => {
  const running: Promise<void>[] = [];
  const began = performance.now();
  await Promise.all(
    streams.map(async ({ perSecond, run }) => {
      for (let index = 0; index < perSecond * seconds; index += 1) {
        const waitMs = began + (index * 1000) / perSecond - performance.now();
        if (waitMs > 0) await new Promise((done) => void setTimeout(done, waitMs));
        running.push(run(index));
      }
    }),
  );
  await Promise.all(running);
  return Math.min(1, (seconds * 1000) / (performance.now() - began));
};
