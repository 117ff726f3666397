// Live queries run only where the browser has an IndexedDB: before Dexie looks for it.
import 'fake-indexeddb/auto';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { askForForm } from '#db/commands/form-requests.ts';
import { fileSubmission } from '#db/commands/form-submissions.ts';
import { createForm, publishForm } from '#db/commands/forms.ts';
import type { DaybookDb } from '#db/open.ts';
import type { Result } from '#domain/errors/result.ts';
import { field } from '#domain/forms/form-cases.ts';
import type { FormInput } from '#domain/forms/form-schema.ts';
import { openSalon } from '#tests/fixtures/salon.ts';
import { renderScreen } from '#tests/setup/screen.tsx';
import { VisitForms } from './visit-forms.tsx';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
afterEach(() => db.close());

const INPUT: FormInput = {
  name: 'Health',
  kind: 'intake',
  fields: [
    field('q1', 'yes_no', { required: true, flag: { op: 'eq', value: true, level: 'danger' } }),
  ],
  public_link_on: false,
  wanted: 'before',
  offset_min: null,
  service_ids: [],
  frequency: 'once_per_version',
  every_months: 12,
  enforce: 'none',
  countersign: false,
};
const done = <T,>(result: Result<T>): T => {
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
};
const publish = async (more: Partial<FormInput>) => {
  const { id } = done(await createForm(db, { ...INPUT, ...more }));
  done(await publishForm(db, id));
  return id;
};
const open = () =>
  renderScreen(db, {
    path: '/calendar',
    screen: <VisitForms appointmentId="visit" clientId="ann" />,
  });
const lineOf = async (name: string) =>
  (await screen.findByRole('link', { name: new RegExp(`${name}$`) })).closest('li');

it('says which forms are missing, more strongly where one is asked to warn, and which are done', async () => {
  await publish({ name: 'Photos' });
  await publish({ name: 'Patch test', enforce: 'warn' });
  const health = await publish({ name: 'Health' });
  const version = await db.rows('form_versions').where('form_id').equals(health).first();
  done(
    await fileSubmission(db, {
      versionId: version!.id,
      clientId: 'ann',
      appointmentId: 'visit',
      answers: { q1: true },
    }),
  );
  open();
  const [photos, patch, filled] = [
    await lineOf('Fill in Photos'),
    await lineOf('Fill in Patch test'),
    await lineOf('Health'),
  ];
  expect(photos?.textContent).toContain('Form missing');
  expect(photos?.innerHTML).not.toContain('warning');
  expect(patch?.textContent).toContain('Form missing');
  expect(patch?.innerHTML).toContain('warning');
  expect(filled?.textContent).toContain('Form done');
  expect(filled?.textContent).toContain('Flagged answer');
  expect(screen.getByRole('link', { name: 'Send a form' })).toBeTruthy();
});

it('says that its client was asked for it', async () => {
  const form_id = await publish({ wanted: 'manual' });
  done(
    await askForForm(db, {
      form_id,
      client_id: 'ann',
      appointment_id: 'visit',
      channel: 'phone',
    }),
  );
  open();
  const line = await lineOf('Fill in Health');
  expect(line?.textContent).toContain('Form sent');
  expect(line?.textContent).toContain('asked ');
  expect(line?.textContent).not.toContain('Form missing');
});
