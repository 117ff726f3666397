// Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DaybookDb } from '#db/open.ts';
import { openSalon, putAppointment, segmentOf } from '#db/test-rows.ts';
import { renderScreen, toasts } from '#tests/setup/screen.tsx';
import { MessagesScreen } from './messages-screen.tsx';

let db: DaybookDb;
beforeEach(async () => {
  sessionStorage.clear();
  db = await openSalon();
});
afterEach(() => db.close());

const rows = () => db.rows('message_templates').toArray();
const open = async (name: RegExp) => {
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name }));
  return { user, sheet: within(await screen.findByRole('dialog')) };
};

it('a message gets words of its own, with a preview, and the built-in ones back', async () => {
  renderScreen(db, { path: '/settings/emails', screen: <MessagesScreen /> });
  const { user, sheet } = await open(/^First reminder/);
  const preview = within(sheet.getByRole('region', { name: 'Preview' }));
  preview.getByText(/^See you .* at Test Salon$/);
  const body = sheet.getByLabelText(/^Text of the mail/);
  await user.clear(body);
  await user.click(body);
  await user.paste('Bring a towel, {{client_first_name}}. <b>{{towels}}</b>');
  preview.getByText('Bring a towel, Ann. <b>{{towels}}</b>');
  expect(sheet.getByText(/Nothing can be filled in for \{\{towels\}\}/)).toBeTruthy();
  await user.selectOptions(sheet.getByLabelText('Before the visit'), '2 days');
  await user.click(sheet.getByRole('button', { name: 'Save' }));
  await waitFor(async () =>
    expect(await rows()).toMatchObject([
      {
        key: 'reminder_1',
        subject: null,
        body: 'Bring a towel, {{client_first_name}}. <b>{{towels}}</b>',
        sms_body: null,
        enabled: null,
        offset_min: 2880,
      },
    ]),
  );
  await waitFor(() => expect(toasts()[0]).toContain('Message saved. Nothing can be filled in'));
  await screen.findByText('2 days before · your own text');

  const again = await open(/^First reminder/);
  await user.click(again.sheet.getByRole('button', { name: 'Built-in text' }));
  await user.click(again.sheet.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect(await rows()).toMatchObject([{ body: null, offset_min: 2880 }]));
});

it('imported visits of which nobody is told are named, and lead to where that is changed', async () => {
  await putAppointment(db, 'moved', [segmentOf('seg', 'ana', '2027-03-12T15:00:00+00:00')], {
    source: 'import',
  });
  renderScreen(db, { path: '/settings/emails', screen: <MessagesScreen /> });
  await screen.findByText('The client of an imported appointment is told nothing yet.');
  expect(screen.getByRole('link', { name: 'Look' }).getAttribute('href')).toBe('/calendar/import');
});

it('what is switched off says so', async () => {
  renderScreen(db, { path: '/settings/emails', screen: <MessagesScreen /> });
  const { user, sheet } = await open(/^Booked/);
  await user.click(sheet.getByRole('switch', { name: 'Send this message' }));
  await user.click(sheet.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect(await rows()).toMatchObject([{ enabled: false }]));
  expect((await screen.findByRole('button', { name: /^Booked/ })).textContent).toContain('Off');
});
