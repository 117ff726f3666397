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
