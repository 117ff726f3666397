import { fail, ok } from '#domain/errors/result.ts';
import type { Failed, Result } from '#domain/errors/result.ts';
import { env } from '#platform/env.ts';
import { log } from '#platform/log.ts';
import { writeSetting } from '#platform/storage.ts';
import type * as Attempts from './attempt.ts';
import {
  authState,
  nextAuthState,
  noteLeaving,
  readStoredSession,
  setAuthState,
  signedInFrom,
  watchOtherTabs,
  whyGone,
} from './session.ts';

/** The token that goes with requests, and whose it is; `expiresAtMs` is by server time. */
export type AccessToken = { token: string; userId: string; expiresAtMs: number };

/**
 * The auth client with what its failures mean, in files of their own: the stored session is read
 * without them. One that does not come (no network before everything is on the device) is nobody's
 * refusal.
 */
const asked = async <T>(
  call: (server: typeof Attempts) => Promise<Result<T>>,
): Promise<Result<T>> => {
  try {
    return await call(await import('./attempt.ts'));
  } catch {
    return fail('offline');
  }
};

const endHere = () =>
  asked(({ attempt, noData }) => attempt((client) => noData(client.signOut({ scope: 'local' }))));

let tokenListener: () => void = () => undefined;

/** Called when there is a new token: the sync worker wants to hand it to its channel. */
export const onToken = (listener: () => void): void => {
  tokenListener = listener;
};

/**
 * Reads the stored session at once, then lets the auth client keep it fresh in the background.
 * Nothing is awaited inside the listener: the client would wait for itself.
 */
export const startAuth = (): void => {
  const stored = readStoredSession();
  setAuthState(stored ? signedInFrom(stored) : { kind: 'signed-out', why: 'none' });
  watchOtherTabs();
  const watch = async (): Promise<void> => {
    try {
      const { authClient } = await import('./client.ts');
      const client = await authClient();
      client.onAuthStateChange((event, session) => {
        log('debug', 'Auth event', { event });
        if (event === 'SIGNED_OUT' && leaving) return;
        setAuthState(nextAuthState(authState(), event, session, readStoredSession(), whyGone()));
        if (session && event !== 'INITIAL_SESSION') tokenListener();
      });
    } catch {
      // The client's file did not come (offline before the first install of the service worker).
      window.addEventListener('online', () => void watch(), { once: true });
    }
  };
  void watch();
};

/** The auth client tries for half a minute before it says that it cannot reach anybody. */
const TOKEN_LIMIT_MS = 8_000;

/** A moment later, as what nobody can tell right now. */
const tooLate = (ms: number): Promise<Failed> =>
  new Promise((resolve) => void setTimeout(() => resolve(fail('offline')), ms));

/**
 * The token for requests. `refresh` = the server has refused the one in use. Fails with
 * session_expired when the person must sign in again, with offline when nobody can tell.
 */
export const accessToken = async (refresh: boolean): Promise<Result<AccessToken>> => {
  const before = readStoredSession();
  const answer = await Promise.race([
    asked(({ attempt }) =>
      attempt(async (client) => (refresh ? client.refreshSession() : client.getSession())),
    ),
    tooLate(TOKEN_LIMIT_MS),
  ]);
  if (answer.ok) {
    const { session } = answer.value;
    if (!session) return fail('session_expired');
    return ok({
      token: session.access_token,
      userId: session.user.id,
      expiresAtMs: (session.expires_at ?? 0) * 1000,
    });
  }
  // Two tabs used the same refresh token and the other one was first: what it got is ours too.
  const now = readStoredSession();
  return now && now.refreshToken !== before?.refreshToken
    ? ok({ token: now.accessToken, userId: now.userId, expiresAtMs: now.expiresAtMs })
    : answer;
};

/**
 * The server no longer accepts this session: forget it and show the sign-in page. Data and unsent
 * work stay on the device, sealed for the same person; this is not a sign-out.
 * `userId`: whose it is, where somebody else may have come in beside them; theirs is not to end.
 */
export const lock = async (userId?: string): Promise<void> => {
  const stored = readStoredSession();
  if (userId && stored && stored.userId !== userId) return setAuthState(signedInFrom(stored));
  log('info', 'Locked: the server no longer accepts the session');
  forgetSession();
  setAuthState({ kind: 'signed-out', why: 'ended' });
  // Tells the other tabs. What the server says to a dead token does not matter.
  await endHere();
};

/**
 * Ends this device's session. An answer of 401, 403 or 404 means that it was over already; without
 * network the session is only forgotten here and ends on the server by itself.
 */
export const signOutHere = async (): Promise<void> => {
  leaving = true;
  noteLeaving();
  try {
    await endHere();
    forgetSession();
    setAuthState({ kind: 'signed-out', why: 'left' });
  } finally {
    leaving = false;
  }
};

/** While true, SIGNED_OUT is our own doing and not the end of a session. */
let leaving = false;

/** For a start that finds a sign-out unfinished: the session on this device, if it is this person's. */
export const forgetSessionOf = (userId: string): void => {
  if (readStoredSession()?.userId === userId) forgetSession();
};

const forgetSession = (): void => {
  const { sessionKey } = env();
  writeSetting(sessionKey, null);
  writeSetting(`${sessionKey}-code-verifier`, null);
};
