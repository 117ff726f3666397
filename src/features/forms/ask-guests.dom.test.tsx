// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { seatClient } from '#db/commands/classes.ts';
import { createForm, publishForm } from '#db/commands/forms.ts';
import type { DaybookDb } from '#db/open.ts';
import { valueOf } from '#db/test-rows.ts';
import { field } from '#domain/forms/form-cases.ts';
import { addVisit, openSalon } from '#tests/fixtures/salon.ts';
import { pressToast, renderScreen, toasts } from '#tests/setup/screen.tsx';
import { FormsScreen } from './forms-screen.tsx';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
  await addVisit(db, 'yoga', {
    clientId: null,
    staffId: 'leo',
    minute: 600,
    minutes: 60,
    row: { capacity: 5 },
  });
  for (const id of ['ann', 'bob']) valueOf(await seatClient(db, 'yoga', id));
  await db.rows('clients').update('ann', { email: 'ann@mail.example' });
});

const publish = async (): Promise<string> => {
  const { id } = valueOf(
    await createForm(db, {
      name: 'Health',
      kind: 'intake',
      fields: [field('q1', 'short_text', { label: 'Allergies' })],
      public_link_on: false,
      wanted: 'manual',
      offset_min: null,
      service_ids: [],
      frequency: 'once_per_version',
      every_months: 12,
      enforce: 'none',
      countersign: false,
    }),
  );
  valueOf(await publishForm(db, id));
  return id;
};
const open = () =>
  renderScreen(db, {
    path: '*',
    at: '/forms?ask=yoga',
    screen: (
      <Routes>
        <Route path="/forms" element={<FormsScreen clientPicker={() => null} />} />
      </Routes>
    ),
  });
const requests = () => db.rows('form_requests').toArray();
const guest = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });

test('who can be reached is asked, each for themselves, and undo takes it back', async () => {
  const form_id = await publish();
  await db.rows('clients').update('bob', { email: 'bob@mail.example' });
  open();
  expect((await guest('Ann Lee')).checked).toBe(true);
  await userEvent.click(await guest('Bob Ray'));
  await userEvent.click(screen.getByRole('button', { name: 'Send by mail to 1 guest' }));
  await waitFor(async () =>
    expect(await requests()).toMatchObject([
      { form_id, client_id: 'ann', appointment_id: 'yoga', channel: 'email' },
    ]),
  );
  expect(toasts()).toContain('Health goes to 1 guest by mail');
  pressToast();
  await waitFor(async () => expect(await requests()).toEqual([]));
});

test('who has no address cannot be asked by mail, and nobody chosen is nobody asked', async () => {
  await publish();
  open();
  expect((await guest('Bob Ray')).disabled).toBe(true);
  expect(screen.getByText('Not asked. No e-mail address is known.')).toBeTruthy();
  await userEvent.click(await guest('Ann Lee'));
  await userEvent.click(screen.getByRole('button', { name: 'Send by mail' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Choose at least one guest.');
  expect(await requests()).toEqual([]);
  await userEvent.click(await guest('Ann Lee'));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('says so when there is nothing to ask for', async () => {
  open();
  await screen.findByText('No form is published yet.');
});
