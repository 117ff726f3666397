import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { field, formFile } from '#domain/forms/form-cases.ts';
import type { FormInput } from '#domain/forms/form-schema.ts';
import type { DaybookDb } from '../open.ts';
import { formBoard, formsOfVisit, submissionsOfClient, submissionView } from '../queries/forms.ts';
import {
  at,
  errorOf,
  openSalon,
  putAppointment,
  putRows,
  segmentOf,
  valueOf,
} from '../test-rows.ts';
import {
  assignSubmission,
  countersign,
  fileSubmission,
  voidSubmission,
} from './form-submissions.ts';
import {
  archiveForm,
  createForm,
  editForm,
  publishForm,
  renewFormKey,
  restoreForm,
} from './forms.ts';
import { mergeClients } from './merge-clients.ts';

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
    field('q2', 'short_text', {
      visible_if: { match: 'all', rules: [{ field: 'q1', op: 'eq', value: true }] },
    }),
  ],
  public_link_on: false,
  wanted: 'before',
  offset_min: null,
  service_ids: [],
  frequency: 'once_per_version',
  every_months: 12,
  enforce: 'warn',
  countersign: false,
};

const make = async (more: Partial<FormInput> = {}) => {
  const { id } = valueOf(await createForm(db, { ...INPUT, ...more }));
  valueOf(await publishForm(db, id));
  return id;
};
const form = (id: string) => db.rows('forms').get(id);
const versions = (id: string) =>
  db.rows('form_versions').where('form_id').equals(id).sortBy('number');
const newest = async (id: string) => (await versions(id)).at(-1)!;
const fill = async (id: string, more: object = {}) =>
  fileSubmission(db, {
    versionId: (await newest(id)).id,
    clientId: 'cleo',
    appointmentId: null,
    answers: { q1: true, q2: 'Latex' },
    ...more,
  });

