import { createUuidV7Source } from '#domain/ids/uuid-v7.ts';

/** Seeded randomness: the same seed, the same run. */
export type Dice = {
  next: () => number;
  /** Integer in [0, below). */
  below: (below: number) => number;
  chance: (probability: number) => boolean;
  pick: <T>(list: readonly T[]) => T;
  newId: () => string;
  fork: () => Dice;
};

/** A seed of its own for one step of a run: leaving other steps out does not change its luck. */
export const mix = (seed: number, salt: number): number => {
  let mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(salt + 1, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return (mixed ^ (mixed >>> 15)) >>> 0;
};

export const createDice = (seed: number): Dice => {
  let state = seed >>> 0;
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  let ticks = Date.UTC(2026, 0, 1);
  const newId = createUuidV7Source({
    nowMs: () => (ticks += 1),
    randomBytes: (count) => Uint8Array.from({ length: count }, () => below(256)),
  });
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (list) => {
      const chosen = list[below(list.length)];
      if (chosen === undefined) throw new Error('Nothing to pick from');
      return chosen;
    },
    newId,
    fork: () => createDice(below(2 ** 32)),
  };
};
