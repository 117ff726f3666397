import { beforeEach, describe, expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { at, CONSENT, FIRST_DAY, makeSalon, PATCH_TEST, PHOTO, type Salon } from './salon.ts';
import {
  countOf,
  Device,
  insert,
  newId,
  op,
  patch,
  put,
  rowOf,
  signedIn,
  useDatabase,
} from './setup.ts';
import { addVisit } from './visits.ts';

const database = useDatabase();
let salon: Salon;
let owner: Device;
let slugs = 0;
const MARK = 'planted-clinical-words';

beforeEach(async () => {
  salon = await makeSalon(database.db, `records-${(slugs += 1)}`);
  owner = new Device(database.db, salon.users.owner, salon.id);
  await owner.pull();
});

const note = (client: Uuid, more: object = {}) => ({
  client_id: client,
  kind: 'general',
  body: 'Likes tea.',
  pinned: false,
  status: 'draft',
  author_name: 'Ann',
  noted_at: at(-1, 9),
  ...more,
});
const idsOf = (rows: { id: string }[] | undefined) => (rows ?? []).map(({ id }) => id);

describe('clinical notes', () => {
  test('never leave the server towards somebody without the permission', async () => {
    const id = newId();
    await owner.push([
      put('client_notes', id, note(salon.client, { kind: 'clinical', body: MARK })),
    ]);
    for (const role of ['front_desk', 'assistant'] as const) {
      const device = new Device(database.db, salon.users[role], salon.id);
      expect(JSON.stringify(await device.pull())).not.toContain(MARK);
    }
    const own = new Device(database.db, salon.users.practitioner, salon.id);
    expect(JSON.stringify(await own.pull())).toContain(MARK);
  });

  test('what its author keeps to themself reaches them and the owner, and nobody else', async () => {
    const id = newId();
    const [ann, manager] = [
      new Device(database.db, salon.users.practitioner, salon.id),
      new Device(database.db, salon.users.manager, salon.id),
    ];
    await manager.pull();
    await ann.pull();
    const kept = { kind: 'clinical', body: MARK, author_only: true };
    const { result } = await ann.push([put('client_notes', id, note(salon.client, kept))]);
    expect(result['status']).toBe('applied');
    expect(JSON.stringify(await owner.pull())).toContain(MARK);
    expect(JSON.stringify(await manager.pull())).not.toContain(MARK);

    // Shared, and then not any more: it goes from the device that had it.
    await ann.push([patch('client_notes', id, { author_only: false })]);
    expect(JSON.stringify(await manager.pull())).toContain(MARK);
    await ann.push([patch('client_notes', id, { author_only: true })]);
    const answer = await manager.pull();
    expect(answer['dead']).toContainEqual(['client_notes', id, expect.any(Number)]);
    expect(JSON.stringify(answer)).not.toContain(MARK);

    // Nor does a question about it, while there is the note and when there is none.
    await ann.push([patch('client_notes', id, { status: 'final' })]);
    const late = await ann.push([patch('client_notes', id, { body: `${MARK} again` })]);
    const none = await ann.push([
      put('client_notes', newId(), note(salon.client, { ...kept, noted_at: 'never' })),
    ]);
    for (const refused of [late, none]) expect(refused.result['status']).toBe('refused');
    expect(JSON.stringify(await manager.pull())).not.toContain(MARK);
    expect(JSON.stringify(await owner.pull())).toContain(`${MARK} again`);
  });

  test('nobody keeps the note of somebody else to themself, nor one that is not clinical', async () => {
    const id = newId();
    await owner.push([put('client_notes', id, note(salon.client, { kind: 'clinical' }))]);
    const ann = new Device(database.db, salon.users.practitioner, salon.id);
    await ann.pull();
    expect(
      (await ann.push([patch('client_notes', id, { author_only: true })])).result,
    ).toMatchObject({ status: 'refused', code: 'not_allowed' });
    expect(
      (await ann.push([put('client_notes', newId(), note(salon.client, { author_only: true }))]))
        .result,
    ).toMatchObject({ status: 'refused', code: 'invalid' });
  });

  test('a note that becomes clinical goes from the devices that had it', async () => {
    const id = newId();
    await owner.push([put('client_notes', id, note(salon.client))]);
    const desk = new Device(database.db, salon.users.front_desk, salon.id);
    expect(idsOf((await desk.pull())['tables'].client_notes)).toContain(id);
    await owner.push([patch('client_notes', id, { kind: 'clinical', body: MARK })]);
    const answer = await desk.pull();
    expect(answer['dead']).toContainEqual(['client_notes', id, expect.any(Number)]);
    expect(JSON.stringify(answer)).not.toContain(MARK);
  });

  test('a finished one keeps its words, but may be pinned and follows its client', async () => {
    const id = newId();
    await owner.push([
      put('client_notes', id, note(salon.client, { kind: 'clinical', status: 'final' })),
    ]);
    const { result } = await owner.push([patch('client_notes', id, { body: 'Other words' })]);
    expect(result).toMatchObject({ status: 'refused', code: 'not_allowed' });
    expect((await owner.push([op('client_notes', id, 'delete', null)])).result['status']).toBe(
      'refused',
    );
    await owner.push([patch('client_notes', id, { pinned: true, client_id: salon.otherClient })]);
    expect(await rowOf(database.db, 'client_notes', id)).toMatchObject({
      body: 'Likes tea.',
      pinned: true,
      client_id: salon.otherClient,
    });
  });

  test('what a device asked for and was refused is not shown to who may not read it', async () => {
    const id = newId();
    await owner.push([
      put('client_notes', id, note(salon.client, { kind: 'clinical', status: 'final' })),
    ]);
    await owner.push([patch('client_notes', id, { body: MARK })]);
    await database.db.sql(
      `update public.memberships set custom_permissions = '{"clients.clinical": "none"}'
       where business_id = $1 and role = 'manager'`,
      [salon.id],
    );
    const manager = new Device(database.db, salon.users.manager, salon.id);
    expect(JSON.stringify(await manager.pull())).not.toContain(MARK);
  });
});

test('whoever begins to serve a client receives what is kept about them', async () => {
  const ann = new Device(database.db, salon.users.practitioner, salon.id);
  await ann.pull();
  await addVisit(database.db, salon, salon.ann, at(FIRST_DAY + 2, 9), {
    appointment: { client_id: salon.otherClient },
  });
  const { tables } = await ann.pull();
  expect(idsOf(tables.client_notes)).toEqual([salon.rows.client_notes]);
  expect(idsOf(tables.consent_events)).toEqual([salon.rows.consent_events]);
  expect(idsOf(tables.patch_tests)).toEqual([salon.rows.patch_tests]);
  expect(idsOf(tables.client_photos)).toEqual([salon.rows.client_photos]);
});

test('whoever is no longer asked for loses it', async () => {
  const fresh = newId();
  await insert(database.db, 'clients', {
    id: fresh,
    business_id: salon.id,
    first_name: 'Pia',
    preferred_staff_id: salon.ann,
  });
  const id = newId();
  await owner.push([put('client_notes', id, note(fresh))]);
  const ann = new Device(database.db, salon.users.practitioner, salon.id);
  expect(idsOf((await ann.pull())['tables'].client_notes)).toContain(id);
  await owner.push([patch('clients', fresh, { preferred_staff_id: null })]);
  expect((await ann.pull())['dead']).toContainEqual(['client_notes', id, expect.any(Number)]);
});

test('consents are only ever added to', async () => {
  const id = salon.rows.consent_events;
  for (const change of [
    patch('consent_events', id, { state: 'denied' }),
    op('consent_events', id, 'delete', null),
  ]) {
    expect((await owner.push([change])).result).toMatchObject({
      status: 'refused',
      code: 'not_allowed',
    });
  }
});

describe('an erased client', () => {
  const WORDS = 'planted-words-about-a-person';

  /** A client whose name, notes, visit, mail and log all hold the mark. */
  const fill = async () => {
    const client = newId();
    const gone = newId();
    await owner.push([
      put('clients', client, {
        first_name: WORDS,
        email: `${WORDS}@example.com`,
        phone: '+17185550177',
        tags: [WORDS],
        note: WORDS,
        alt_phone: '+17185550178',
        alt_phone_raw: WORDS,
        emergency_contact: { name: WORDS, phone: WORDS },
        address: { line1: WORDS },
        more_addresses: [{ label: WORDS, line1: WORDS }],
      }),
      put('client_notes', newId(), note(client, { body: WORDS })),
      put('client_notes', gone, note(client, { body: WORDS })),
      put('consent_events', newId(), { client_id: client, ...CONSENT, wording: WORDS }),
      put('patch_tests', newId(), { client_id: client, ...PATCH_TEST, product: WORDS }),
      put('client_photos', newId(), { client_id: client, ...PHOTO, author_name: WORDS }),
    ]);
    await owner.push([op('client_notes', gone, 'delete', null)]);
    const visit = await addVisit(database.db, salon, salon.ben, at(FIRST_DAY + 3, 9), {
      appointment: { client_id: client, staff_note: WORDS, client_note: WORDS },
    });
    await owner.push([patch('appointments', visit.id, { staff_note: `${WORDS} again` })]);
    await database.db.sql('select private.add_manage_token($1, $2, $3, now())', [
      salon.id,
      visit.id,
      `${WORDS}-${client}`,
    ]);
    await database.db.sql(
      `select private.mail_appointment($1, 'booking_confirmed', now(), null, null)`,
      [visit.id],
    );
    return { client, visit: visit.id };
  };

  /** Every text of the database in which the mark still stands. */
  const leftovers = async (): Promise<string[]> => {
    const tables = await database.db.sql<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname in ('public', 'private')`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      if ((await countOf(database.db, `${name} t where t::text like $1`, [`%${WORDS}%`])) > 0) {
        found.push(name);
      }
    }
    return found;
  };

  test('leaves nothing of the person anywhere, and the visit with its price', async () => {
    const { client, visit } = await fill();
    expect(await leftovers()).toEqual(
      expect.arrayContaining(['private.mail_outbox', 'private.mutation_log', 'public.clients']),
    );
    const desk = new Device(database.db, salon.users.front_desk, salon.id);
    await desk.pull();
    const { result } = await owner.push([patch('clients', client, { status: 'anonymised' })]);
    expect(result['status']).toBe('applied');
    expect(await leftovers()).toEqual([]);
    expect(
      await countOf(database.db, 'private.public_tokens t where t.subject_id = $1', [visit]),
    ).toBe(0);
    expect(await rowOf(database.db, 'appointments', visit)).toMatchObject({
      client_id: client,
      status: 'booked',
    });
    const answer = await desk.pull();
    expect(answer['tables'].clients).toMatchObject([
      { id: client, first_name: '', phone: null, alt_phone: null, more_addresses: [] },
    ]);
    expect(answer['dead'].map(([table]: [string]) => table).toSorted()).toEqual([
      'client_notes',
      'client_photos',
      'consent_events',
      'patch_tests',
    ]);
  });

  test('whoever erased them may take their pictures away, and nobody sees them any more', async () => {
    const { client } = await fill();
    const [photo] = await database.db.sql<{ id: Uuid }>(
      'select id from public.client_photos where client_id = $1',
      [client],
    );
    const name = `${salon.id}/${photo!.id}`;
    await database.db.sql(
      `insert into storage.objects (bucket_id, name) values ('client-photos', $1)`,
      [name],
    );
    const seenBy = (role: 'owner' | 'manager'): Promise<{ name: string }[]> =>
      database.db.as(signedIn(salon.users[role]), (sql) =>
        sql('select name from storage.objects where name = $1', [name]),
      );
    expect(await seenBy('manager')).toEqual([{ name }]);
    await owner.push([patch('clients', client, { status: 'anonymised' })]);
    expect(await seenBy('manager')).toEqual([]);
    const gone = await database.db.as(signedIn(salon.users.owner), (sql) =>
      sql('delete from storage.objects where name = $1 returning name', [name]),
    );
    expect(gone).toEqual([{ name }]);
  });

  test('stays erased, whatever devices send that had not heard of it', async () => {
    const { client, visit } = await fill();
    const [kept] = await database.db.sql<{ id: Uuid }>(
      'select id from public.client_notes where client_id = $1',
      [client],
    );
    const late = new Device(database.db, salon.users.front_desk, salon.id);
    await late.pull();
    await owner.push([patch('clients', client, { status: 'anonymised' })]);
    for (const ops of [
      [patch('clients', client, { first_name: WORDS, status: 'active' })],
      [patch('client_notes', kept!.id, { body: WORDS })],
      [put('client_notes', newId(), note(client, { body: WORDS }))],
      [put('consent_events', newId(), { client_id: client, ...CONSENT, wording: WORDS })],
      [put('client_photos', newId(), { client_id: client, ...PHOTO, author_name: WORDS })],
      [patch('appointments', visit, { staff_note: WORDS })],
    ]) {
      await late.push(ops);
      await late.push(ops, { at: new Date(Date.now() - 3_600_000).toISOString() });
    }
    expect(await leftovers()).toEqual([]);
    expect(await rowOf(database.db, 'clients', client)).toMatchObject({ status: 'anonymised' });
  });

  test('takes the records that were merged into it along', async () => {
    const { client } = await fill();
    const { client: twin } = await fill();
    await owner.push([patch('clients', twin, { merged_into: client, status: 'archived' })]);
    await owner.push([patch('clients', client, { status: 'anonymised' })]);
    expect(await leftovers()).toEqual([]);
  });

  test('is not for a practitioner to make of their own client', async () => {
    const ann = new Device(database.db, salon.users.practitioner, salon.id);
    const { result } = await ann.push([patch('clients', salon.client, { status: 'anonymised' })]);
    expect(result).toMatchObject({ status: 'refused', code: 'not_allowed' });
  });
});

describe('files of clients', () => {
  const PDF = {
    ...PHOTO,
    kind: 'document',
    media_type: 'application/pdf',
    width: null,
    height: null,
    file_name: 'Lab results.pdf',
    bytes: 10_485_760,
  };

  test('a PDF has a name, a picture has a size, and neither has both', async () => {
    const push = async (more: object) => {
      const { result } = await owner.push([
        put('client_photos', newId(), { client_id: salon.client, ...PDF, ...more }),
      ]);
      return result['status'];
    };
    expect(await push({})).toBe('applied');
    for (const wrong of [
      { file_name: null },
      { file_name: '' },
      { width: 10, height: 10 },
      { kind: 'before' },
      { bytes: 10_485_761 },
      { ...PHOTO, file_name: 'photo.pdf' },
      { ...PHOTO, file_name: null, bytes: 5_242_881 },
      { ...PHOTO, file_name: null, height: null },
    ]) {
      expect(await push(wrong), JSON.stringify(wrong)).toBe('refused');
    }
  });

  test('the bucket takes PDFs of that size', async () => {
    expect(
      await database.db.sql(
        `select file_size_limit::int as most, 'application/pdf' = any (allowed_mime_types) as takes
         from storage.buckets where id = 'client-photos'`,
      ),
    ).toEqual([{ most: 10_485_760, takes: true }]);
  });
});
