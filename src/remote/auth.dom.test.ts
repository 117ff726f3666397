import { expect, test } from 'vitest';
import { env } from '#platform/env.ts';
import { lock } from './auth.ts';
import { authState, setAuthState } from './session.ts';

test('the end of one session leaves that of whoever has come in beside it', async () => {
  const ben = JSON.stringify({
    access_token: 'token',
    refresh_token: 'refresh',
    user: { id: 'ben' },
  });
  localStorage.setItem(env().sessionKey, ben);
  setAuthState({
    kind: 'signed-in',
    userId: 'ann',
    email: null,
    recovering: false,
    needsCode: false,
  });
  await lock('ann');
  expect(localStorage.getItem(env().sessionKey)).toBe(ben);
  expect(authState()).toMatchObject({ kind: 'signed-in', userId: 'ben' });
});
