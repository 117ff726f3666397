import { useSyncExternalStore } from 'react';
import { everyMinute } from '#platform/clock.ts';
import { useDb } from '#db/use-query.ts';
import type { EpochMin } from '#domain/time/epoch.ts';

/** The present minute by server time; renders again at each full minute. */
export function useNow(): EpochMin {
  const db = useDb();
  return useSyncExternalStore(everyMinute, () => Math.floor(db.nowMs() / 60_000));
}
