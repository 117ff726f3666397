import { ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import { nowMs } from '#platform/clock.ts';
import { readSetting, writeSetting } from '#platform/storage.ts';
import { fetchProfile } from './public-booking.ts';
import type { PublicProfile } from './public-booking.ts';
import { profileKey, slugOf } from './profile-key.ts';

/** A profile this young is shown without asking again. Prices are checked once more when booking. */
export const FRESH_MS = 5 * 60_000;

/** What this browser knows of a business, and since when. */
export type KnownProfile = { profile: PublicProfile; atMs: number };

const known = new Map<string, KnownProfile>();
const underway = new Map<string, Promise<Result<PublicProfile>>>();
/** Answers that came before the page that will show them. */
const preloaded = new Map<string, Promise<Result<PublicProfile>>>();
const listeners = new Set<() => void>();

/** The last profile seen, from memory or from the browser's storage: what a page shows offline. */
export const knownProfile = (slug: string): KnownProfile | null => {
  const inMemory = known.get(slug);
  if (inMemory) return inMemory;
  try {
    const stored = JSON.parse(readSetting(profileKey(slug)) ?? 'null') as KnownProfile | null;
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
  const first = preloaded.get(slug);
  preloaded.delete(slug);
  if (first) return first;
  const entry = knownProfile(slug);
  return isFresh(entry) ? Promise.resolve(ok(entry.profile)) : refreshProfile(slug);
};

/**
 * Asks for the profile that a booking page at this path will show, before the page itself is there. Done
 * when there is something to show: at once where this browser knows the business, else with the answer.
 */
export const preloadProfile = async (pathname: string): Promise<void> => {
  const slug = slugOf(pathname);
  if (slug === null) return;
  const answer = loadProfile(slug);
  preloaded.set(slug, answer);
  if (!knownProfile(slug)) await answer;
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
  writeSetting(profileKey(slug), entry && JSON.stringify(entry));
  for (const listener of listeners) listener();
};
