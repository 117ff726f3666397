/**
 * Who uses this device with a PIN (supabase/decisions/0028). While somebody is locked their session lies
 * here sealed and nowhere else; their data stays where it is.
 *
 *   signed in ──lock──▶ sealed ──right PIN──▶ signed in
 *                          └──ten wrong ones──▶ nothing: the password again
 */
import { pauseAfterMs, USUAL_LOCK_AFTER_MIN } from '#domain/account/pin.ts';
import { env } from '#platform/env.ts';
import { makeSeal, openText, sealText } from '#platform/seal.ts';
import type { Seal } from '#platform/seal.ts';
import { readSetting, writeSetting } from '#platform/storage.ts';
import { readStoredSession } from '#remote/session.ts';
import { keepPerson, people, personOf } from './kept-people.ts';
import type { Person } from './kept-people.ts';

const LOCK_AFTER_KEY = 'daybook-lock-after';
const ACTIVE_KEY = 'daybook-active-at';
/** Storage is not written for each touch. */
const NOTE_EVERY_MS = 5_000;

/** What seals and opens; tests have a quick one. */
export type Seals = {
  makeSeal: (pin: string) => Promise<Seal>;
  sealText: typeof sealText;
  openText: typeof openText;
};
const SEALS: Seals = { makeSeal: (pin) => makeSeal(pin), sealText, openText };

/** Those who can come in with a PIN. */
export const lockedPeople = (): Person[] => people().filter(({ sealed }) => Boolean(sealed));

/** A session is in its place although it was sealed: it lets nobody in. */
export const isRenewed = (): boolean => {
  const session = readStoredSession();
  return session !== null && Boolean(personOf(session.userId)?.sealed);
};

/**
 * A first PIN, or another one. Whoever sets it is signed in: that is what it will open. Rejects where it
 * cannot be kept.
 */
export const setPin = async (
  userId: string,
  name: string,
  pin: string,
  seals: Seals = SEALS,
): Promise<void> => {
  const seal = await seals.makeSeal(pin);
  keepPerson({ userId, name, seal, sealed: null, wrong: 0, pausedUntilMs: 0, waiting: 0 });
  if (personOf(userId)?.seal.salt !== seal.salt) throw new Error('There is no room for the PIN');
};

/**
 * Seals the session of whoever is signed in and takes it out of reach; false = they have no PIN, or it
 * could not be kept, and nothing has changed.
 */
export const sealSession = async (waiting: number, seals: Seals = SEALS): Promise<boolean> => {
  const { sessionKey } = env();
  const text = readSetting(sessionKey);
  const session = readStoredSession();
  const person = session ? personOf(session.userId) : undefined;
  if (!text || !person) return false;
  const sealed = await seals.sealText(text, person.seal);
  keepPerson({ ...person, sealed, waiting });
  // A full disk forgets in silence. A session that nothing can open any more would be lost.
  if (personOf(person.userId)?.sealed?.data !== sealed.data) return false;
  writeSetting(sessionKey, null);
  writeSetting(`${sessionKey}-code-verifier`, null);
  return true;
};

export type Unlocked =
  /** Their session is in its place; the app starts with it. */
  | { kind: 'open' }
  | { kind: 'wrong' }
  | { kind: 'paused'; untilMs: number }
  /** There is nothing left that a PIN opens. */
  | { kind: 'gone' }
  /** The device has no room for the session: it stays sealed. */
  | { kind: 'full' };

/** Tries a PIN at a moment of the device's clock. */
export const unlock = async (
  userId: string,
  pin: string,
  nowMs: number,
  seals: Seals = SEALS,
): Promise<Unlocked> => {
  const person = personOf(userId);
  // Another tab may have let them in.
  const isIn = (): boolean => readStoredSession()?.userId === userId;
  if (!person?.sealed) return { kind: isIn() ? 'open' : 'gone' };
  if (person.pausedUntilMs > nowMs) return { kind: 'paused', untilMs: person.pausedUntilMs };
  const wrong = person.wrong + 1;
  const pauseMs = pauseAfterMs(wrong);
  // Counted before it is tried: closing the page takes no try back.
  const pausedUntilMs = pauseMs ? nowMs + pauseMs : 0;
  keepPerson(
    pauseMs === null
      ? { ...person, sealed: null, wrong: 0, pausedUntilMs: 0 }
      : { ...person, wrong, pausedUntilMs },
  );
  const text = await seals.openText(person.sealed, person.seal, pin);
  if (text === null) {
    if (pauseMs === null) return { kind: 'gone' };
    return pausedUntilMs > 0 ? { kind: 'paused', untilMs: pausedUntilMs } : { kind: 'wrong' };
  }
  if (!isIn()) {
    // Whoever came in with another tab is locked, not thrown out.
    await sealSession(0, seals);
    writeSetting(env().sessionKey, text);
  }
  if (!isIn()) {
    keepPerson(person);
    return { kind: 'full' };
  }
  keepPerson({ ...person, sealed: null, wrong: 0, pausedUntilMs: 0, waiting: 0 });
  noteActive(nowMs);
  return { kind: 'open' };
};

/**
 * They came in another way, with the password: what was sealed before is of no use any more. Whoever has
 * locked since then is not in: that seal is all they have.
 */
export const noteSignedIn = (userId: string): void => {
  if (readStoredSession()?.userId !== userId) return;
  const person = personOf(userId);
  if (person?.sealed)
    keepPerson({ ...person, sealed: null, wrong: 0, pausedUntilMs: 0, waiting: 0 });
};

export const lockAfterMin = (): number => {
  const minutes = Number(readSetting(LOCK_AFTER_KEY) ?? Number.NaN);
  return minutes >= 1 && minutes <= 60 ? minutes : USUAL_LOCK_AFTER_MIN;
};

export const setLockAfterMin = (minutes: number): void =>
  writeSetting(LOCK_AFTER_KEY, String(minutes));

const activeAtMs = (): number => Number(readSetting(ACTIVE_KEY) ?? 0);

/** Somebody is there, in whatever tab. */
export const noteActive = (nowMs: number): void => {
  if (Math.abs(nowMs - activeAtMs()) >= NOTE_EVERY_MS) writeSetting(ACTIVE_KEY, String(nowMs));
};

/** Nobody has touched the app for as long as the device was told; a clock set back counts as nobody. */
export const isIdle = (nowMs: number): boolean => {
  const sinceMs = nowMs - activeAtMs();
  return sinceMs >= lockAfterMin() * 60_000 || sinceMs < -NOTE_EVERY_MS;
};

/**
 * At every start, before anything of the business is opened: whoever was away locks. So does a session
 * that is there although it was sealed, whenever it comes: another tab renewed it at that moment.
 */
export const lockAtStart = async (nowMs: number, seals: Seals = SEALS): Promise<void> => {
  const session = readStoredSession();
  const person = session ? personOf(session.userId) : undefined;
  if (!person) return;
  if (person.sealed || isIdle(nowMs)) await sealSession(person.waiting, seals);
};
