import { describe, expect, it } from 'vitest';
import { nextAuthState } from './session.ts';
import type { AuthState } from './session.ts';
import { needsSecondFactor, parseStoredSession } from './stored-session.ts';

const ana: AuthState = {
  kind: 'signed-in',
  userId: 'u1',
  email: 'ana@example.com',
  recovering: false,
  needsCode: false,
};
const session = { access_token: 'a', user: { id: 'u1', email: 'ana@example.com' } };
const stored = {
  userId: 'u1',
  email: 'ana@example.com',
  accessToken: 'a',
  refreshToken: 'r',
  expiresAtMs: 0,
  needsCode: false,
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

describe('the second factor', () => {
  const token = (aal: string) => `h.${btoa(JSON.stringify({ aal }))}.s`;
  const verified = [{ id: 'f1', factor_type: 'totp', status: 'verified' }];

  it.each([
    ['is asked for when it is set up and was not given', token('aal1'), verified, true],
    ['was given', token('aal2'), verified, false],
    ['is only half set up', token('aal1'), [{ status: 'unverified' }], false],
    ['does not exist', token('aal1'), undefined, false],
    ['is asked for when the token cannot be read', 'rubbish', verified, true],
  ])('%s', (_, accessToken, factors, expected) => {
    expect(needsSecondFactor(accessToken, factors)).toBe(expected);
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
    const other = { access_token: 'b', user: { id: 'u2', email: '' } };
    expect(nextAuthState(ana, 'SIGNED_IN', other, stored)).toEqual({
      kind: 'signed-in',
      userId: 'u2',
      email: null,
      recovering: false,
      needsCode: false,
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
