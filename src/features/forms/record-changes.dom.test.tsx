// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { fileSubmission } from '#db/commands/form-submissions.ts';
import { createForm, publishForm } from '#db/commands/forms.ts';
import type { DaybookDb } from '#db/open.ts';
import { valueOf } from '#db/test-rows.ts';
import { field } from '#domain/forms/form-cases.ts';
import type { FormAnswers } from '#domain/rows.ts';
import { openSalon } from '#tests/fixtures/salon.ts';
import { pressToast, renderScreen } from '#tests/setup/screen.tsx';
import { FormsScreen } from './forms-screen.tsx';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
  await db.rows('clients').update('ann', { first_name: 'Ann', birthday: null, alert_note: null });
});

const ann = () => db.rows('clients').get('ann');
const open = async (answers: FormAnswers) => {
  const { id } = valueOf(
    await createForm(db, {
      name: 'Health',
      kind: 'intake',
      fields: [
        field('q1', 'short_text', { label: 'First name', map_to: 'first_name' }),
        field('q2', 'date', { label: 'Birthday', map_to: 'birthday' }),
        field('q3', 'short_text', { label: 'Allergies', map_to: 'alert_note' }),
      ],
      public_link_on: false,
      wanted: 'before',
      offset_min: null,
      service_ids: [],
      frequency: 'once_per_version',
      every_months: 12,
      enforce: 'none',
      countersign: false,
    }),
  );
  valueOf(await publishForm(db, id));
  const [version] = await db.rows('form_versions').where('form_id').equals(id).toArray();
  const filled = valueOf(
    await fileSubmission(db, {
      versionId: version!.id,
      clientId: 'ann',
      appointmentId: null,
      answers,
    }),
  );
  renderScreen(db, {
    path: '*',
    at: `/forms?submission=${filled}`,
    screen: (
      <Routes>
        <Route path="/forms" element={<FormsScreen clientPicker={() => null} />} />
      </Routes>
    ),
  });
  return filled;
};
const PART = { name: 'For the client’s record' };
const part = async () => within(await screen.findByRole('region', PART));
const isGone = () => waitFor(() => expect(screen.queryByRole('region', PART)).toBeNull());

test('what is new is chosen, what would be written over is not; undo brings both back', async () => {
  const id = await open({ q1: 'Annabel', q2: '1990-05-17', q3: 'Latex' });
  const asked = await part();
  expect(asked.getByText('Annabel')).toBeTruthy();
  expect(asked.getByText('May 17, 1990')).toBeTruthy();
  expect(asked.getByRole<HTMLInputElement>('checkbox', { name: 'First name' }).checked).toBe(false);
  expect(asked.getByRole<HTMLInputElement>('checkbox', { name: 'Alert' }).checked).toBe(true);
  await userEvent.click(asked.getByRole('button', { name: 'Change the record' }));
  await isGone();
  expect(await ann()).toMatchObject({
    first_name: 'Ann',
    birthday: '1990-05-17',
    alert_note: 'Allergies: Latex',
  });
  expect((await db.rows('form_submissions').get(id))?.reviewed_at).not.toBeNull();
  pressToast();
  await part();
  expect(await ann()).toMatchObject({ birthday: null, alert_note: null });
});

test('the record may stay as it is; nobody is asked again', async () => {
  await open({ q2: '1990-05-17' });
  const asked = await part();
  await userEvent.click(asked.getByRole('button', { name: 'Leave it as it is' }));
  await isGone();
  expect(await ann()).toMatchObject({ birthday: null });
});

test('nothing chosen is no decision', async () => {
  await open({ q1: 'Annabel' });
  const asked = await part();
  await userEvent.click(asked.getByRole('button', { name: 'Change the record' }));
  expect((await asked.findByRole('alert')).textContent).toMatch(/^Choose what to change/);
  await userEvent.click(asked.getByRole('checkbox', { name: 'First name' }));
  expect(asked.queryByRole('alert')).toBeNull();
  await userEvent.click(asked.getByRole('button', { name: 'Change the record' }));
  await isGone();
  expect(await ann()).toMatchObject({ first_name: 'Annabel' });
});

test('answers that say the same ask nothing', async () => {
  await open({ q1: 'Ann' });
  await screen.findByText(/^Seal /);
  expect(screen.queryByRole('region', PART)).toBeNull();
});

test('who may not change the record is not asked', async () => {
  await db.rows('memberships').update('membership', {
    role: 'manager',
    custom_permissions: { 'clients.edit': 'none' },
  });
  await open({ q2: '1990-05-17' });
  await screen.findByText(/^Seal /);
  expect(screen.queryByRole('region', PART)).toBeNull();
});
