import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { env } from '#platform/env.ts';
import { authState, noteLeaving, setAuthState, watchOtherTabs } from './session.ts';

const ana = {
  kind: 'signed-in',
  userId: 'u1',
  email: 'ana@example.com',
  recovering: false,
  needsCode: false,
} as const;

/** What a browser tells this tab when another one changes what both have stored. */
const elsewhere = (key: string, newValue: string | null): void => {
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
};

beforeAll(watchOtherTabs);
beforeEach(() => {
  localStorage.clear();
  setAuthState(ana);
});

describe('a session that another tab removes', () => {
  it('is over here as well', () => {
    elsewhere(env().sessionKey, null);
    expect(authState()).toEqual({ kind: 'signed-out', why: 'ended' });
  });

  it('was left on purpose when that tab said so', () => {
    noteLeaving();
    elsewhere(env().sessionKey, null);
    expect(authState()).toEqual({ kind: 'signed-out', why: 'left' });
  });

  it('goes on when it is only renewed, or something else is removed', () => {
    elsewhere(env().sessionKey, '{}');
    elsewhere('daybook-theme', null);
    expect(authState()).toEqual(ana);
  });

  it('does not sign out who is not signed in', () => {
    setAuthState({ kind: 'signed-out', why: 'none' });
    elsewhere(env().sessionKey, null);
    expect(authState()).toEqual({ kind: 'signed-out', why: 'none' });
  });
});

describe('a page that the browser had kept for "Back"', () => {
  const comeBack = (): void => {
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  };
  const store = (userId: string): void =>
    localStorage.setItem(
      env().sessionKey,
      JSON.stringify({ access_token: 'token', refresh_token: 'refresh', user: { id: userId } }),
    );

  it('goes on for the same person', () => {
    store(ana.userId);
    comeBack();
    expect(authState()).toEqual(ana);
  });

  it('is over when the session is gone, and theirs who is here now', () => {
    comeBack();
    expect(authState()).toEqual({ kind: 'signed-out', why: 'ended' });
    setAuthState(ana);
    store('u2');
    comeBack();
    expect(authState()).toMatchObject({ kind: 'signed-in', userId: 'u2' });
  });
});
