import { expect, test } from 'vitest';
import type { Caller } from '#supabase/local/database/caller.ts';
import type { Database } from '#supabase/local/database/database.ts';
import { field, formFile } from '#domain/forms/form-cases.ts';
import type { FormFile, FormSubmissionRow, Uuid } from '#domain/rows.ts';
import { refusal } from '../booking/shop.ts';
import { at, filledIn, makeSalon, type Salon } from '../salon.ts';
import {
  anon,
  Device,
  fromAddress,
  insert,
  newId,
  patch,
  put,
  rpc,
  type Answer,
} from '../setup.ts';

type Place = { readonly db: Database; readonly salon: Salon; readonly desk: Device };

const service: Caller = { role: 'service_role', claims: { role: 'service_role' } };

const FIELDS = [
  field('q1', 'photo', { label: 'The place', max: 2 }),
  field('q2', 'file', { label: 'What the doctor wrote' }),
  field('q3', 'short_text', { label: 'Anything else' }),
];

/** Photos and files: of clients by a link, and of devices of the team. */
export const byFile = (place: Place): void => {
  /** The form of the salon with questions for files, open to anybody; answers its key. */
  const open = async (): Promise<string> => {
    await insert(place.db, 'form_versions', {
      id: newId(),
      business_id: place.salon.id,
      form_id: place.salon.rows.forms,
      fields: FIELDS,
      published_at: at(0, 9),
    });
    const [form] = await place.db.sql<{ public_key: string }>(
      `update public.forms set status = 'published', public_link_on = true where id = $1
       returning public_key`,
      [place.salon.rows.forms],
    );
    return form!.public_key;
  };
  const photo = (more: Partial<FormFile> = {}): FormFile => formFile(1, { id: newId(), ...more });
  const offer = (key: string, file: unknown, more: object = {}, caller = anon): Promise<Answer> =>
    rpc(place.db, caller, 'offer_form_file', { key, version: 2, field: 'q1', file, ...more });
  const bring = async (key: string, file: FormFile, more: object = {}): Promise<void> => {
    const { upload } = await offer(key, file, more);
    await rpc(place.db, service, 'form_file_of_upload', { upload, stored: true });
  };
  const send = (key: string, answers: object, more: object = {}): Promise<Answer> =>
    rpc(place.db, anon, 'submit_form', { key, version: 2, answers, op_id: newId(), ...more });
  const kept = () =>
    place.db.sql<{ id: Uuid; submission_id: Uuid | null; stored_at: string | null }>(
      'select id, submission_id, stored_at from private.form_files where business_id = $1',
      [place.salon.id],
    );
  const received = () =>
    place.db.sql<FormSubmissionRow & { id: Uuid }>(
      `select * from public.form_submissions
       where business_id = $1 and version_id <> $2 order by created_at, id`,
      [place.salon.id, place.salon.rows.form_versions],
    );
  const trash = () =>
    place.db.sql<{ name: string }>(
      `select name from private.file_trash where business_id = $1 and bucket_id = 'form-files'`,
      [place.salon.id],
    );
  /** A form with a photo, filled in on the device at the desk. */
  const fillHere = async (
    file: FormFile,
    more: object = {},
  ): Promise<{ id: Uuid; told: string }> => {
    const [version] = await place.db.sql<{ id: Uuid }>(
      'select id from public.form_versions where form_id = $1 and number = 2',
      [place.salon.rows.forms],
    );
    const id = newId();
    const { result } = await place.desk.push([
      put('form_submissions', id, {
        form_id: place.salon.rows.forms,
        version_id: version!.id,
        client_id: place.salon.client,
        appointment_id: null,
        ...filledIn({ q1: [file] }, FIELDS),
        ...more,
      }),
    ]);
    return { id, told: String(result['code'] ?? result['status']) };
  };

  test('what a client hands over is theirs once the form is sent, and is named by it for ever', async () => {
    const key = await open();
    const file = photo();
    const offered = await offer(key, file);
    expect(offered).toEqual({
      ok: true,
      upload: expect.stringMatching(/^[0-9a-f]{64}$/),
      is_stored: false,
    });
    expect(refusal(await send(key, { q1: [file] }))).toBe('file_missing q1');
    expect(
      await rpc(place.db, service, 'form_file_of_upload', { upload: offered['upload'] }),
    ).toEqual({ ok: true, name: `${place.salon.id}/${file.id}`, facts: file, is_stored: false });
    await bring(key, file);
    expect(await offer(key, file)).toEqual({ ...offered, is_stored: true });
    const opId = newId();
    const answer = await send(key, { q1: [file] }, { op_id: opId });
    expect(refusal(answer)).toBe('ok');
    // Its answer got lost: everything is asked for again.
    expect(await offer(key, file)).toMatchObject({ is_stored: true });
    expect(await send(key, { q1: [file] }, { op_id: opId })).toEqual(answer);
    const [submission] = await received();
    expect(submission).toMatchObject({ answers: { q1: [file] } });
    expect(await kept()).toMatchObject([{ id: file.id, submission_id: submission?.id }]);
    // It cannot become part of another one.
    expect(refusal(await send(key, { q1: [file] }))).toBe('file_missing q1');
    expect((await fillHere(file)).told).toBe('file_missing');
  });

  test('only what was offered comes in, and only as an answer to a question for it', async () => {
    const key = await open();
    const file = photo();
    await bring(key, file);
    for (const other of [
      { ...file, sha256: 'f'.repeat(64) },
      { ...file, name: 'else.webp' },
      { ...file, id: newId() },
    ]) {
      expect(refusal(await send(key, { q1: [other] }))).toBe('file_missing q1');
    }
    const pdf = photo({ media_type: 'application/pdf' });
    const asked: [string, unknown, object?][] = [
      ['invalid q1', { ...file, bytes: file.bytes + 1 }],
      ['invalid q1', pdf],
      ['ok', pdf, { field: 'q2' }],
      ['invalid q1', null],
      ['invalid q1', [1]],
      ['invalid q1', { id: file.id }],
      ['invalid q1', photo({ bytes: 10_485_761 })],
      ['invalid q1', photo({ name: 'x'.repeat(121) })],
      ['stale version', photo(), { field: 'q3' }],
      ['stale version', photo(), { field: 'q9' }],
      ['stale version', photo(), { field: null }],
      ['stale version', photo(), { version: 1 }],
      ['stale version', photo(), { version: null }],
    ];
    for (const [reason, one, more] of asked) {
      expect([reason, refusal(await offer(key, one, more))]).toEqual([reason, reason]);
    }
    expect(await received()).toEqual([]);
  });

  test('nobody learns here of forms, files and visits that are not theirs', async () => {
    const key = await open();
    const nothing = { ok: false, code: 'not_found' };
    for (const wrong of ['', 'x', `${key}x`]) {
      expect(await offer(wrong, photo())).toEqual(nothing);
    }
    expect(await offer(key, photo(), { token: 'x' })).toEqual(nothing);
    for (const upload of ['', 'x', 'a'.repeat(64)]) {
      expect(await rpc(place.db, service, 'form_file_of_upload', { upload })).toEqual(nothing);
    }
    await place.db.sql('update public.forms set public_link_on = false where id = $1', [
      place.salon.rows.forms,
    ]);
    expect(await offer(key, photo())).toEqual(nothing);
    const token = newId();
    await place.db.sql('select private.add_manage_token($1, $2, $3, now())', [
      place.salon.id,
      place.salon.visit,
      token,
    ]);
    const file = photo();
    await bring(key, file, { token });
    expect(refusal(await send(key, { q1: [file] }, { token }))).toBe('ok');

    const other = await makeSalon(place.db, `form-file-${newId()}`);
    const theirs = new Device(place.db, other.users.owner, other.id);
    await theirs.pull();
    const stolen = await theirs.push([
      put('form_submissions', newId(), {
        form_id: other.rows.forms,
        version_id: other.rows.form_versions,
        client_id: other.client,
        appointment_id: null,
        ...filledIn({ q1: [file] }),
      }),
    ]);
    expect(stolen.result).toMatchObject({ status: 'refused', code: 'invalid' });
  });

  test('one network offers three hundred files in an hour at most', async () => {
    const key = await open();
    await place.db.sql(
      `insert into private.rate_limits (bucket, key_hash, window_start, hits)
       values ('form_file:network', sha256(convert_to('203.0.113.0', 'UTF8')),
         date_bin('1 hour', now(), timestamptz '2026-01-01'), 299)`,
    );
    const caller = fromAddress('203.0.113.70');
    expect(refusal(await offer(key, photo(), {}, caller))).toBe('ok');
    expect(refusal(await offer(key, photo(), {}, caller))).toBe('rate_limited');
    expect(refusal(await offer(key, photo(), {}, fromAddress('198.51.100.70')))).toBe('ok');
  });

  test('what nobody sent a form with goes after a day, and may come once more', async () => {
    const key = await open();
    const [given, fresh, sent] = [photo(), photo(), photo()];
    for (const file of [given, fresh, sent]) await bring(key, file);
    expect(refusal(await send(key, { q1: [sent] }))).toBe('ok');
    const stray = `${place.salon.id}/${newId()}`;
    await place.db.sql(
      `insert into storage.objects (bucket_id, name, created_at)
       values ('form-files', $1, now() - interval '25 hours')`,
      [stray],
    );
    await place.db.sql(
      `update private.form_files set created_at = now() - interval '25 hours' where id = any ($1)`,
      [[given.id, sent.id]],
    );
    await place.db.sql('select private.forget_form_files()');
    expect((await kept()).map(({ id }) => id).toSorted()).toEqual([fresh.id, sent.id].toSorted());
    const gone = `${place.salon.id}/${given.id}`;
    expect((await trash()).map(({ name }) => name).toSorted()).toEqual([gone, stray].toSorted());
    expect(await offer(key, given)).toMatchObject({ ok: true, is_stored: false });
    expect(await trash()).toEqual([{ name: stray }]);
  });

  test('a device of the team brings its file afterwards, and an erased client takes it along', async () => {
    await open();
    const file = photo();
    const { id, told } = await fillHere(file);
    expect(told).toBe('applied');
    expect(await kept()).toEqual([{ id: file.id, submission_id: id, stored_at: null }]);
    const void_reason = 'Wrong person';
    const taken = await place.desk.push([
      patch('form_submissions', id, { state: 'void', void_reason }),
    ]);
    expect(taken.result).toMatchObject({ status: 'applied' });
    expect(await kept()).toHaveLength(1);
    await place.db.sql(`update public.clients set status = 'anonymised' where id = $1`, [
      place.salon.client,
    ]);
    expect(await kept()).toEqual([]);
    expect(await trash()).toEqual([{ name: `${place.salon.id}/${file.id}` }]);
  });
};
