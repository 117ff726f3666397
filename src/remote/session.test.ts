import { describe, expect, it } from 'vitest';
import { nextAuthState } from './session.ts';
import type { AuthState } from './session.ts';
import { parseStoredSession } from './stored-session.ts';

const ana: AuthState = {
  kind: 'signed-in',
  userId: 'u1',
  email: 'ana@example.com',
  recovering: false,
};
const session = { user: { id: 'u1', email: 'ana@example.com' } };
const stored = {
  userId: 'u1',
  email: 'ana@example.com',
  accessToken: 'a',
  refreshToken: 'r',
  expiresAtMs: 0,
};

describe('parseStoredSession', () => {
  const good = {
    access_token: 'a',
    refresh_token: 'r',
    expires_at: 100,
    user: { id: 'u1', email: 'ana@example.com' },
  };

  it('an expired session is still one: offline is normal life', () => {
    expect(parseStoredSession(JSON.stringify(good))).toEqual({ ...stored, expiresAtMs: 100_000 });
  });

  it.each([
    ['nothing', null],
    ['rubbish', '{'],
    ['a number', '7'],
    ['no refresh token', JSON.stringify({ ...good, refresh_token: undefined })],
    ['no user', JSON.stringify({ ...good, user: null })],
  ])('%s is no session', (_, text) => {
    expect(parseStoredSession(text)).toBeNull();
  });
});

describe('nextAuthState', () => {
  it('a failed renewal at start keeps the person signed in while the session is stored', () => {
    expect(nextAuthState(ana, 'INITIAL_SESSION', null, stored)).toBe(ana);
  });

  it('a session that is gone for good ends it, and says so', () => {
    expect(nextAuthState(ana, 'SIGNED_OUT', null, null)).toEqual({
      kind: 'signed-out',
      why: 'ended',
    });
  });

  it('keeps the reason why somebody is signed out', () => {
    const left: AuthState = { kind: 'signed-out', why: 'left' };
    expect(nextAuthState(left, 'SIGNED_OUT', null, null)).toBe(left);
  });

  it('another tab signed in as somebody else', () => {
    const other = { user: { id: 'u2', email: '' } };
    expect(nextAuthState(ana, 'SIGNED_IN', other, stored)).toEqual({
      kind: 'signed-in',
      userId: 'u2',
      email: null,
      recovering: false,
    });
  });

  it('a recovery lasts until the password was changed', () => {
    const recovering = nextAuthState(ana, 'PASSWORD_RECOVERY', session, stored);
    expect(recovering).toMatchObject({ recovering: true });
    const refreshed = nextAuthState(recovering, 'TOKEN_REFRESHED', session, stored);
    expect(refreshed).toMatchObject({ recovering: true });
    expect(nextAuthState(refreshed, 'USER_UPDATED', session, stored)).toEqual(ana);
  });
});
