import { beforeEach, describe, expect, test } from 'vitest';
import { at, FIRST_DAY, makeSalon, type Salon } from './salon.ts';
import {
  anon,
  Device,
  insert,
  newId,
  op,
  patch,
  put,
  rowOf,
  rpc,
  signedIn,
  useDatabase,
  type Answer,
} from './setup.ts';
import { addVisit } from './visits.ts';
import { TABLES } from '#domain/rows.ts';

const database = useDatabase();
let salon: Salon;
let owner: Device;
let slugs = 0;

beforeEach(async () => {
  salon = await makeSalon(database.db, `pull-${(slugs += 1)}`);
  owner = new Device(database.db, salon.users.owner, salon.id);
});

const everything = (answer: Answer): { id: string; rev: number }[] =>
  Object.values(answer['tables'] as Record<string, { id: string; rev: number }[]>).flat();

describe('pages', () => {
  test('[SYN-20] a pull brings every row once, the next one nothing', async () => {
    const first = await owner.pull();
    expect(Object.keys(first['tables'])).toEqual([...TABLES]);
    expect(first).toMatchObject({ ok: true, more: false, dead: [], last_seq: 0 });
    expect(first['cursor']).toBe(first['head']);
    const again = await owner.pull();
    expect(again).toMatchObject({ tables: {}, dead: [], more: false, cursor: first['cursor'] });
  });

  test('[SYN-20] pages are whole transactions in rev order, however small they are cut', async () => {
    await database.db.transaction(async (sql) => {
      for (let n = 0; n < 25; n += 1) {
        await sql(
          `insert into public.clients (id, business_id, first_name) values ($1, $2, 'Many')`,
          [newId(), salon.id],
        );
      }
    });
    for (let n = 0; n < 6; n += 1) {
      await insert(database.db, 'clients', {
        id: newId(),
        business_id: salon.id,
        first_name: `Single ${n}`,
      });
    }
    const whole = everything(await new Device(database.db, salon.users.owner, salon.id).pull());
    const seen: { id: string; rev: number }[] = [];
    let pages = 0;
    for (let more = true; more; pages += 1) {
      const before = owner.cursor;
      const page = await owner.pull(3);
      const rows = everything(page);
      expect(rows.every((row) => row.rev > before && row.rev <= owner.cursor)).toBe(true);
      seen.push(...rows);
      more = page['more'];
    }
    // The salon, the many, and the six in twos or threes.
    expect(pages).toBeGreaterThanOrEqual(4);
    expect(seen.map((row) => row.id).toSorted()).toEqual(whole.map((row) => row.id).toSorted());
    const many = seen.filter((row) => (row as { first_name?: string }).first_name === 'Many');
    expect(new Set(many.map((row) => row.rev)).size).toBe(1);
  });

  test('[SYN-22] a deletion travels as a tombstone with its rev', async () => {
    await owner.pull();
    const id = newId();
    await owner.push([put('clients', id, { first_name: 'Brief' })]);
    const { answer } = await owner.push([op('clients', id, 'delete', null)]);
    const pulled = await owner.pull();
    expect(pulled['dead']).toEqual([['clients', id, answer['rev']]]);
    expect(pulled['tables']).toEqual({});
  });

  test('deleting an appointment takes its segments along', async () => {
    await owner.pull();
    const { answer } = await owner.push([op('appointments', salon.visit, 'delete', null)]);
    expect(answer['dead'].map(([table]: [string]) => table).toSorted()).toEqual([
      'appointment_segments',
      'appointments',
    ]);
  });

  test('[SYN-24] last_seq comes from the snapshot of the page', async () => {
    await owner.push([patch('clients', salon.client, { note: 'a' })]);
    await owner.push([patch('clients', salon.client, { note: 'b' })]);
    expect(await owner.pull()).toMatchObject({ last_seq: 2 });
    expect(await new Device(database.db, salon.users.owner, salon.id).pull()).toMatchObject({
      last_seq: 0,
    });
  });

  test('instants are printed in UTC as devices keep them', async () => {
    await database.db.sql(`set timezone to 'Asia/Kathmandu'`);
    const { tables } = await owner.pull();
    await database.db.sql(`set timezone to 'UTC'`);
    expect(tables.appointments[0].starts_at).toBe(at(FIRST_DAY, 10));
  });
});

