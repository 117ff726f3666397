import { beforeEach, expect, test } from 'vitest';
import { openSalon } from '#tests/fixtures/salon.ts';
import { field } from '#domain/forms/form-cases.ts';
import { formsToSend } from '../queries/form-requests.ts';
import type { DaybookDb } from '../open.ts';
import { valueOf } from '../test-rows.ts';
import { askForForm } from './form-requests.ts';
import { createForm, publishForm } from './forms.ts';

let db: DaybookDb;
let form_id: string;
beforeEach(async () => {
  db = await openSalon();
  const made = await createForm(db, {
    name: 'Health',
    kind: 'intake',
    fields: [field('q1', 'short_text', { label: 'Allergies' })],
    public_link_on: false,
    wanted: 'manual',
    service_ids: [],
    frequency: 'once_per_version',
    every_months: 12,
    enforce: 'none',
    countersign: false,
  });
  form_id = valueOf(made).id;
  valueOf(await publishForm(db, form_id));
});

const ask = (channel: 'email' | 'phone' = 'email') =>
  askForForm(db, { form_id, client_id: 'bob', appointment_id: null, channel });
const requests = () => db.rows('form_requests').toArray();

test('asking twice is one request, and each can be taken back', async () => {
  const first = valueOf(await ask());
  const second = valueOf(await ask('phone'));
  expect(second.id).toBe(first.id);
  expect(await requests()).toMatchObject([{ client_id: 'bob', channel: 'phone' }]);
  const sheet = await formsToSend(db, 'bob', null);
  expect(sheet?.forms).toMatchObject([{ request: { id: first.id }, filledAt: null }]);
  await second.undo?.();
  expect(await requests()).toMatchObject([{ channel: 'email' }]);
  await first.undo?.();
  expect(await requests()).toEqual([]);
});

test('when a visit became somebody else’s, they are asked and nobody else again', async () => {
  const askFor = (client_id: string) =>
    askForForm(db, { form_id, client_id, appointment_id: 'visit', channel: 'email' });
  valueOf(await askFor('bob'));
  const [asked] = await requests();
  valueOf(await askFor('cleo'));
  expect(await requests()).toHaveLength(2);
  expect(await requests()).toContainEqual(asked);
  expect(await requests()).toContainEqual(expect.objectContaining({ client_id: 'cleo' }));
});

test('a form that is not published is not asked for', async () => {
  await db.rows('forms').update(form_id, { status: 'archived' });
  expect(await ask()).toMatchObject({ ok: false, error: { code: 'not_found' } });
});
