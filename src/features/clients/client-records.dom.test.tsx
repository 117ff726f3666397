// Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addClientNote, finishClientNote } from '#db/commands/client-notes.ts';
import { addPatchTest } from '#db/commands/patch-tests.ts';
import type { DaybookDb } from '#db/open.ts';
import { openSalon, putAppointment, segmentOf } from '#db/test-rows.ts';
import { must } from '#domain/errors/assert.ts';
import { pressToast, renderScreen, toasts } from '#tests/setup/screen.tsx';
import { ClientScreen } from './client-screen.tsx';

let db: DaybookDb;
beforeEach(async () => {
  sessionStorage.clear();
  db = await openSalon();
});
afterEach(() => {
  vi.restoreAllMocks();
  db.close();
});

const openCleo = async (at = '/clients/cleo') => {
  renderScreen(db, { path: '/clients/:clientId', at, screen: <ClientScreen /> });
  await screen.findByRole('heading', { level: 1 });
  return userEvent.setup();
};
const card = (name: string) => within(screen.getByRole('region', { name }));
const sheet = async () => within(await screen.findByRole('dialog'));
const notes = () => db.rows('client_notes').toArray();

describe('notes', () => {
  it('are written with their kind, author and time, and an alert shows on top', async () => {
    const user = await openCleo();
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    await user.selectOptions(screen.getByLabelText('Kind'), 'Alert');
    await user.type(screen.getByRole('textbox', { name: 'Note' }), 'Allergic to PPD');
    await user.click(screen.getByRole('button', { name: 'Save note' }));
    const line = within(await screen.findByRole('article', { name: 'Alert note' }));
    line.getByText('Allergic to PPD');
    line.getByText(/^Ana · Mar 9, 2027/);
    within(must(screen.getByText('Mind this').parentElement, 'the notice')).getByText(
      'Allergic to PPD',
    );
    expect(await notes()).toMatchObject([{ kind: 'alert', client_id: 'cleo', status: 'draft' }]);
  });

  it('of the clinical kind can be kept to oneself, and shared later', async () => {
    const user = await openCleo();
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    expect(screen.queryByLabelText('Only I read it')).toBeNull();
    await user.selectOptions(screen.getByLabelText('Kind'), 'Clinical');
    await user.click(screen.getByLabelText('Only I read it'));
    await user.type(screen.getByRole('textbox', { name: 'Note' }), 'Sleeps badly');
    await user.click(screen.getByRole('button', { name: 'Save note' }));
    const line = within(await screen.findByRole('article', { name: 'Clinical note' }));
    line.getByText('Only you');
    expect(await notes()).toMatchObject([{ kind: 'clinical', author_only: true }]);
    await user.click(line.getByRole('button', { name: 'Actions for this note' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Let others read it' }));
    await waitFor(() => expect(line.queryByText('Only you')).toBeNull());
    expect(await notes()).toMatchObject([{ author_only: false }]);
    pressToast();
    await line.findByText('Only you');
  });

  it('that are not clinical are never for one person alone', async () => {
    const user = await openCleo();
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    await user.selectOptions(screen.getByLabelText('Kind'), 'Clinical');
    await user.click(screen.getByLabelText('Only I read it'));
    await user.selectOptions(screen.getByLabelText('Kind'), 'General');
    await user.type(screen.getByRole('textbox', { name: 'Note' }), 'Likes tea');
    await user.click(screen.getByRole('button', { name: 'Save note' }));
    await screen.findByRole('article', { name: 'General note' });
    expect(await notes()).toMatchObject([{ kind: 'general', author_only: false }]);
  });

  it('are changed, pinned and deleted, each with a way back', async () => {
    await addClientNote(db, 'cleo', { body: 'Older' });
    await addClientNote(db, 'cleo', { body: 'Newer', kind: 'formula' });
    const user = await openCleo();
    const older = () => within(must(screen.getByText('Older').closest('article'), 'the note'));
    const press = async (name: string) => {
      await user.click(older().getByRole('button', { name: 'Actions for this note' }));
      await user.click(await screen.findByRole('menuitem', { name }));
    };
    await press('Pin to the top');
    await waitFor(() => expect(screen.getAllByRole('article')[0]?.textContent).toContain('Older'));
    await press('Delete');
    await waitFor(() => expect(screen.queryByText('Older')).toBeNull());
    pressToast();
    await screen.findByText('Older');
    expect((await notes()).find(({ body }) => body === 'Older')).toMatchObject({
      pinned: true,
      author_name: 'Ana',
    });
    await press('Edit');
    const field = screen.getByRole('textbox', { name: 'Note' });
    await user.clear(field);
    await user.type(field, 'Corrected');
    await user.click(screen.getByRole('button', { name: 'Save note' }));
    await screen.findByText('Corrected');
    await user.click(screen.getByRole('button', { name: 'Formula' }));
    await waitFor(() => expect(screen.queryByText('Corrected')).toBeNull());
  });

  it('of the clinical kind are finished: locked, and added to', async () => {
    await addClientNote(db, 'cleo', { kind: 'clinical', body: 'Lower back, L4' });
    const user = await openCleo();
    const actions = () =>
      within(screen.getByRole('article', { name: 'Clinical note' })).getByRole('button', {
        name: 'Actions for this note',
      });
    await user.click(actions());
    await user.click(await screen.findByRole('menuitem', { name: /^Finish/ }));
    await user.click((await sheet()).getByRole('button', { name: 'Finish and lock' }));
    await screen.findByText('Finished');
    await user.click(actions());
    expect(screen.queryByRole('menuitem', { name: 'Edit' })).toBeNull();
    expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull();
    await user.click(screen.getByRole('menuitem', { name: 'Add to it' }));
    await user.type(screen.getByRole('textbox', { name: 'Addition' }), 'Better after a week');
    await user.click(screen.getByRole('button', { name: 'Save addition' }));
    await screen.findByText('Better after a week');
    expect(await notes()).toMatchObject([
      { status: 'final', body: 'Lower back, L4' },
      { status: 'draft', kind: 'clinical' },
    ]);
  });

  it('of the clinical kind are not offered to somebody without the permission', async () => {
    await db.rows('memberships').update('m-owner', { role: 'front_desk' });
    const user = await openCleo();
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    const kinds = [...(screen.getByLabelText<HTMLSelectElement>('Kind').options ?? [])];
    expect(kinds.map(({ text }) => text)).toEqual(['General', 'Alert', 'Formula']);
  });

  it('keep their words when they are finished, whatever a command asks', async () => {
    const note = must(await addClientNote(db, 'cleo', { kind: 'clinical', body: 'Locked' }), '');
    if (!note.ok) throw new Error('a note');
    await finishClientNote(db, note.value.id);
    const { deleteClientNote, editClientNote } = await import('#db/commands/client-notes.ts');
    expect(await editClientNote(db, note.value.id, { body: 'Other' })).toMatchObject({ ok: false });
    expect(await deleteClientNote(db, note.value.id)).toMatchObject({ ok: false });
    expect(await notes()).toMatchObject([{ body: 'Locked' }]);
  });
});

describe('consents', () => {
  it('are written down line by line; the last one holds, all are shown', async () => {
    const user = await openCleo();
    card('Consents').getByText(/^Nothing asked yet/);
    const record = async (says: string) => {
      await user.click(screen.getByRole('button', { name: 'Record a consent' }));
      await user.selectOptions(
        (await sheet()).getByLabelText('About'),
        'News and offers by text message',
      );
      await user.click((await sheet()).getByRole('radio', { name: says }));
      await user.click((await sheet()).getByRole('button', { name: 'Write down' }));
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Write down' })).toBeNull());
    };
    await record('Yes');
    await within(await screen.findByRole('list', { name: 'Consents now' })).findByText('Given');
    await record('No longer');
    await within(screen.getByRole('list', { name: 'Consents now' })).findByText('Withdrawn');
    await user.click(screen.getByRole('button', { name: 'History (2)' }));
    const history = within(screen.getByRole('list', { name: 'History of consents' }));
    expect(history.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Withdrawn: News and offers by text message.*in person.*Ana/),
      expect.stringMatching(/^Given: .*We may send you news and offers.*text 2026-1/),
    ]);
  });
});

describe('patch tests', () => {
  it('are added with what they are valid for, and read later', async () => {
    await db.rows('services').update('s-colour', { patch_test_required: true });
    const user = await openCleo();
    await user.click(await screen.findByRole('button', { name: 'Add patch test' }));
    await user.type((await sheet()).getByLabelText('Product'), 'Tint 6N');
    expect((await sheet()).getByLabelText<HTMLInputElement>('Valid until').value).toBe(
      '2027-09-08',
    );
    await user.click((await sheet()).getByRole('button', { name: 'Add patch test' }));
    await user.click(await screen.findByRole('button', { name: 'Actions for Tint 6N' }));
    await user.click(await screen.findByRole('menuitem', { name: 'No reaction' }));
    await waitFor(async () =>
      expect(await db.rows('patch_tests').toArray()).toMatchObject([
        { product: 'Tint 6N', result: 'passed', expires_on: '2027-09-08', author_name: 'Ana' },
      ]),
    );
    expect(toasts()).toContain('Result saved');
  });
});

describe('erasing somebody', () => {
  it('asks for a word, and leaves visits without a name', async () => {
    await addClientNote(db, 'cleo', { body: 'Secret' });
    await addPatchTest(db, 'cleo', {
      product: 'Tint',
      batch: null,
      service_id: null,
      performed_at: db.now(),
      result: 'passed',
      expires_on: '2027-09-01',
    });
    await putAppointment(db, 'past', [segmentOf('s1', 'ana', '2027-03-01T15:00:00+00:00')], {
      status: 'completed',
      client_note: 'Secret',
    });
    const user = await openCleo();
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: /^Erase for good/ }));
    await user.click((await sheet()).getByRole('button', { name: 'Erase for good' }));
    (await sheet()).getByText('Type ERASE to go on.');
    await user.type((await sheet()).getByRole('textbox'), 'erase');
    await user.click((await sheet()).getByRole('button', { name: 'Erase for good' }));
    await screen.findByRole('heading', { name: 'Erased client' });
    expect(await db.rows('clients').get('cleo')).toMatchObject({
      status: 'anonymised',
      first_name: '',
      email: null,
    });
    expect(await notes()).toEqual([]);
    expect(await db.rows('patch_tests').count()).toBe(0);
    expect(await db.rows('appointments').get('past')).toMatchObject({
      client_id: 'cleo',
      client_note: null,
    });
    expect(screen.queryByRole('region', { name: 'Notes' })).toBeNull();
  });

  it('is not offered to a practitioner', async () => {
    await db.rows('memberships').update('m-owner', { role: 'practitioner' });
    const user = await openCleo();
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    await screen.findByRole('menuitem', { name: /^Archive/ });
    expect(screen.queryByRole('menuitem', { name: /^Erase/ })).toBeNull();
  });
});

it('numbers tell how often and since when', async () => {
  for (const [id, at] of [
    ['v1', '2027-01-04T15:00:00+00:00'],
    ['v2', '2027-02-01T15:00:00+00:00'],
    ['v3', '2027-03-01T15:00:00+00:00'],
  ] as const) {
    await putAppointment(db, id, [segmentOf(`s-${id}`, 'ana', at)], { status: 'completed' });
  }
  await db.meta.put({
    key: 'coverage',
    v: 1,
    from: '2027-01-01T00:00:00+00:00',
    to: '2027-06-01T00:00:00+00:00',
    months: [],
    missing: null,
    clients: 'all',
    clients_after: null,
    total_rows: 0,
    clients_left: 0,
    dropped: [],
  });
  await openCleo();
  screen.getByText('28 days');
  screen.getByText(/^Counted from (January 2027|December 2026) on/);
});
