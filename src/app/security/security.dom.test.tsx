import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fail, ok } from '#domain/errors/result.ts';
import type { Account, SecurityServer } from '#remote/security.ts';
import { toasts } from '#tests/setup/screen.tsx';
import { toastStore } from '#ui/toast.ts';
import { SecuritySection } from './security-section.tsx';

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const HOSTILE = '<img src=x onerror=alert(1)>';

const CODES = Array.from({ length: 10 }, (_, n) => `ABCD${n}-FGHJK`);

const PHONE = { id: 'f1', name: 'Phone', addedAt: '2026-11-21T10:00:00Z' };
const SPENT = { left: 0, made_at: null, last_used_at: '2026-11-20T12:00:00Z' };

let account: Account;
let codesLeft: number;
let asked: string[];
let online: boolean;

/** A server that takes one password and one code, and writes down what it is asked. */
const server = (): SecurityServer => ({
  account: async () => ok(account),
  changePassword: async (email, current, next) => {
    asked.push(`password of ${email} to ${next}`);
    return current === 'the old one' ? ok(null) : fail('invalid_credentials');
  },
  changeEmail: async (email, redirectTo) => {
    asked.push(`e-mail ${email} ${new URL(redirectTo).pathname}`);
    account = { ...account, newEmail: email };
    return email === 'taken@salon.example' ? fail('email_taken') : ok(null);
  },
  beginAuthenticator: async (name) => {
    if (account.authenticators.some((known) => known.name === name)) {
      return fail('factor_name_taken');
    }
    return ok({
      id: 'f1',
      secret: SECRET,
      uri: `otpauth://totp/x:y?secret=${SECRET}&name=${name}`,
    });
  },
  confirmAuthenticator: async (id, code) => {
    asked.push(`confirm ${id} with ${code}`);
    if (code !== '123 456') return fail('mfa_failed');
    account = {
      ...account,
      authenticators: [{ id, name: HOSTILE, addedAt: '2026-11-21T10:00:00Z' }],
    };
    return ok(null);
  },
  removeAuthenticator: async (id) => {
    asked.push(`remove ${id}`);
    account = { ...account, authenticators: [] };
    return ok(null);
  },
  recoveryCodes: async () =>
    ok({ left: codesLeft, made_at: '2026-11-21T10:00:00Z', last_used_at: null }),
  makeRecoveryCodes: async (appCode) => {
    asked.push(`codes with ${appCode}`);
    if (appCode !== null && appCode !== '123 456') return fail('mfa_failed');
    codesLeft = CODES.length;
    return ok(CODES);
  },
  signOutElsewhere: async () => {
    asked.push('sign out elsewhere');
    return ok(null);
  },
});

beforeEach(() => {
  account = { email: 'owner@salon.example', newEmail: null, authenticators: [] };
  codesLeft = 0;
  asked = [];
  online = true;
  toastStore.set(() => ({ toasts: [], kept: [] }));
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
});
afterEach(() => vi.restoreAllMocks());

const open = async () => {
  render(
    <MemoryRouter>
      <SecuritySection email="owner@salon.example" server={server()} />
    </MemoryRouter>,
  );
  await screen.findByRole('button', { name: /authenticator app|another app/ });
  return userEvent.setup();
};
const dialog = (name: string) => within(screen.getByRole('dialog', { name }));

