import type { Uuid } from '#domain/rows.ts';
import { readSetting, settingsWith, writeSetting } from '#platform/storage.ts';

/** Which making of a database was here, and how many changes in it had not been sent. */
export type Kept = { born: Uuid; unsent: number };

const PREFIX = 'daybook-kept-';

/** What this device remembers of a database beside it: the browser may throw the one away and keep the other. */
export const readKept = (database: string): Kept | null => {
  const [born, unsent] = (readSetting(PREFIX + database) ?? '').split(' ');
  return born ? { born, unsent: Number(unsent) || 0 } : null;
};

export const writeKept = (database: string, { born, unsent }: Kept): void =>
  writeSetting(PREFIX + database, `${born} ${unsent}`);

/** Whoever leaves for good takes nothing lost with them. */
export const forgetKept = (isTheirs: (database: string) => boolean): void => {
  for (const [key] of settingsWith(PREFIX)) {
    if (isTheirs(key.slice(PREFIX.length))) writeSetting(key, null);
  }
};