describe('a form', () => {
  test('is a draft until it is published, and undo takes each step back', async () => {
    const { id, undo } = valueOf(await createForm(db, INPUT));
    expect(await form(id)).toMatchObject({
      status: 'draft',
      public_key: expect.stringMatching(/^[\w-]{32}$/),
    });
    const published = valueOf(await publishForm(db, id));
    expect(await form(id)).toMatchObject({ status: 'published' });
    expect(await versions(id)).toMatchObject([
      { number: 1, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    valueOf(await published.undo());
    expect(await form(id)).toMatchObject({ status: 'draft' });
    expect(await versions(id)).toEqual([]);
    valueOf(await undo());
    expect(await form(id)).toMatchObject({ status: 'archived' });
  });

  test('keeps its answers to the version they were given to', async () => {
    const id = await make();
    const first = await newest(id);
    valueOf(await fill(id));
    const { undo } = valueOf(await editForm(db, id, { fields: [field('q1', 'yes_no')] }));
    expect(await newest(id)).toEqual(first);
    const again = valueOf(await publishForm(db, id));
    expect((await versions(id)).map(({ number }) => number)).toEqual([1, 2]);
    valueOf(await again.undo());
    valueOf(await undo());
    expect(await newest(id)).toEqual(first);
  });

  test('that has not changed gets no new version', async () => {
    const id = await make();
    valueOf(await publishForm(db, id));
    expect(await versions(id)).toHaveLength(1);
  });

  test('whose version was filled in does not lose it: nobody is asked for it any more', async () => {
    const { id } = valueOf(await createForm(db, INPUT));
    const { undo } = valueOf(await publishForm(db, id));
    valueOf(await fill(id));
    valueOf(await undo());
    expect(await form(id)).toMatchObject({ status: 'draft' });
    expect(await versions(id)).toHaveLength(1);
    valueOf(await publishForm(db, id));
    expect(await versions(id)).toHaveLength(1);
  });

  /** From now on other devices may know everything. */
  const sendAll = async () => {
    const device = await db.meta.get('device');
    if (device?.key !== 'device') throw new Error('Nothing was written.');
    await db.meta.put({ ...device, sent_seq: device.next_seq - 1 });
  };

  test('whose version may have been filled in elsewhere gets the text before it again', async () => {
    const id = await make();
    const first = await newest(id);
    valueOf(await editForm(db, id, { fields: [field('q1', 'yes_no')] }));
    await sendAll();
    const { undo } = valueOf(await publishForm(db, id));
    const second = await newest(id);
    // Sent, and the answer of the server got lost.
    await sendAll();
    valueOf(await undo());
    expect(await versions(id)).toEqual([
      first,
      second,
      expect.objectContaining({ number: 3, hash: first.hash, fields: first.fields }),
    ]);
    expect(errorOf(await undo())).toMatchObject({ code: 'stale' });
  });

  test('that asks nothing is not published, and says why', async () => {
    const { id } = valueOf(
      await createForm(db, { ...INPUT, fields: [field('q1', 'yes_no', { label: '' })] }),
    );
    expect(errorOf(await publishForm(db, id))).toMatchObject({
      code: 'invalid',
      issues: [{ field: 'fields.q1.label', rule: 'required' }],
    });
    expect(errorOf(await createForm(db, { ...INPUT, name: ' ' }))).toMatchObject({ field: 'name' });
  });

  test('is archived and comes back as it was; a new link ends the old one', async () => {
    const id = await make();
    const before = (await form(id))!.public_key;
    valueOf(await archiveForm(db, id));
    valueOf(await restoreForm(db, id));
    expect(await form(id)).toMatchObject({ status: 'published' });
    valueOf(await renewFormKey(db, id));
    expect((await form(id))!.public_key).not.toBe(before);
  });
});

describe('a form that was filled in', () => {
  test('is sealed with its flags; hidden answers are not kept', async () => {
    const id = await make();
    const flagged = valueOf(await fill(id));
    const fine = valueOf(await fill(id, { answers: { q1: false, q2: 'Latex' } }));
    const rows = db.rows('form_submissions');
    expect(await rows.get(flagged)).toMatchObject({
      flags: [{ field: 'q1', level: 'danger' }],
      state: 'complete',
      filled_on: 'pro_device',
      version_hash: (await newest(id)).hash,
    });
    expect(await rows.get(fine)).toMatchObject({ answers: { q1: false }, flags: [] });
    expect(
      (await submissionsOfClient(db, 'cleo')).map(({ submission }) => submission.id),
    ).toHaveLength(2);
  });

  test('with something missing is refused at the question', async () => {
    expect(errorOf(await fill(await make(), { answers: {} }))).toMatchObject({
      code: 'invalid',
      issues: [{ field: 'q1', rule: 'required' }],
    });
  });

  test('is signed by the staff once', async () => {
    const id = valueOf(await fill(await make({ countersign: true })));
    expect(errorOf(await countersign(db, id, { strokes: [], name: 'A' }))).toMatchObject({
      code: 'invalid',
    });
    valueOf(await countersign(db, id, { strokes: [], name: 'Ana' }));
    expect(await db.rows('form_submissions').get(id)).toMatchObject({
      state: 'complete',
      countersigned_by: 'Ana',
    });
    expect(errorOf(await countersign(db, id, { strokes: [], name: 'Ana' }))).toMatchObject({
      code: 'illegal_transition',
    });
  });

  test('is made void with a reason, and undo brings it back', async () => {
    const id = valueOf(await fill(await make()));
    expect(errorOf(await voidSubmission(db, id, ' '))).toMatchObject({ code: 'invalid' });
    const { undo } = valueOf(await voidSubmission(db, id, 'Wrong person'));
    expect(await db.rows('form_submissions').get(id)).toMatchObject({
      state: 'void',
      void_reason: 'Wrong person',
    });
    valueOf(await undo());
    expect(await db.rows('form_submissions').get(id)).toMatchObject({
      state: 'complete',
      void_reason: null,
    });
  });

  test('that is corrected is void, and each names the other', async () => {
    const form = await make();
    const first = valueOf(await fill(form));
    const second = valueOf(await fill(form, { supersedes: first }));
    expect(await db.rows('form_submissions').get(first)).toMatchObject({
      state: 'void',
      void_reason: 'Corrected',
    });
    expect(await submissionView(db, first)).toMatchObject({
      corrects: null,
      correctedBy: { id: second },
    });
    expect(await submissionView(db, second)).toMatchObject({
      submission: { supersedes: first, state: 'complete' },
      corrects: { id: first },
      correctedBy: null,
    });
    expect(errorOf(await fill(await make(), { supersedes: first }))).toMatchObject({
      code: 'not_found',
    });
  });

  test('without a client is given to one, and goes along when records become one', async () => {
    const id = valueOf(await fill(await make(), { clientId: null }));
    valueOf(await assignSubmission(db, id, 'cleo'));
    await putRows(db, 'clients', [{ ...(await db.rows('clients').get('cleo'))!, id: 'twin' }]);
    const merged = valueOf(await mergeClients(db, ['twin', 'cleo'], {}));
    expect(await db.rows('form_submissions').get(id)).toMatchObject({ client_id: 'twin' });
    valueOf(await merged.undo());
    expect(await db.rows('form_submissions').get(id)).toMatchObject({ client_id: 'cleo' });
  });
});

describe('the forms of a visit', () => {
  const missing = async (visit = 'a1') =>
    (await formsOfVisit(db, visit))?.map(({ submission }) => submission === null);
  beforeEach(() =>
    putAppointment(db, 'a1', [segmentOf('s1', 'ana', at('15:00'))], { client_id: 'cleo' }),
  );

  test('are those of its services, and done once they are filled in', async () => {
    const id = await make();
    await make({ service_ids: ['s-colour'] });
    await make({ wanted: 'manual' });
    expect(await missing()).toEqual([true]);
    const filled = valueOf(await fill(id));
    expect(await missing()).toEqual([false]);
    valueOf(await voidSubmission(db, filled, 'Wrong person'));
    expect(await missing()).toEqual([true]);
  });

  test('are missing again with a new version, for the next visit, or after some months', async () => {
    const once = await make();
    valueOf(await fill(once));
    valueOf(await editForm(db, once, { fields: [field('q1', 'yes_no')] }));
    valueOf(await publishForm(db, once));
    expect(await missing()).toEqual([true]);
    valueOf(await archiveForm(db, once));
    const each = await make({ frequency: 'every_visit' });
    valueOf(await fill(each));
    expect(await missing()).toEqual([true]);
    valueOf(await fill(each, { appointmentId: 'a1' }));
    expect(await missing()).toEqual([false]);
    valueOf(await archiveForm(db, each));
    const yearly = await make({ frequency: 'every_n_months' });
    const filled = valueOf(await fill(yearly));
    expect(await missing()).toEqual([false]);
    await db.rows('form_submissions').update(filled, { submitted_at: '2026-03-08T10:00:00+00:00' });
    expect(await missing()).toEqual([true]);
  });

  test('are never missing again when once is enough, also when the form changes', async () => {
    const once = await make({ frequency: 'once' });
    expect(await missing()).toEqual([true]);
    const filled = valueOf(await fill(once));
    await db.rows('form_submissions').update(filled, { submitted_at: '2016-03-08T10:00:00+00:00' });
    valueOf(await editForm(db, once, { fields: [field('q1', 'yes_no')] }));
    valueOf(await publishForm(db, once));
    expect(await missing()).toEqual([false]);
    valueOf(await voidSubmission(db, filled, 'Wrong person'));
    expect(await missing()).toEqual([true]);
  });
});

describe('photos and files that a client hands over here', () => {
  const photo = formFile(1);
  const bytes = new Uint8Array([1, 2, 3]).buffer;
  const FILES = { fields: [field('q1', 'photo', { required: true })] };

  test('are kept with the submission, and wait for the server', async () => {
    const id = await make(FILES);
    const answers = { q1: [photo] };
    const files = new Map([[photo.id, bytes]]);
    const filled = valueOf(await fill(id, { answers, files }));
    expect(await db.rows('form_submissions').get(filled)).toMatchObject({ answers });
    expect(await db.blobs.toArray()).toMatchObject([
      {
        id: photo.id,
        state: 'waiting',
        media_type: 'image/webp',
        named_by: { table: 'form_submissions', id: filled },
      },
    ]);
  });

  test('must be there: a form that only names them is not filed', async () => {
    const id = await make(FILES);
    expect(errorOf(await fill(id, { answers: { q1: [photo] } }))).toMatchObject({
      code: 'file_missing',
      field: 'q1',
    });
    expect(await db.rows('form_submissions').count()).toBe(0);
    expect(await db.blobs.count()).toBe(0);
  });
});

test('the board says how many came in, and which belong to nobody yet', async () => {
  const id = await make();
  valueOf(await fill(id));
  valueOf(await fill(id, { clientId: null }));
  expect((await formBoard(db)).forms).toMatchObject([
    { form: { id }, version: { number: 1 }, filled: 2, unassigned: 1 },
  ]);
});