describe('security', () => {
  it('changes the password of whoever knows the one in use', async () => {
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    const sheet = dialog('Change password');
    const save = () => user.click(sheet.getByRole('button', { name: 'Change password' }));
    await save();
    sheet.getByText('Please fill this in.');
    await user.type(sheet.getByLabelText('Current password'), 'a guess');
    await user.type(sheet.getByLabelText('New password'), 'short');
    await save();
    await sheet.findByText('This is too short.');
    expect(asked).toEqual([]);
    await user.type(sheet.getByLabelText('New password'), ' no more');
    await save();
    await sheet.findByText('This is not your current password.');
    await user.clear(sheet.getByLabelText('Current password'));
    await user.type(sheet.getByLabelText('Current password'), 'the old one');
    await save();
    await waitFor(() => expect(toasts()).toEqual(['Your new password is set']));
    expect(sessionStorage.length).toBe(0);
  });

  it('asks both addresses before the e-mail changes', async () => {
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Change e-mail' }));
    const sheet = dialog('Change e-mail');
    const field = sheet.getByLabelText(/New e-mail/);
    const send = () => user.click(sheet.getByRole('button', { name: 'Send the mails' }));
    await user.type(field, 'Owner@Salon.example');
    await send();
    await sheet.findByText('This is your address already.');
    await user.clear(field);
    await user.type(field, 'taken@salon.example');
    await send();
    await sheet.findByText(/already an account/);
    await user.clear(field);
    await user.type(field, 'new@salon.example');
    await send();
    await screen.findByText('Not confirmed yet');
    screen.getByText('new@salon.example');
    expect(asked.at(-1)).toBe('e-mail new@salon.example /auth/callback');
  });

  it('turns the second step on with a picture, a key and a right code, and off again', async () => {
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Add an authenticator app' }));
    const sheet = dialog('Add an authenticator app');
    await user.click(sheet.getByRole('button', { name: 'Continue' }));
    await sheet.findByRole('img', { name: /QR code/ });
    sheet.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP');
    const code = sheet.getByLabelText('Code');
    await user.type(code, '000000');
    await user.click(sheet.getByRole('button', { name: 'Confirm' }));
    await sheet.findByText(/This code is not right/);
    await user.clear(code);
    await user.type(code, '123 456');
    await user.click(sheet.getByRole('button', { name: 'Confirm' }));
    // A name is shown as it was typed, whatever it looks like.
    await screen.findByText(HOSTILE);
    screen.getByText('Add a second one');
    // Its way back is shown at once, and once.
    expect(asked.at(-1)).toBe('codes with null');
    const paper = dialog('Recovery codes');
    expect(
      within(paper.getByRole('list', { name: 'Recovery codes' }))
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(CODES);
    await user.click(paper.getByRole('button', { name: 'I have saved them' }));
    await screen.findByText(/^10 recovery codes left, made/);

    await user.click(screen.getByRole('button', { name: `Remove ${HOSTILE}` }));
    await user.click(dialog(`Remove ${HOSTILE}?`).getByRole('button', { name: 'Remove' }));
    await screen.findByRole('button', { name: 'Add an authenticator app' });
    expect(asked.at(-1)).toBe('remove f1');
  });

  it('makes new recovery codes for who shows a code of the app, to copy, keep as a file and print', async () => {
    account = { ...account, authenticators: [PHONE] };
    codesLeft = 2;
    const user = await open();
    await screen.findByText('2 recovery codes left');
    await user.click(screen.getByRole('button', { name: 'Make new recovery codes' }));
    const sheet = dialog('Recovery codes');
    const makeThem = () => user.click(sheet.getByRole('button', { name: 'Make new codes' }));
    await makeThem();
    await sheet.findByText('Please fill this in.');
    expect(asked).toEqual([]);
    const code = sheet.getByLabelText('Code from your authenticator app');
    await user.type(code, '000000');
    await makeThem();
    await sheet.findByText(/This code is not right/);
    await user.clear(code);
    await user.type(code, '123 456');
    await makeThem();
    await sheet.findByText(CODES[9]!);
    await screen.findByText(/^10 recovery codes left/);

    await user.click(sheet.getByRole('button', { name: 'Copy' }));
    await waitFor(() => expect(toasts()).toEqual(['Codes copied']));
    expect(await navigator.clipboard.readText()).toBe(CODES.join('\n'));

    const print = vi.fn();
    vi.stubGlobal('print', print);
    await user.click(sheet.getByRole('button', { name: 'Print' }));
    const page = within(screen.getByRole('region', { name: 'Recovery codes for paper' }));
    page.getByText(/owner@salon\.example/);
    page.getByText(CODES[0]!);
    expect(print).toHaveBeenCalledTimes(1);
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(screen.queryByRole('region', { name: 'Recovery codes for paper' })).toBeNull();
    vi.unstubAllGlobals();
  });

  it('says that somebody got in with a code, and that none is left', async () => {
    account = { ...account, authenticators: [PHONE] };
    const used = { ...server(), recoveryCodes: async () => ok(SPENT) };
    render(
      <MemoryRouter>
        <SecuritySection email="owner@salon.example" server={used} />
      </MemoryRouter>,
    );
    await screen.findByText('No recovery codes');
    screen.getByText(/^A code was last used on Nov 20/);
  });

  it('ends the other sessions after a question', async () => {
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Sign out everywhere else' }));
    expect(asked).toEqual([]);
    await user.click(
      dialog('Sign out everywhere else?').getByRole('button', { name: 'Sign out everywhere else' }),
    );
    await waitFor(() => expect(asked).toEqual(['sign out elsewhere']));
  });

  it('says offline what cannot be done, and does not offer it', async () => {
    await open();
    online = false;
    act(() => void window.dispatchEvent(new Event('offline')));
    screen.getByText(/You are offline/);
    for (const name of ['Change password', 'Change e-mail', 'Sign out everywhere else']) {
      expect(screen.getByRole('button', { name }).closest('fieldset')?.disabled).toBe(true);
    }
  });
});
