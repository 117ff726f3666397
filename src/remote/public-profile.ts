import { ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import { nowMs } from '#platform/clock.ts';
import { readSetting, writeSetting } from '#platform/storage.ts';
import { fetchProfile } from './public-booking.ts';
import type { PublicProfile } from './public-booking.ts';

/** A profile this young is shown without asking again. Prices are checked once more when booking. */
export const FRESH_MS = 5 * 60_000;

/** What this browser knows of a business, and since when. */
export type KnownProfile = { profile: PublicProfile; atMs: number };

const known = new Map<string, KnownProfile>();
const underway = new Map<string, Promise<Result<PublicProfile>>>();
const listeners = new Set<() => void>();

/** Raised when the profile's shape changes: what an older page kept is then not read. */
const VERSION = 1;
const keyOf = (slug: string): string => `daybook-profile:${VERSION}:${slug}`;

/** The last profile seen, from memory or from the browser's storage: what a page shows offline. */
export const knownProfile = (slug: string): KnownProfile | null => {
  const inMemory = known.get(slug);
  if (inMemory) return inMemory;
  try {
    const stored = JSON.parse(readSetting(keyOf(slug)) ?? 'null') as KnownProfile | null;
    if (!stored?.profile.business || typeof stored.atMs !== 'number') return null;
    known.set(slug, stored);
    return stored;
  } catch {
    return null;
  }
};

export const isFresh = (entry: KnownProfile | null): entry is KnownProfile =>
  entry !== null && nowMs() - entry.atMs < FRESH_MS && nowMs() >= entry.atMs;

/** The profile: a fresh one from memory, else from the server. Callers at the same time share one request. */
export const loadProfile = (slug: string): Promise<Result<PublicProfile>> => {
  const entry = knownProfile(slug);
  return isFresh(entry) ? Promise.resolve(ok(entry.profile)) : refreshProfile(slug);
};

/** Asks for the profile that a booking page at this path will want, before the page itself is there. */
export const preloadProfile = (pathname: string): void => {
  const part = /\/book\/([^/]+)/.exec(pathname)?.[1];
  try {
    if (part) void loadProfile(decodeURIComponent(part));
  } catch {
    // Not the address of anybody; the page will say so.
  }
};

/** The profile as the server has it now: after it said that a price or a policy has changed. */
export const refreshProfile = (slug: string): Promise<Result<PublicProfile>> => {
  const running = underway.get(slug);
  if (running) return running;
  const started = fetchProfile(slug).then((answer) => {
    underway.delete(slug);
    if (answer.ok) remember(slug, { profile: answer.value, atMs: nowMs() });
    // A business that is gone must not live on in a browser's memory.
    else if (answer.error.code === 'not_found') remember(slug, null);
    return answer;
  });
  underway.set(slug, started);
  return started;
};

/** Calls back whenever what this browser knows of a business changes. Returns the way to stop. */
export const onProfileChange = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const remember = (slug: string, entry: KnownProfile | null): void => {
  if (entry) known.set(slug, entry);
  else known.delete(slug);
  writeSetting(keyOf(slug), entry && JSON.stringify(entry));
  for (const listener of listeners) listener();
};
