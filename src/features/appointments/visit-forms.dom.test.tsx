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
import { putRows } from '#db/test-rows.ts';
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
  expect(photos?.textContent).toContain('Form not sent');
  expect(photos?.innerHTML).not.toContain('warning');
  expect(patch?.textContent).toContain('Form not sent');
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
  expect(line?.textContent).toContain('sent ');
  expect(line?.textContent).not.toContain('Form not sent');
});

it('says how far a form is that a mail led to, and when a later one is asked for', async () => {
  const form_id = await publish({ name: 'Health' });
  await publish({ name: 'Today', enforce: 'warn', offset_min: 15 });
  const trace = { form_id, client_id: 'ann', appointment_id: 'visit', channel: 'email' as const };
  const row = { id: 'trace', business_id: db.businessId, asked_at: null, ...trace };
  await putRows(db, 'form_requests', [{ ...row, sent_at: '2026-11-23T12:00:00+00:00' }]);
  await db.rows('appointments').update('visit', {
    starts_at: '2026-11-24T20:00:00+00:00',
    ends_at: '2026-11-24T20:45:00+00:00',
  });
  open();
  expect((await lineOf('Fill in Health'))?.textContent).toMatch(/Form sent.*sent /);
  const today = await lineOf('Fill in Today');
  expect(today?.textContent).toMatch(/Form not sent.*asked for .*2:45/);
  expect(today?.innerHTML).not.toContain('warning');
  await db.rows('form_requests').update('trace', { opened_at: '2026-11-23T13:00:00+00:00' });
  expect(await screen.findByText('Form opened')).toBeTruthy();
  expect((await lineOf('Fill in Health'))?.textContent).toContain('opened ');
});