describe('starting over', () => {
  const refusal = (answer: Answer) => ({ ok: answer['ok'], code: answer['code'] });

  test('[SYN-32] another epoch, a cursor from the future, a forgotten epoch', async () => {
    const { epoch } = await owner.pull();
    owner.epoch = 'another';
    expect(await owner.pull()).toMatchObject({ ok: false, code: 'reset', epoch });
    owner.epoch = null;
    expect(refusal(await owner.pull())).toEqual({ ok: false, code: 'reset' });
    owner.epoch = epoch;
    owner.cursor += 100;
    expect(refusal(await owner.pull())).toEqual({ ok: false, code: 'reset' });
  });

  test('[SYN-32] a device that slept through the tombstones', async () => {
    await owner.pull();
    const id = newId();
    const other = new Device(database.db, salon.users.manager, salon.id);
    await other.push([put('clients', id, { first_name: 'Brief' })]);
    await other.push([op('clients', id, 'delete', null)]);
    await database.db.sql(
      `update private.tombstones set deleted_at = now() - interval '181 days' where row_id = $1`,
      [id],
    );
    await database.db.sql('select private.prune()');
    expect(refusal(await owner.pull())).toEqual({ ok: false, code: 'reset' });
    expect(await new Device(database.db, salon.users.owner, salon.id).pull()).toMatchObject({
      ok: true,
    });
  });

  test('[SYN-47] an unknown schema, [SYN-45] a lost membership, nobody at all', async () => {
    const args = { business_id: salon.id, client_id: newId(), cursor: 0 };
    const asOwner = signedIn(salon.users.owner);
    expect(refusal(await rpc(database.db, asOwner, 'sync_pull', { ...args, schema: 0 }))).toEqual({
      ok: false,
      code: 'upgrade_needed',
    });
    expect(refusal(await rpc(database.db, signedIn(newId()), 'sync_pull', args))).toEqual({
      ok: false,
      code: 'access_lost',
    });
    for (const name of ['sync_pull', 'sync_window', 'sync_digest']) {
      const call = name === 'sync_pull' ? args : { business_id: salon.id };
      await expect(
        rpc(database.db, anon, name, name === 'sync_window' ? { ...call, window: {} } : call),
      ).rejects.toThrow('permission denied');
    }
  });

  test('a change of role moves the epoch of that member alone', async () => {
    const desk = new Device(database.db, salon.users.front_desk, salon.id);
    await desk.pull();
    await owner.pull();
    const answer = await rpc(database.db, signedIn(salon.users.owner), 'set_member_role', {
      business_id: salon.id,
      membership_id: salon.rows.memberships,
      role: 'assistant',
    });
    expect(answer).toEqual({ ok: true });
    expect(refusal(await desk.pull())).toEqual({ ok: false, code: 'reset' });
    expect(await owner.pull()).toMatchObject({ ok: true });
  });

  test('so does taking over another column of the calendar', async () => {
    const practitioner = new Device(database.db, salon.users.practitioner, salon.id);
    await practitioner.pull();
    await owner.push([patch('staff', salon.ann, { membership_id: null })]);
    expect(refusal(await practitioner.pull())).toEqual({ ok: false, code: 'reset' });
  });
});

describe('a narrow view', () => {
  test('brings own things only, and what leaves it as dead', async () => {
    const practitioner = new Device(database.db, salon.users.practitioner, salon.id);
    const first = await practitioner.pull();
    expect(first['tables'].appointments.map((row: { id: string }) => row.id)).toEqual([
      salon.visit,
    ]);
    expect(first['tables'].clients.map((row: { id: string }) => row.id)).toEqual([salon.client]);
    expect(first['dead']).toEqual([]);

    const [segment] = first['tables'].appointment_segments;
    await owner.push([patch('appointment_segments', segment.id, { staff_id: salon.ben })]);
    const { dead, tables } = await practitioner.pull();
    expect(dead.map(([table, id]: [string, string]) => `${table} ${id}`)).toEqual(
      expect.arrayContaining([`appointments ${salon.visit}`, `appointment_segments ${segment.id}`]),
    );
    expect(tables.appointments ?? []).toEqual([]);
  });

  test('brings the client of a first appointment although the client did not change', async () => {
    const practitioner = new Device(database.db, salon.users.practitioner, salon.id);
    await practitioner.pull();
    await addVisit(database.db, salon, salon.ann, at(FIRST_DAY, 15), {
      appointment: { client_id: salon.otherClient },
    });
    const { tables } = await practitioner.pull();
    expect(tables.clients.map((row: { id: string }) => row.id)).toEqual([salon.otherClient]);
  });

  test('an old appointment comes whole when a colleague joins it', async () => {
    const practitioner = new Device(database.db, salon.users.practitioner, salon.id);
    await practitioner.pull();
    await insert(database.db, 'appointment_segments', {
      ...(await rowOf(database.db, 'appointment_segments', salon.rows.appointment_segments)),
      id: newId(),
      staff_id: salon.ann,
      position: 1,
      starts_at: at(FIRST_DAY, 11),
    });
    const { tables } = await practitioner.pull();
    expect(tables.appointments.map((row: { id: string }) => row.id)).toEqual([salon.otherVisit]);
    expect(tables.appointment_segments).toHaveLength(2);
  });

  test('an assistant sees clients without the ways to reach them', async () => {
    const assistant = new Device(database.db, salon.users.assistant, salon.id);
    const { tables } = await assistant.pull();
    const cleo = tables.clients.find((row: { id: string }) => row.id === salon.client);
    expect(cleo).toMatchObject({ first_name: 'Cleo', email: null, phone: null, phone_raw: null });
    await owner.push([patch('clients', salon.client, { note: 'new' })]);
    const next = await assistant.pull();
    expect(next['tables'].clients).toMatchObject([{ note: 'new', email: null, phone: null }]);
    expect(next['dead']).toEqual([]);
    expect(JSON.stringify([tables, next])).not.toContain('17185550142');
  });
});

