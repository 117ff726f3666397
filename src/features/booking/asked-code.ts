import { forgetTabSettings, readTabSetting, writeTabSetting } from '#platform/storage.ts';

/** As long as a code counts. */
const LIFE_MS = 10 * 60_000;

type Kept = { email?: unknown; atMs?: unknown };

const keyOf = (slug: string): string => `daybook-asked-code:${slug}`;

/**
 * Whoever looks for a code in their mailbox leaves this page, and on a phone often comes back to one that is
 * loaded anew: it goes on where they enter the code.
 */
export const keepAskedCode = (slug: string, email: string, nowMs: number): void =>
  writeTabSetting(keyOf(slug), JSON.stringify({ email, atMs: nowMs }));

export const forgetAskedCode = (slug: string): void => forgetTabSettings(keyOf(slug));

/** The address that a code was sent to, as long as it counts; null = none was. */
export const askedCode = (slug: string, nowMs: number): string | null => {
  try {
    const kept = JSON.parse(readTabSetting(keyOf(slug)) ?? 'null') as Kept | null;
    const isYoung = nowMs - Number(kept?.atMs) < LIFE_MS;
    return isYoung && typeof kept?.email === 'string' ? kept.email : null;
  } catch {
    return null;
  }
};
