import { everyMinute, nowMs } from '#platform/clock.ts';
import { useSyncExternalStore } from 'react';

/** The present minute since 1970 by the device; renders again at each full minute. */
export const useMinute = (): number =>
  useSyncExternalStore(everyMinute, () => Math.floor(nowMs() / 60_000));
