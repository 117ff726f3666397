import type { LimitName, LimitSettings } from './settings.ts';

/** Counts attempts per key in a sliding window, in memory: a restart forgives everybody. */
export type Limits = {
  /** Whether one more is allowed; does not count it. */
  allows(name: LimitName, key: string): boolean;
  count(name: LimitName, key: string): void;
};

/** Memory an attacker can make us use: beyond it the oldest keys are forgotten. */
const KEPT_KEYS = 10_000;

export function createLimits(settings: LimitSettings | null, now: () => Date): Limits {
  const hits = new Map<string, number[]>();
  const recent = (name: LimitName, key: string): number[] => {
    const [, seconds] = settings![name];
    const since = now().getTime() - seconds * 1000;
    return (hits.get(`${name} ${key}`) ?? []).filter((at) => at > since);
  };
  return {
    allows: (name, key) => settings === null || recent(name, key).length < settings[name][0],
    count(name, key) {
      if (settings === null) return;
      const id = `${name} ${key}`;
      const times = [...recent(name, key), now().getTime()];
      hits.delete(id);
      hits.set(id, times);
      const oldest = hits.keys().next();
      if (hits.size > KEPT_KEYS && !oldest.done) hits.delete(oldest.value);
    },
  };
}