describe('windows', () => {
  const window = (user: string, wanted: object) =>
    rpc(database.db, signedIn(user), 'sync_window', { business_id: salon.id, window: wanted });

  test('[SYN-30] settings whole, dated rows by their start, clients only as referenced', async () => {
    await addVisit(database.db, salon, salon.ann, at(FIRST_DAY + 20, 10), {
      appointment: { client_id: salon.otherClient },
    });
    const answer = await window(salon.users.owner, {
      tables: ['staff', 'clients', 'appointments', 'appointment_segments', 'time_off', 'nonsense'],
      from: at(FIRST_DAY, 0),
      to: at(FIRST_DAY + 1, 0),
      referenced: true,
    });
    const { head } = await owner.pull();
    expect(answer).toMatchObject({ ok: true, more: false, head });
    expect(Object.keys(answer['tables'])).toEqual([
      'staff',
      'time_off',
      'clients',
      'appointments',
      'appointment_segments',
    ]);
    const idsOf = (table: string) =>
      answer['tables'][table].map((row: { id: string }) => row.id).toSorted();
    expect(idsOf('appointments')).toEqual([salon.visit, salon.otherVisit].toSorted());
    expect(idsOf('clients')).toEqual([salon.client, salon.otherClient].toSorted());
    expect(idsOf('staff')).toHaveLength(2);
    expect(idsOf('time_off')).toEqual([]);
  });

  test('[SYN-31] one table in pages by id', async () => {
    for (let n = 0; n < 5; n += 1) {
      await insert(database.db, 'clients', {
        id: newId(),
        business_id: salon.id,
        first_name: 'Many',
      });
    }
    const found: string[] = [];
    let after: string | null = null;
    for (let more = true; more;) {
      const page: Answer = await window(salon.users.owner, {
        tables: ['clients'],
        after,
        limit: 3,
      });
      const ids: string[] = page['tables'].clients.map((row: { id: string }) => row.id);
      expect(ids.length).toBeLessThanOrEqual(3);
      found.push(...ids);
      after = ids.at(-1) ?? null;
      more = page['more'];
    }
    expect(found).toHaveLength(7);
    expect(found).toEqual(found.toSorted());
  });

  test('a narrow view narrows windows too, and hides contacts', async () => {
    const own = await window(salon.users.practitioner, { tables: ['clients', 'appointments'] });
    expect(own['tables'].appointments).toMatchObject([{ id: salon.visit }]);
    const masked = await window(salon.users.assistant, { tables: ['clients'], limit: 10 });
    expect(masked['tables'].clients).toHaveLength(2);
    expect(JSON.stringify(masked)).not.toContain('17185550142');
  });
});

describe('digests', () => {
  const MASK = (1n << 48n) - 1n;
  const hashOf = (rows: { id: string; rev: number }[]): string =>
    rows
      .reduce(
        (sum, row) =>
          sum + (BigInt(`0x${row.id.slice(-12)}`) ^ ((BigInt(row.rev) * 2654435761n) & MASK)),
        0n,
      )
      .toString();

  test('[SYN-33] count and hash of what the caller sees, per table and month', async () => {
    for (const user of [salon.users.owner, salon.users.practitioner, salon.users.assistant]) {
      const { tables } = await new Device(database.db, user, salon.id).pull();
      const digest = await rpc(database.db, signedIn(user), 'sync_digest', {
        business_id: salon.id,
      });
      expect(Object.keys(digest['tables']).toSorted()).toEqual([...TABLES].toSorted());
      const clients = tables.clients ?? [];
      expect(digest['tables'].clients).toEqual([['all', clients.length, hashOf(clients)]]);
      const visits: { starts_at: string; id: string; rev: number }[] = tables.appointments;
      const months = [...new Set(visits.map((row) => row.starts_at.slice(0, 7)))].toSorted();
      expect(digest['tables'].appointments).toEqual(
        months.map((month) => {
          const rows = visits.filter((row) => row.starts_at.startsWith(month));
          return [month, rows.length, hashOf(rows)];
        }),
      );
    }
  });
});

test('one transaction sends one poke, and nothing but its rev', async () => {
  await database.db.sql('delete from realtime.messages');
  const { answer } = await owner.push([
    patch('clients', salon.client, { note: 'a' }),
    patch('clients', salon.otherClient, { note: 'b' }),
  ]);
  const pokes = await database.db.sql<{ payload: Answer; event: string; private: boolean }>(
    'select payload, event, private from realtime.messages where topic = $1',
    [`business:${salon.id}`],
  );
  expect(pokes).toEqual([
    { event: 'poke', private: true, payload: { id: expect.any(String), rev: answer['rev'] } },
  ]);
});
