import { beforeEach, describe, expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { makeSalon, at, FIRST_DAY, type Salon } from './salon.ts';
import {
  Device,
  anon,
  countOf,
  newId,
  op,
  patch,
  put,
  rowOf,
  rpc,
  signedIn,
  useDatabase,
} from './setup.ts';
import { visitRows } from './visits.ts';

const database = useDatabase();
let salon: Salon;
let owner: Device;
let slugs = 0;

beforeEach(async () => {
  salon = await makeSalon(database.db, `push-${(slugs += 1)}`);
  owner = new Device(database.db, salon.users.owner, salon.id);
  await owner.pull();
});

const newClient = (first_name = 'Zoe') => ({ first_name, last_name: 'Ash', tags: [] });
const itemsOf = (entityId: Uuid) =>
  database.db.sql<{ kind: string; mine: Record<string, unknown>; theirs: Record<string, unknown> }>(
    `select kind, mine, theirs from public.attention_items
     where entity_id = $1 and state = 'open' order by id`,
    [entityId],
  );

describe('numbers', () => {
  test('[SYN-12] the same batch twice takes effect once and gets the same answer', async () => {
    const id = newId();
    const batch = [
      owner.mutation({ ops: [put('clients', id, newClient())] }),
      owner.mutation({ ops: [patch('clients', id, { phone: 'nonsense' })] }),
    ];
    const first = await owner.send(batch);
    const second = await owner.send(batch);
    expect(first['results'].map((r: { status: string }) => r.status)).toEqual([
      'applied',
      'refused',
    ]);
    expect(second['results']).toEqual([
      { ...first['results'][0], status: 'duplicate' },
      first['results'][1],
    ]);
    expect(second['tables'].clients).toEqual(first['tables'].clients);
    expect(second['rev']).toBe(first['rev']);
    expect(await countOf(database.db, 'public.attention_items where entity_id = $1', [id])).toBe(1);
  });

  test('[SYN-12] a device that lost its memory sends a known mutation under a new name: once', async () => {
    const mutation = owner.mutation({ ops: [op('clients', salon.client, 'add', { tags: 'vip' })] });
    await owner.send([mutation]);
    await owner.push([op('clients', salon.client, 'remove', { tags: 'vip' })]);
    const reborn = new Device(database.db, salon.users.owner, salon.id);
    const answer = await reborn.send([{ ...mutation, seq: 1 }]);
    expect(answer['results'][0]).toMatchObject({ seq: 1, status: 'duplicate' });
    expect(answer['last_seq']).toBe(1);
    expect(await rowOf(database.db, 'clients', salon.client)).toMatchObject({ tags: [] });
  });

  test('[SYN-11] a gap stops the batch and last_seq says where', async () => {
    const [id, late] = [newId(), newId()];
    const answer = await owner.send([
      owner.mutation({ ops: [put('clients', id, newClient())] }),
      owner.mutation({ ops: [put('clients', late, newClient())], seq: 3 }),
    ]);
    expect(answer).toMatchObject({ ok: true, last_seq: 1 });
    expect(answer['results']).toHaveLength(1);
    expect(await countOf(database.db, 'public.clients where id = $1', [late])).toBe(0);
    expect(await owner.pull()).toMatchObject({ last_seq: 1 });
  });

  test('[SYN-15] a number that was another mutation’s means that two devices share a name', async () => {
    const id = newId();
    await owner.push([put('clients', id, newClient())]);
    await owner.push([patch('clients', id, { note: 'first' })]);
    const foreign = {
      ...owner.mutation({ ops: [patch('clients', id, { note: 'second' })] }),
      seq: 1,
    };
    expect(await owner.send([foreign])).toEqual({
      ok: false,
      code: 'client_reused',
      server_time: expect.any(String),
    });
    expect(await rowOf(database.db, 'clients', id)).toMatchObject({ note: 'first' });
    // Under a name of its own it is judged like any other.
    const copy = new Device(database.db, salon.users.owner, salon.id);
    expect((await copy.send([{ ...foreign, base_rev: owner.cursor }]))['results']).toMatchObject([
      { seq: 1, code: 'stale_field' },
    ]);
  });

  test('[SYN-12] a number whose answer is forgotten is a duplicate, and takes no effect again', async () => {
    const mutation = owner.mutation({ ops: [patch('clients', salon.client, { note: 'once' })] });
    await owner.send([mutation]);
    await owner.push([patch('clients', salon.client, { note: 'twice' })]);
    await database.db.sql('delete from private.mutation_log where mutation_id = $1', [mutation.id]);
    expect((await owner.send([mutation]))['results']).toEqual([
      { seq: 1, id: mutation.id, status: 'duplicate' },
    ]);
    expect(await rowOf(database.db, 'clients', salon.client)).toMatchObject({ note: 'twice' });
  });

  test('another person cannot speak for a device', async () => {
    await owner.push([patch('clients', salon.client, { note: 'x' })]);
    const thief = new Device(database.db, salon.users.manager, salon.id);
    const answer = await thief.send(
      [thief.mutation({ ops: [patch('clients', salon.client, { note: 'y' })], seq: 2 })],
      owner.clientId,
    );
    expect(answer).toMatchObject({ ok: false, code: 'not_allowed' });
  });
});

describe('limits and versions', () => {
  const args = () => ({ business_id: salon.id, client_id: newId(), schema: 1, mutations: [] });

  test('more than 100 mutations or 256 KB are too large, a single large one is not', async () => {
    const caller = signedIn(salon.users.owner);
    const many = Array.from({ length: 101 }, () => owner.mutation({ ops: [] }));
    expect(
      await rpc(database.db, caller, 'sync_push', { ...args(), mutations: many }),
    ).toMatchObject({ ok: false, code: 'payload_too_large' });
    const device = new Device(database.db, salon.users.owner, salon.id);
    const large = device.mutation({
      name: 'x'.repeat(300_000),
      ops: [patch('clients', salon.client, { note: 'big' })],
    });
    expect(await device.send([large, device.mutation({ ops: [] })])).toMatchObject({
      code: 'payload_too_large',
    });
    expect(await device.send([large])).toMatchObject({ ok: true, last_seq: 1 });
  });

  test('an unknown schema waits for its update; a shapeless batch is invalid', async () => {
    const caller = signedIn(salon.users.owner);
    expect(await rpc(database.db, caller, 'sync_push', { ...args(), schema: 0 })).toMatchObject({
      ok: false,
      code: 'upgrade_needed',
    });
    for (const mutations of [{}, [{ seq: 1 }], [{ id: newId(), seq: '1' }], [1]]) {
      expect(await rpc(database.db, caller, 'sync_push', { ...args(), mutations })).toMatchObject({
        ok: false,
        code: 'invalid',
      });
    }
  });

  test('who is no member has lost access, who is nobody may not even ask', async () => {
    const stranger = signedIn(newId());
    expect(await rpc(database.db, stranger, 'sync_push', args())).toMatchObject({
      ok: false,
      code: 'access_lost',
    });
    await expect(rpc(database.db, anon, 'sync_push', args())).rejects.toThrow('permission denied');
  });
});

describe('refusals', () => {
  test.each([
    ['a broken check, with its field', { phone: 'x' }, 'invalid', 'phone'],
    ['text where a list belongs', { tags: 'vip' }, 'invalid', 'tags'],
    ['a field that does not exist', { wings: 2 }, 'invalid', 'wings'],
    ['a null where one is needed', { first_name: null }, 'invalid', 'first_name'],
    [
      'somebody else’s staff',
      { preferred_staff_id: '018f0000-0000-7000-8000-000000000099' },
      'deleted',
      'preferred_staff_id',
    ],
    ['the rev', { rev: 1 }, 'not_allowed', 'rev'],
    ['the maker', { created_by: null }, 'not_allowed', 'created_by'],
    [
      'the business',
      { business_id: '018f0000-0000-7000-8000-000000000099' },
      'not_allowed',
      'business_id',
    ],
  ])('%s', async (_what, change, code, field) => {
    const before = await rowOf(database.db, 'clients', salon.client);
    const { result } = await owner.push([patch('clients', salon.client, change)]);
    expect(result).toMatchObject({ status: 'refused', code, field });
    expect(await rowOf(database.db, 'clients', salon.client)).toEqual(before);
    const [item] = await itemsOf(salon.client);
    expect(item).toMatchObject({
      kind: code === 'not_allowed' ? 'permission' : code === 'deleted' ? 'deleted' : 'validation',
      mine: { ops: [patch('clients', salon.client, change)] },
      theirs: { code, field },
    });
  });

  test('the conflict flag is the server’s: dropped from a put, refused in a patch', async () => {
    const rows = visitRows(salon, salon.ben, at(FIRST_DAY, 15));
    const { business_id: _a, id: _b, ...whole } = rows.appointment as Record<string, unknown>;
    const { result } = await owner.push([
      put('appointments', rows.id, { ...whole, conflict: true }),
    ]);
    expect(result).toMatchObject({ status: 'applied' });
    expect(await rowOf(database.db, 'appointments', rows.id)).toMatchObject({ conflict: false });
    const patched = await owner.push([patch('appointments', rows.id, { conflict: true })]);
    expect(patched.result).toMatchObject({
      status: 'refused',
      code: 'not_allowed',
      field: 'conflict',
    });
  });

  test('tables that no client writes', async () => {
    for (const table of ['memberships', 'mutation_log', 'pg_class'] as never[]) {
      const { result } = await owner.push([put(table, newId(), { role: 'owner' })]);
      expect(result).toMatchObject({ status: 'refused', code: 'not_allowed', field: 'table' });
    }
    const policy = await owner.push([
      patch('policy_texts', salon.rows.policy_texts, { body: 'Be cruel.' }),
    ]);
    expect(policy.result).toMatchObject({ status: 'refused', code: 'not_allowed' });
    const whole = await rowOf(database.db, 'policy_texts', salon.rows.policy_texts);
    const again = await owner.push([
      put('policy_texts', salon.rows.policy_texts, { ...whole, body: 'Be cruel.' }),
    ]);
    expect(again.result).toMatchObject({ status: 'refused', code: 'not_allowed' });
  });

  test('a taken name, a taken slug, a reserved slug', async () => {
    const reason = await owner.push([
      put('block_off_reasons', newId(), { name: ' lunch ', colour: 'teal', sort_key: 'a' }),
    ]);
    expect(reason.result).toMatchObject({ status: 'refused', code: 'name_taken', field: 'name' });
    const other = await makeSalon(database.db, `${salon.slug}-other`);
    const slug = await owner.push([patch('businesses', salon.id, { slug: other.slug })]);
    expect(slug.result).toMatchObject({ code: 'slug_taken', field: 'slug' });
    const reserved = await owner.push([patch('businesses', salon.id, { slug: 'login' })]);
    expect(reserved.result).toMatchObject({ code: 'slug_reserved', field: 'slug' });
  });

  test('a row that others point at is in use', async () => {
    const { result } = await owner.push([op('staff', salon.ben, 'delete', null)]);
    expect(result).toMatchObject({ status: 'refused', code: 'in_use' });
    const client = await owner.push([op('clients', salon.client, 'delete', null)]);
    expect(client.result).toMatchObject({ status: 'refused', code: 'in_use' });
  });

  test('[SYN-13] one refusal neither stops the others nor leaves half of its own', async () => {
    const [half, whole] = [newId(), newId()];
    const answer = await owner.send([
      owner.mutation({
        ops: [put('clients', half, newClient()), patch('clients', salon.client, { email: 'no' })],
      }),
      owner.mutation({ ops: [put('clients', whole, newClient())] }),
    ]);
    expect(answer['results']).toMatchObject([
      { status: 'refused', code: 'invalid', field: 'email' },
      { status: 'applied' },
    ]);
    expect(answer['last_seq']).toBe(2);
    expect(await countOf(database.db, 'public.clients where id = $1', [half])).toBe(0);
    expect(await countOf(database.db, 'public.clients where id = $1', [whole])).toBe(1);
  });

  test('a character that the database cannot store does not stop the queue', async () => {
    const raw = JSON.stringify([
      owner.mutation({ ops: [patch('clients', salon.client, { note: 'NOTE' })] }),
    ]).replace('NOTE', String.raw`a\u0000b\ud83dc \\u0000 \ud83d\ude00`);
    const answer = await rpc(database.db, signedIn(salon.users.owner), 'sync_push', {
      business_id: salon.id,
      client_id: owner.clientId,
      schema: 1,
      mutations: raw,
    });
    expect(answer['results']).toMatchObject([{ status: 'applied' }]);
    expect(await rowOf(database.db, 'clients', salon.client)).toMatchObject({
      note: 'a\ufffdb\ufffdc \\u0000 😀',
    });
  });
});

describe('operations', () => {
  test('a put makes a row with the server’s stamps and the defaults of what is not said', async () => {
    const id = newId();
    const { answer } = await owner.push([put('clients', id, { first_name: 'Zoe' })]);
    const [row] = answer['tables'].clients;
    expect(row).toMatchObject({
      id,
      business_id: salon.id,
      rev: answer['rev'],
      created_by: salon.users.owner,
      first_name: 'Zoe',
      tags: [],
      online_booking: 'allow',
    });
    expect(row.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/);
  });

  test('a put over an existing row changes only the columns it names', async () => {
    const { result } = await owner.push([
      put('clients', salon.client, { first_name: 'Clea', phone: null }),
    ]);
    expect(result).toMatchObject({ status: 'applied' });
    expect(await rowOf(database.db, 'clients', salon.client)).toMatchObject({
      first_name: 'Clea',
      last_name: 'Reyes',
      phone: null,
    });
  });

  test('a put with the id of another business’s row touches nothing', async () => {
    const other = await makeSalon(database.db, `${salon.slug}-b`);
    const { result } = await owner.push([put('clients', other.client, newClient('Stolen'))]);
    expect(result).toMatchObject({ status: 'refused', code: 'deleted' });
    expect(await rowOf(database.db, 'clients', other.client)).toMatchObject({ first_name: 'Cleo' });
  });

  test('sets take and lose single elements, twice is once', async () => {
    const ops = [
      op('clients', salon.client, 'add', { tags: 'vip' }),
      op('clients', salon.client, 'add', { tags: 'late' }),
      op('clients', salon.client, 'add', { tags: 'vip' }),
      op('clients', salon.client, 'remove', { tags: 'gone' }),
    ];
    await owner.push(ops);
    expect(await rowOf(database.db, 'clients', salon.client)).toMatchObject({
      tags: ['vip', 'late'],
    });
    await owner.push([op('clients', salon.client, 'remove', { tags: 'vip' })]);
    expect(await rowOf(database.db, 'clients', salon.client)).toMatchObject({ tags: ['late'] });
    const { result } = await owner.push([op('clients', salon.client, 'add', { note: 'x' })]);
    expect(result).toMatchObject({ status: 'refused', code: 'invalid', field: 'note' });
  });

  test('a delete leaves a tombstone; a second one and a return are fine', async () => {
    const id = newId();
    await owner.push([put('clients', id, newClient())]);
    const { answer } = await owner.push([op('clients', id, 'delete', null)]);
    expect(answer['dead']).toEqual([['clients', id, answer['rev']]]);
    const again = await owner.push([op('clients', id, 'delete', null)]);
    expect(again.result).toMatchObject({ status: 'applied' });
    const back = await owner.push([put('clients', id, newClient())]);
    expect(back.answer['dead']).toEqual([]);
    expect(back.answer['tables'].clients).toHaveLength(1);
  });

  test('a change that changes nothing takes no number', async () => {
    const before = await rowOf(database.db, 'clients', salon.client);
    const { answer } = await owner.push([patch('clients', salon.client, { first_name: 'Cleo' })]);
    expect(answer['tables'].clients).toEqual([before]);
    expect(await rowOf(database.db, 'clients', salon.client)).toEqual(before);
  });

  test('the answer carries every row the transaction changed, also those no op named', async () => {
    const rows = visitRows(salon, salon.ann, at(FIRST_DAY, 10, 30));
    const { business_id: _a, id: _b, ...appointment } = rows.appointment;
    const { business_id: _c, id: segmentId, ...segment } = rows.segment;
    const { answer, result } = await owner.push([
      put('appointments', rows.id, appointment),
      put('appointment_segments', segmentId, segment),
    ]);
    expect(result).toMatchObject({ status: 'conflict', code: 'slot_taken' });
    expect(answer['tables'].appointments).toMatchObject([{ id: rows.id, conflict: true }]);
    expect(answer['tables'].attention_items).toMatchObject([
      { id: result['attention_id'], entity_id: rows.id, kind: 'slot_taken' },
    ]);
  });
});
