/** Time that moves only when told: a queue of things to happen, in order of time, then of arrival. */
import type { Timers } from '../ports.ts';

export type VirtualTime = Timers & {
  nowMs: () => number;
  /** Lets everything that is due until then happen, one thing at a time. */
  advance: (byMs: number) => Promise<void>;
  /** Happenings still to come. */
  waiting: () => number;
};

type Happening = { atMs: number; order: number; run: () => void };

/**
 * `settle` resolves when all promises that can go on without time have gone on: in Node
 * `setImmediate`, because microtasks all fit before the next macrotask.
 */
export const createVirtualTime = (startMs: number, settle: () => Promise<void>): VirtualTime => {
  let nowMs = startMs;
  let order = 0;
  const queue: Happening[] = [];

  const insert = (happening: Happening): void => {
    let low = 0;
    let high = queue.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = queue[middle];
      if (other !== undefined && other.atMs <= happening.atMs) low = middle + 1;
      else high = middle;
    }
    queue.splice(low, 0, happening);
  };

  return {
    nowMs: () => nowMs,
    after: (delayMs, run) => {
      const happening = { atMs: nowMs + Math.max(0, delayMs), order: (order += 1), run };
      insert(happening);
      return () => {
        const index = queue.indexOf(happening);
        if (index >= 0) queue.splice(index, 1);
      };
    },
    advance: async (byMs) => {
      const untilMs = nowMs + byMs;
      await settle();
      for (let next = queue[0]; next !== undefined && next.atMs <= untilMs; next = queue[0]) {
        queue.shift();
        nowMs = next.atMs;
        next.run();
        await settle();
      }
      nowMs = untilMs;
    },
    waiting: () => queue.length,
  };
};
