// Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient, editClient } from '#db/commands/clients.ts';
import { setGuardian } from '#db/commands/guardian.ts';
import type { DaybookDb } from '#db/open.ts';
import { openSalon, valueOf } from '#db/test-rows.ts';
import { pressToast, renderScreen, toasts } from '#tests/setup/screen.tsx';
import { ClientScreen } from '../client-screen.tsx';

let db: DaybookDb;
let tim: string;
beforeEach(async () => {
  sessionStorage.clear();
  db = await openSalon();
  await editClient(db, 'cleo', { phone: '212 555 0100' });
  tim = valueOf(await createClient(db, { first_name: 'Tim', last_name: 'Adams' }));
});
afterEach(() => db.close());

const open = async (id: string, name: string, query = '') => {
  renderScreen(db, {
    path: '/clients/:clientId',
    at: `/clients/${id}${query}`,
    screen: <ClientScreen />,
  });
  await screen.findByRole('heading', { name });
  return userEvent.setup();
};
const openTim = (query?: string) => open(tim, 'Tim Adams', query);
const openCleo = (query?: string) => open('cleo', 'Cleo Adams', query);
const family = async () => within(await screen.findByRole('region', { name: 'Family' }));
const guardianOf = async (id: string) => (await db.rows('clients').get(id))?.guardian_id;

describe('the family of a client', () => {
  it('shows on both pages, and the guardian is called', async () => {
    valueOf(await setGuardian(db, tim, 'cleo'));
    await openTim();
    const guardian = await (await family()).findByRole('link', { name: 'Cleo Adams' });
    expect(guardian.getAttribute('href')).toBe('/clients/cleo');
    (await family()).getByText('Calls and messages go to Cleo.');
    expect(screen.getByRole('link', { name: 'Call Cleo' }).getAttribute('href')).toBe(
      'tel:+12125550100',
    );
    expect(screen.getByRole('link', { name: 'Mail Cleo' }).getAttribute('href')).toBe(
      'mailto:cleo@mail.example',
    );
    document.body.innerHTML = '';
    await openCleo();
    expect((await (await family()).findByRole('link')).getAttribute('href')).toBe(
      `/clients/${tim}`,
    );
    screen.getByRole('link', { name: 'Call' });
  });

  it('may share a phone without being taken for one person', async () => {
    await editClient(db, tim, { phone: '212 555 0100' });
    await openTim();
    await screen.findByText('Perhaps here twice');
    valueOf(await setGuardian(db, tim, 'cleo'));
    await waitFor(() => expect(screen.queryByText('Perhaps here twice')).toBeNull());
  });

  it('is nothing where there is none', async () => {
    await openTim();
    expect(screen.queryByRole('region', { name: 'Family' })).toBeNull();
    expect(screen.queryByRole('link', { name: /^Call/ })).toBeNull();
  });

  it('says so when the guardian is not on this device, and reaches nobody', async () => {
    await db.rows('clients').update(tim, { guardian_id: 'hidden' });
    await openTim();
    await (await family()).findByText('Not among the clients on this device');
    expect(screen.queryByRole('link', { name: /^Call/ })).toBeNull();
  });

  it('does not tell how to reach a guardian to whoever may not know', async () => {
    valueOf(await setGuardian(db, tim, 'cleo'));
    await db.rows('memberships').update('m-owner', { role: 'assistant' });
    await openTim();
    await (await family()).findByRole('link', { name: 'Cleo Adams' });
    expect(screen.queryByText(/^Calls and messages/)).toBeNull();
    expect(screen.queryByRole('link', { name: /^Call/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Change family' })).toBeNull();
  });

  it('is linked from the menu, marked, and unlinked with a way back', async () => {
    const user = await openTim();
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: /^Family/, hidden: true }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Family of Tim Adams' }));
    await user.type(await sheet.findByRole('combobox', { name: 'The guardian of Tim is' }), 'cle');
    await user.click(await screen.findByRole('option', { name: /^Cleo Adams/, hidden: true }));
    await waitFor(async () => expect(await guardianOf(tim)).toBe('cleo'));
    await waitFor(() => expect(toasts()).toEqual(['Cleo Adams is the guardian of Tim Adams']));
    await user.click(await sheet.findByRole('switch', { name: 'Messages go to Cleo' }));
    await waitFor(async () =>
      expect((await db.rows('clients').get(tim))?.guardian_receives).toBe(true),
    );
    await user.click(sheet.getByRole('button', { name: 'Remove the guardian' }));
    await waitFor(() => expect(toasts().at(-1)).toBe('Tim Adams has no guardian any more'));
    expect(await guardianOf(tim)).toBeNull();
    pressToast();
    await waitFor(async () => expect(await guardianOf(tim)).toBe('cleo'));
  });

  it('takes a dependant from the page of the guardian, who can then get no guardian', async () => {
    const user = await openCleo('?edit=family');
    const sheet = within(await screen.findByRole('dialog', { name: 'Family of Cleo Adams' }));
    await sheet.findByRole('combobox', { name: 'The guardian of Cleo is' });
    await user.type(sheet.getByRole('combobox', { name: 'Cleo is the guardian of' }), 'tim');
    await user.click(await screen.findByRole('option', { name: 'Tim Adams', hidden: true }));
    const list = within(await sheet.findByRole('list', { name: 'Guardian of' }));
    list.getByText('Tim Adams');
    expect(sheet.queryByRole('combobox', { name: 'The guardian of Cleo is' })).toBeNull();
    await user.click(list.getByRole('button', { name: 'Remove Tim Adams' }));
    await waitFor(async () => expect(await guardianOf(tim)).toBeNull());
  });
});

describe('a guardian who goes', () => {
  beforeEach(async () => {
    valueOf(await setGuardian(db, tim, 'cleo'));
  });

  it('is archived after a warning, and undo brings the link back', async () => {
    const user = await openCleo();
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: /^Archive/, hidden: true }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Archive Cleo Adams?' }));
    dialog.getByText(/^Tim Adams will have no guardian any more/);
    await user.click(dialog.getByRole('button', { name: 'Archive' }));
    await waitFor(async () => expect(await guardianOf(tim)).toBeNull());
    await waitFor(() => expect(toasts()).toEqual(['Cleo Adams archived']));
    pressToast();
    await waitFor(async () => expect(await guardianOf(tim)).toBe('cleo'));
  });

  it('is erased after a warning', async () => {
    const user = await openCleo();
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    await user.click(
      await screen.findByRole('menuitem', { name: /^Erase for good/, hidden: true }),
    );
    await screen.findByText(/^Tim Adams will have no guardian any more/);
  });
});
