import { must } from '#domain/errors/assert.ts';

/** A stream of numbers that one seed fixes: the same demo on every machine. */
export type Random = {
  /** [0, 1) */
  next(): number;
  /** An integer in [from, to]. */
  int(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Picks by weight; the weights need not sum to one. */
  weighted<T>(items: readonly (readonly [item: T, weight: number])[]): T;
  bytes(count: number): Uint8Array;
};

/** mulberry32: 32 bits of state are plenty for a demo. */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (items) => must(items[int(0, items.length - 1)], 'something to pick from'),
    weighted: (items) => {
      let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [item, weight] of items) {
        left -= weight;
        if (left < 0) return item;
      }
      return must(items.at(-1), 'something to pick from')[0];
    },
    bytes: (count) => Uint8Array.from({ length: count }, () => int(0, 255)),
  };
};
