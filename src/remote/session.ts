import { env } from '#platform/env.ts';
import { readSetting, writeSetting } from '#platform/storage.ts';
import { needsSecondFactor, parseStoredSession } from './stored-session.ts';
import type { StoredSession } from './stored-session.ts';

/**
 * Who is signed in, as the screens see it.
 *
 *   loading ──▶ signed-in ──▶ signed-out
 *      └───────────────────────▲   │ (a new sign-in)
 *                   signed-in ◀────┘
 *
 * `signed-out` tells why: `ended` = the server no longer accepts the session (the data stays sealed
 * on the device for the same person), `left` = the person signed out, `none` = nobody was.
 */
export type AuthState =
  | { kind: 'loading' }
  | {
      kind: 'signed-in';
      userId: string;
      email: string | null;
      /** Came through a recovery link: a new password comes first. */
      recovering: boolean;
      /** The code of the second factor is still missing. */
      needsCode: boolean;
    }
  | { kind: 'signed-out'; why: 'none' | 'ended' | 'left' };

/** The events of the auth client (specification, section 4). */
export type AuthEvent =
  | 'INITIAL_SESSION'
  | 'SIGNED_IN'
  | 'SIGNED_OUT'
  | 'TOKEN_REFRESHED'
  | 'USER_UPDATED'
  | 'PASSWORD_RECOVERY'
  | 'MFA_CHALLENGE_VERIFIED';

type EventSession = {
  access_token: string;
  user: { id: string; email?: string | undefined; factors?: unknown };
} | null;

/**
 * What an event makes of the state. A missing session at start says nothing while the device holds
 * a stored one: without network an expired token cannot be renewed, and that is normal life.
 */
export const nextAuthState = (
  state: AuthState,
  event: AuthEvent,
  session: EventSession,
  stored: StoredSession | null,
  whyGone: 'left' | 'ended' = 'ended',
): AuthState => {
  if (session) {
    const recovering =
      event === 'PASSWORD_RECOVERY' ||
      (state.kind === 'signed-in' && state.recovering && event !== 'USER_UPDATED');
    return {
      kind: 'signed-in',
      userId: session.user.id,
      email: session.user.email || null,
      recovering,
      needsCode: needsSecondFactor(session.access_token, session.user.factors),
    };
  }
  if (stored) {
    return state.kind === 'signed-in' && state.userId === stored.userId
      ? state
      : signedInFrom(stored);
  }
  if (state.kind === 'signed-out') return state;
  return { kind: 'signed-out', why: event === 'SIGNED_OUT' ? whyGone : 'none' };
};

export const signedInFrom = ({ userId, email, needsCode }: StoredSession): AuthState => ({
  kind: 'signed-in',
  userId,
  email,
  recovering: false,
  needsCode,
});

let state: AuthState = { kind: 'loading' };
const listeners = new Set<() => void>();

export const authState = (): AuthState => state;

export const onAuthState = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const setAuthState = (next: AuthState): void => {
  if (sameState(state, next)) return;
  state = next;
  for (const listener of listeners) listener();
};

/** Screens draw again only for a real change, not for each renewed token. */
const sameState = (a: AuthState, b: AuthState): boolean => JSON.stringify(a) === JSON.stringify(b);

export const readStoredSession = (): StoredSession | null =>
  parseStoredSession(readSetting(env().sessionKey));

const LEFT_KEY = 'daybook-left-at';
/** As long as the server may take to answer a sign-out, and some. */
const LEAVING_MS = 60_000;

/** Tells the other tabs that the session will end because the person signs out. */
export const noteLeaving = (): void => writeSetting(LEFT_KEY, String(Date.now()));

/** Why a session that this tab did not end is gone. */
export const whyGone = (): 'left' | 'ended' => {
  const sinceMs = Date.now() - Number(readSetting(LEFT_KEY) ?? Number.NaN);
  return sinceMs >= 0 && sinceMs < LEAVING_MS ? 'left' : 'ended';
};

/**
 * Another tab removed the session. The auth client tells it by a message, which may arrive while this
 * tab's storage still holds the session: then it would stay signed in for ever, with its data gone.
 */
export const watchOtherTabs = (): void => {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== env().sessionKey || newValue !== null) return;
    if (state.kind === 'signed-in') setAuthState({ kind: 'signed-out', why: whyGone() });
  });
  // A page that comes back as it was left has missed what happened meanwhile.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || state.kind !== 'signed-in') return;
    const stored = readStoredSession();
    if (stored?.userId === state.userId) return;
    setAuthState(stored ? signedInFrom(stored) : { kind: 'signed-out', why: whyGone() });
  });
};
