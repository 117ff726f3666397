import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fail, ok } from '#domain/errors/result.ts';
import type { Passkey, PasskeyServer } from '#remote/passkeys.ts';
import { toasts } from '#tests/setup/screen.tsx';
import { toastStore } from '#ui/toast.ts';
import { PasskeysPart } from './passkeys-part.tsx';

const PHONE: Passkey = {
  id: 'p1',
  name: '<b>Phone</b>',
  addedAt: '2026-11-20T12:00:00Z',
  lastUsedAt: '2026-11-21T12:00:00Z',
};

let keys: Passkey[];
let refuses: boolean;

const server: PasskeyServer = {
  list: async () => (refuses ? fail('server_unavailable') : ok(keys)),
  add: async (name) => {
    if (refuses) return fail('passkey_aborted');
    keys = [...keys, { id: 'p2', name, addedAt: '2026-11-22T12:00:00Z', lastUsedAt: null }];
    return ok(null);
  },
  rename: async (id, name) => {
    keys = keys.map((key) => (key.id === id ? { ...key, name } : key));
    return ok(null);
  },
  remove: async (id) => {
    keys = keys.filter((key) => key.id !== id);
    return ok(null);
  },
};

beforeEach(() => {
  keys = [PHONE];
  refuses = false;
  toastStore.set(() => ({ toasts: [], kept: [] }));
  vi.stubGlobal('PublicKeyCredential', class {});
});
afterEach(() => vi.unstubAllGlobals());

const open = (online = true) => {
  render(<PasskeysPart online={online} server={server} />);
  return userEvent.setup();
};
const dialog = (name: string) => within(screen.getByRole('dialog', { name }));

describe('passkeys', () => {
  it('are listed with when they were last used, renamed and removed after a question', async () => {
    const user = open();
    await screen.findByText('<b>Phone</b>');
    screen.getByText(/^Since Nov 20.* · last used Nov 21/);
    await user.click(screen.getByRole('button', { name: 'Rename <b>Phone</b>' }));
    const sheet = dialog('Rename passkey');
    const name = sheet.getByLabelText('Name');
    await user.clear(name);
    await user.click(sheet.getByRole('button', { name: 'Save' }));
    await sheet.findByText('Please fill this in.');
    await user.type(name, '字'.repeat(41));
    await user.click(sheet.getByRole('button', { name: 'Save' }));
    await sheet.findByText('This is too long.');
    await user.clear(name);
    await user.type(name, ' My phone ');
    await user.click(sheet.getByRole('button', { name: 'Save' }));
    await screen.findByText('My phone');

    await user.click(screen.getByRole('button', { name: 'Remove My phone' }));
    expect(keys).toHaveLength(1);
    await user.click(dialog('Remove My phone?').getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByText('My phone')).toBeNull());
    expect(toasts()).toContain('Passkey removed');
  });

  it('are added under a name, and a prompt that was closed says so', async () => {
    keys = [];
    const user = open();
    await waitFor(() =>
      expect(
        screen.getByRole<HTMLButtonElement>('button', { name: 'Add a passkey' }).disabled,
      ).toBe(false),
    );
    await user.click(screen.getByRole('button', { name: 'Add a passkey' }));
    const sheet = dialog('Add a passkey');
    refuses = true;
    await user.click(sheet.getByRole('button', { name: 'Continue' }));
    await sheet.findByText(/was not confirmed/);
    refuses = false;
    await user.click(sheet.getByRole('button', { name: 'Continue' }));
    await screen.findByText('This device');
    screen.getByText(/not used yet$/);
  });

  it('ask again when the server does not answer', async () => {
    refuses = true;
    const user = open();
    const again = await screen.findByRole('button', { name: 'Try again' });
    refuses = false;
    await user.click(again);
    await screen.findByText('<b>Phone</b>');
  });

  it('are not known offline', () => {
    open(false);
    screen.getByText(/known to the server only/);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add a passkey' }).disabled).toBe(
      true,
    );
  });

  it('cannot be added in a browser without them, but removed', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined);
    open();
    await screen.findByRole('button', { name: 'Remove <b>Phone</b>' });
    screen.getByText(/^This browser has no passkeys/);
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  });

  it('cannot be added at an address of numbers', async () => {
    vi.stubGlobal('location', { ...location, hostname: '127.0.0.1' });
    open();
    await screen.findByText(/^No passkey can be added at this address/);
  });
});
