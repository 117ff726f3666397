import { act, render, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { keepPerson, personOf } from '#app/pin/kept-people.ts';
import { env } from '#platform/env.ts';
import { makeSeal } from '#platform/seal.ts';
import { authState, setAuthState } from '#remote/session.ts';
import { AuthShell } from './auth-shell.tsx';

test('a session that is renewed while it is sealed lets nobody in, and is sealed again', async () => {
  keepPerson({
    userId: 'ann',
    name: 'Ann',
    seal: await makeSeal('271828', 1),
    sealed: { from: {}, iv: '', data: 'before' },
    wrong: 0,
    pausedUntilMs: 0,
    waiting: 2,
  });
  setAuthState({ kind: 'signed-out', why: 'ended' });
  render(
    <MemoryRouter initialEntries={['/login']}>
      <Suspense>
        <AuthShell />
      </Suspense>
    </MemoryRouter>,
  );
  await screen.findByRole('heading', { name: 'Who is there?' });
  localStorage.setItem(
    env().sessionKey,
    JSON.stringify({ access_token: 'token', refresh_token: 'renewed', user: { id: 'ann' } }),
  );
  act(() =>
    setAuthState({
      kind: 'signed-in',
      userId: 'ann',
      email: null,
      recovering: false,
      needsCode: false,
    }),
  );
  expect(screen.getByRole('heading', { name: 'Who is there?' })).toBeTruthy();
  // What "Back" leads to asks who is signed in.
  expect(authState().kind).toBe('signed-out');
  await waitFor(() => expect(localStorage.getItem(env().sessionKey)).toBeNull());
  expect(personOf('ann')?.waiting).toBe(2);
  expect(personOf('ann')?.sealed?.data).not.toBe('before');
});
