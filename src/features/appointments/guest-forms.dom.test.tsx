// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { seatClient } from '#db/commands/classes.ts';
import { askGuests } from '#db/commands/form-requests.ts';
import { createForm, publishForm } from '#db/commands/forms.ts';
import type { DaybookDb } from '#db/open.ts';
import { valueOf } from '#db/test-rows.ts';
import { field } from '#domain/forms/form-cases.ts';
import { addVisit, openSalon } from '#tests/fixtures/salon.ts';
import { renderScreen } from '#tests/setup/screen.tsx';
import { GuestForms } from './guest-forms.tsx';

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
});

const open = async () => {
  const business = await db.rows('businesses').get(db.businessId);
  return renderScreen(db, {
    path: '/',
    screen: <GuestForms appointmentId="yoga" business={business!} />,
  });
};
const publish = async (wanted: 'before' | 'manual'): Promise<string> => {
  const { id } = valueOf(
    await createForm(db, {
      name: 'Health',
      kind: 'intake',
      fields: [field('q1', 'short_text', { label: 'Allergies' })],
      public_link_on: false,
      wanted,
      offset_min: null,
      service_ids: [],
      frequency: 'once_per_version',
      every_months: 12,
      enforce: 'warn',
      countersign: false,
    }),
  );
  valueOf(await publishForm(db, id));
  return id;
};

test('each guest of a class has the state of their own forms', async () => {
  await publish('before');
  await open();
  expect(await screen.findAllByText('Health: missing')).toHaveLength(2);
  expect(screen.getByText('Ann Lee')).toBeTruthy();
  expect(
    screen.getByRole('link', { name: 'Ask guests to fill in a form' }).getAttribute('href'),
  ).toBe('/forms?ask=yoga');
});

test('only those whom somebody has asked are named where nothing is wanted by itself', async () => {
  const form_id = await publish('manual');
  valueOf(
    await askGuests(db, [{ form_id, client_id: 'bob', appointment_id: 'yoga', channel: 'email' }]),
  );
  await open();
  expect(await screen.findByText(/^Health: asked/)).toBeTruthy();
  expect(screen.getByText('Bob Ray')).toBeTruthy();
  expect(screen.queryByText('Ann Lee')).toBeNull();
});
