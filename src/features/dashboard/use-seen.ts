import type { DaybookDb } from '#db/open.ts';
import type { Instant } from '#domain/rows.ts';
import { readSetting, writeSetting } from '#platform/storage.ts';
import { useState } from 'react';

/**
 * Up to when this person has seen on this device what clients did by themselves. The first look
 * begins at its own moment: a whole calendar is no news.
 */
export const useSeen = (db: DaybookDb): readonly [since: Instant, seen: () => void] => {
  const key = `daybook.today.seen.${db.name}`;
  const [since, setSince] = useState<Instant>(() => {
    const known = readSetting(key);
    if (known) return known;
    writeSetting(key, db.now());
    return db.now();
  });
  const seen = (): void => {
    const now = db.now();
    writeSetting(key, now);
    setSince(now);
  };
  return [since, seen];
};
