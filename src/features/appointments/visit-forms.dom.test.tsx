// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askForForm } from '#db/commands/form-requests.ts';
import { createForm, publishForm } from '#db/commands/forms.ts';
import type { DaybookDb } from '#db/open.ts';
import { valueOf } from '#db/test-rows.ts';
import { field } from '#domain/forms/form-cases.ts';
import { addVisit, openSalon } from '#tests/fixtures/salon.ts';
import { renderScreen } from '#tests/setup/screen.tsx';
import { VisitForms } from './visit-forms.tsx';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
  await addVisit(db, 'visit', { clientId: 'ann', staffId: 'leo', minute: 600, minutes: 60 });
});
afterEach(() => db.close());

const publish = async (): Promise<string> => {
  const { id } = valueOf(
    await createForm(db, {
      name: 'Health',
      kind: 'intake',
      fields: [field('q1', 'short_text', { label: 'Allergies' })],
      public_link_on: false,
      wanted: 'before',
      service_ids: [],
      frequency: 'every_visit',
      every_months: 12,
      enforce: 'warn',
      countersign: false,
    }),
  );
  valueOf(await publishForm(db, id));
  return id;
};

test('a form is missing, and sent once its client was asked for it', async () => {
  const form_id = await publish();
  renderScreen(db, {
    path: '/appointments/visit',
    screen: <VisitForms appointmentId="visit" clientId="ann" />,
  });
  expect(await screen.findByText('Form missing')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Fill in Health' })).toBeTruthy();
  valueOf(
    await askForForm(db, {
      form_id,
      client_id: 'ann',
      appointment_id: 'visit',
      channel: 'phone',
    }),
  );
  expect(await screen.findByText('Form sent')).toBeTruthy();
  expect(screen.queryByText('Form missing')).toBeNull();
  expect(screen.getByText(/^asked /)).toBeTruthy();
});
