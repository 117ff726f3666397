import { afterEach, beforeEach, expect, test } from 'vitest';
import { NEW_CLIENT } from '#domain/clients/schema.ts';
import { field } from '#domain/forms/form-cases.ts';
import type { ClientRow, FormAnswers } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { formToFill, submissionView } from '../queries/forms.ts';
import { errorOf, lastOps, openSalon, putRows, TEST_NOW, valueOf } from '../test-rows.ts';
import { createForm, publishForm } from './forms.ts';
import { fileSubmission, voidSubmission } from './form-submissions.ts';
import { mergeClients } from './merge-clients.ts';
import { reviewSubmission } from './review-submission.ts';

const DAY_MS = 24 * 3600_000;
let db: DaybookDb;
let nowMs: number;
beforeEach(async () => {
  nowMs = Date.parse(TEST_NOW);
  db = await openSalon(() => nowMs);
});
afterEach(() => db.close());

const cleo = async (): Promise<ClientRow> => (await db.rows('clients').get('cleo'))!;
const make = async (): Promise<string> => {
  const { id } = valueOf(
    await createForm(db, {
      name: 'Health',
      kind: 'intake',
      fields: [
        field('q1', 'short_text', { label: 'Last name', map_to: 'last_name' }),
        field('q2', 'phone', { label: 'Phone', map_to: 'phone' }),
        field('q3', 'long_text', { label: 'Allergies', map_to: 'alert_note' }),
      ],
      public_link_on: false,
      wanted: 'manual',
      offset_min: null,
      service_ids: [],
      frequency: 'every_visit',
      every_months: 12,
      enforce: 'none',
      countersign: false,
    }),
  );
  valueOf(await publishForm(db, id));
  return id;
};
const fill = async (answers: FormAnswers, clientId: string | null = 'cleo'): Promise<string> => {
  const id = await make();
  const [version] = await db.rows('form_versions').where('form_id').equals(id).toArray();
  return valueOf(
    await fileSubmission(db, { versionId: version!.id, clientId, appointmentId: null, answers }),
  );
};
const partsOf = async (id: string) =>
  (await submissionView(db, id))?.changes.map(({ part }) => part);

test('what somebody takes is in the record, and the form is looked through; one mutation', async () => {
  const before = await cleo();
  const id = await fill({ q1: 'Adamson', q2: '212 555 0100', q3: 'Latex' });
  expect(await partsOf(id)).toEqual(['last_name', 'phone', 'alert_note']);
  expect(await cleo()).toEqual(before);
  const { undo } = valueOf(await reviewSubmission(db, id, ['phone', 'alert_note'], undefined));
  expect(await cleo()).toMatchObject({
    last_name: before.last_name,
    phone: '+12125550100',
    phone_raw: '212 555 0100',
    alert_note: expect.stringContaining('Allergies: Latex'),
  });
  expect(await partsOf(id)).toEqual([]);
  expect((await lastOps(db))?.map(({ table }) => table)).toEqual(['clients', 'form_submissions']);
  valueOf(await undo());
  expect(await cleo()).toMatchObject({
    phone: before.phone,
    phone_raw: before.phone_raw,
    alert_note: before.alert_note,
  });
  expect(await partsOf(id)).toEqual(['last_name', 'phone', 'alert_note']);
});

test('nothing taken changes nothing but that somebody has looked', async () => {
  const before = await cleo();
  const id = await fill({ q1: 'Adamson' });
  valueOf(await reviewSubmission(db, id, [], undefined));
  expect(await cleo()).toEqual(before);
  expect(await partsOf(id)).toEqual([]);
});

test('what was merged goes to the record that is left', async () => {
  await putRows(db, 'clients', [{ ...NEW_CLIENT, id: 'bob', first_name: 'Bob' }]);
  const id = await fill({ q3: 'Latex' }, 'bob');
  valueOf(await mergeClients(db, ['cleo', 'bob'], {}));
  expect(await partsOf(id)).toEqual(['alert_note']);
  valueOf(await reviewSubmission(db, id, ['alert_note'], undefined));
  expect((await cleo()).alert_note).toContain('Allergies: Latex');
});

test('nobody is asked about what is void, belongs to nobody, or is two months old', async () => {
  const [taken, nobodys, old] = [
    await fill({ q3: 'Latex' }),
    await fill({ q3: 'Latex' }, null),
    await fill({ q3: 'Latex' }),
  ];
  valueOf(await voidSubmission(db, taken, 'Wrong person'));
  expect([await partsOf(taken), await partsOf(nobodys)]).toEqual([[], []]);
  nowMs += 61 * DAY_MS;
  expect(await partsOf(old)).toEqual([]);
  expect(errorOf(await reviewSubmission(db, nobodys, [], undefined))).toMatchObject({
    code: 'not_found',
  });
});

test('an alert that is there already is not shown to the client', async () => {
  await db.rows('clients').update('cleo', { alert_note: 'Owes money' });
  const id = await make();
  expect((await formToFill(db, id, 'cleo'))?.known).toEqual({ q1: 'Adams' });
});
