import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { keepPerson } from '#app/pin/kept-people.ts';
import { setAuthState } from '#remote/session.ts';
import { AuthShell } from './auth-shell.tsx';

test('a session that is renewed while it is sealed lets nobody in', async () => {
  keepPerson({
    userId: 'ann',
    name: 'Ann',
    seal: { rounds: 1, salt: '', iv: '', privateKey: '', publicKey: {} },
    sealed: { from: {}, iv: '', data: '' },
    wrong: 0,
    pausedUntilMs: 0,
    waiting: 0,
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
});
