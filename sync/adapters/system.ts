/** Time, chance and timers of the worker. */
import type { Clock, Random, Timers } from '../ports.ts';

export const systemClock: Clock = { nowMs: () => Date.now() };

export const systemTimers: Timers = {
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

export const systemRandom = (newId: () => string): Random => ({
  next: () => Math.random(),
  newId,
});
