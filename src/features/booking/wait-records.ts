import { readSetting, writeSetting } from '#platform/storage.ts';
import type { PublicBusiness } from '#remote/public-booking.ts';
import type { WaitEntry } from '#remote/public-waitlist.ts';

/** A place on the waitlist as its page shows it, kept on the client's own device. */
export type WaitRecord = {
  token: string;
  entry: WaitEntry;
  business: Pick<PublicBusiness, 'name' | 'phone' | 'time_zone' | 'locale' | 'time_format'> &
    // Not in what was kept by an older version.
    Partial<Pick<PublicBusiness, 'week_start'>>;
  email: string;
};

/** More than a family waits for at once. */
const KEEP_COUNT = 5;

const recordKey = (slug: string): string => `daybook-waits:1:${slug}`;

const waitRecords = (slug: string): WaitRecord[] => {
  const stored = read(recordKey(slug));
  return Array.isArray(stored) ? stored.filter(isRecord) : [];
};

/** What is known here of a link, or of the newest place on the list. */
export const waitRecord = (slug: string, token: string | null): WaitRecord | null =>
  waitRecords(slug).find((record) => token === null || record.token === token) ?? null;

export const keepWait = (slug: string, record: WaitRecord): void => {
  const others = waitRecords(slug).filter(({ token }) => token !== record.token);
  writeSetting(recordKey(slug), JSON.stringify([record, ...others].slice(0, KEEP_COUNT)));
};

/** The server says what it is now. */
export const updateWait = (slug: string, token: string, entry: WaitEntry): void => {
  const known = waitRecord(slug, token);
  if (known) keepWait(slug, { ...known, entry });
};

const read = (key: string): unknown => {
  try {
    return JSON.parse(readSetting(key) ?? 'null');
  } catch {
    return null;
  }
};

const isRecord = (value: unknown): value is WaitRecord => {
  const { token, entry, business } = (value ?? {}) as Partial<WaitRecord>;
  return (
    typeof token === 'string' &&
    Array.isArray(entry?.windows) &&
    typeof business?.time_zone === 'string'
  );
};
