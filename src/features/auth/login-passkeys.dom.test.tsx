import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import { LoginScreen } from './login-screen.tsx';

const browser = vi.hoisted(() => ({
  offers: [] as { signal: AbortSignal; answer: (result: unknown) => void }[],
  chosen: null as unknown,
}));

vi.mock('#remote/passkeys.ts', () => ({
  offerPasskeys: (signal: AbortSignal) =>
    new Promise((answer) => void browser.offers.push({ signal, answer })),
  signInWithPasskey: async () => browser.chosen,
}));

const choosing = (result: Result<unknown>): void => {
  browser.chosen = result;
};

beforeEach(() => {
  browser.offers = [];
});

const open = () =>
  render(
    <MemoryRouter>
      <LoginScreen ended={false} carry="" />
    </MemoryRouter>,
  );
const offered = (count: number) => waitFor(() => expect(browser.offers).toHaveLength(count));

describe('passkeys where people sign in', () => {
  it('are offered where the name is filled in, and again when the chosen one opens nothing', async () => {
    const { unmount } = open();
    expect(screen.getByLabelText('E-mail').getAttribute('autocomplete')).toBe('username webauthn');
    await offered(1);
    browser.offers[0]!.answer(fail('passkey_unknown'));
    await screen.findByText(/^This passkey opens no account here/);
    await offered(2);
    expect(browser.offers[1]!.signal.aborted).toBe(false);
    unmount();
    expect(browser.offers[1]!.signal.aborted).toBe(true);
  });

  it('are chosen with a button, which takes back the offer: a browser asks one thing at a time', async () => {
    open();
    await offered(1);
    choosing(fail('passkey_aborted'));
    const button = screen.getByRole('button', { name: 'Sign in with a passkey' });
    await userEvent.click(button);
    await screen.findByText(/^The passkey was not confirmed/);
    expect(browser.offers[0]!.signal.aborted).toBe(true);
    await offered(2);

    choosing(ok(null));
    await userEvent.click(button);
    await waitFor(() => expect(screen.queryByText(/not confirmed/)).toBeNull());
    expect(browser.offers).toHaveLength(2);
  });

  it.each([
    ['passkey_unsupported', 'Browser does not support WebAuthn'],
    ['passkey_rp_invalid', 'Passkeys do not work at this address.'],
    ['passkeys_off', 'Passkeys are switched off here.'],
  ] as const)('say why they cannot be used: %s', async (code, words) => {
    open();
    choosing(fail(code));
    await userEvent.click(screen.getByRole('button', { name: 'Sign in with a passkey' }));
    await screen.findByText(words);
  });
});
