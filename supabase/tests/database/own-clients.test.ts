import { beforeEach, describe, expect, test } from 'vitest';
import { TABLES, type Uuid } from '#domain/rows.ts';
import { CONTACT_COLUMNS } from './permissions/rights.ts';
import { at, CONSENT, FIRST_DAY, makeSalon, PATCH_TEST, type Salon } from './salon.ts';
import {
  Device,
  insert,
  insertAll,
  newId,
  op,
  patch,
  put,
  rpc,
  signedIn,
  useDatabase,
  type Answer,
} from './setup.ts';
import { addVisit } from './visits.ts';

const database = useDatabase();
let salon: Salon;
let slugs = 0;

/** Stands in every way to reach the client whom only Ben serves. */
const MARK = 'planted';
const PHONE = '+17185559988';
const ALT_PHONE = '+17185559987';
const CONTACTS = {
  email: `${MARK}@mail.example`,
  phone: PHONE,
  phone_raw: `${MARK} 988`,
  alt_phone: ALT_PHONE,
  alt_phone_raw: `${MARK} 987`,
  emergency_contact: { name: `${MARK} mother`, phone: ALT_PHONE },
  address: { line1: `${MARK} street`, city: 'Ghent' },
  more_addresses: [{ label: 'Work', line1: `${MARK} square` }],
};
const hasMark = (value: unknown): boolean => {
  const text = JSON.stringify(value);
  return [MARK, PHONE, ALT_PHONE].some((mark) => text.includes(mark));
};

beforeEach(async () => {
  salon = await makeSalon(database.db, `own-${(slugs += 1)}`);
  await database.db.sql(
    `update public.clients c
       set email = w.email, phone = w.phone, phone_raw = w.phone_raw, alt_phone = w.alt_phone,
         alt_phone_raw = w.alt_phone_raw, emergency_contact = w.emergency_contact,
         address = w.address, more_addresses = w.more_addresses
       from jsonb_populate_record(null::public.clients, $2::jsonb) w
       where c.id = $1`,
    [salon.otherClient, JSON.stringify(CONTACTS)],
  );
});

const deviceOf = (role: keyof Salon['users']): Device =>
  new Device(database.db, salon.users[role], salon.id);

const windowOf = (user: Uuid): Promise<Answer> =>
  rpc(database.db, signedIn(user), 'sync_window', { business_id: salon.id, window: {} });

const setRole = (user: Uuid, role: string): Promise<unknown> =>
  database.db.sql(
    `update public.memberships set role = $3 where business_id = $1 and user_id = $2`,
    [salon.id, user, role],
  );

const readsOverApi = (user: Uuid): Promise<unknown[]> =>
  database.db.as(signedIn(user), async (sql) => {
    const found: unknown[] = [];
    for (const table of TABLES) found.push(await sql(`select to_jsonb(t) from public.${table} t`));
    return found;
  });

const clientIds = (answer: Answer): Uuid[] =>
  (answer['tables'].clients ?? []).map((row: { id: Uuid }) => row.id);
const deadIds = (answer: Answer): Uuid[] => answer['dead'].map(([, id]: [string, Uuid]) => id);

test('every way to reach a client is planted, and in the one list of the server', async () => {
  const columns = Object.keys(CONTACT_COLUMNS).toSorted();
  expect(Object.keys(CONTACTS).toSorted()).toEqual(columns);
  const [row] = await database.db.sql<{ none: object }>('select private.no_contacts() as none');
  expect(row?.none).toEqual(CONTACT_COLUMNS);
});

describe('a practitioner', () => {
  test('is never told how to reach a colleague’s client, on any way', async () => {
    const mine = deviceOf('practitioner');
    const told: unknown[] = [await mine.pull(), await windowOf(salon.users.practitioner)];
    const owner = deviceOf('owner');
    await owner.pull();
    // The colleague's client comes near in every way that is allowed.
    await owner.push([patch('clients', salon.otherClient, { note: 'Changed' })]);
    await owner.push([patch('appointments', salon.otherVisit, { staff_note: 'Changed' })]);
    await owner.push([
      patch('appointment_segments', salon.rows.appointment_segments, { staff_id: salon.ann }),
      patch('appointment_segments', salon.rows.appointment_segments, { staff_id: salon.ben }),
    ]);
    told.push(await mine.pull());
    for (const ops of [
      [patch('clients', salon.otherClient, { first_name: 'Mine' })],
      [put('clients', salon.otherClient, { first_name: 'Mine' })],
      [op('clients', salon.otherClient, 'delete', null)],
      [op('clients', salon.otherClient, 'add', { tags: 'x' })],
      [patch('appointments', salon.visit, { client_id: salon.otherClient })],
      [patch('appointments', salon.otherVisit, { client_note: 'x' })],
    ]) {
      const { result, answer } = await mine.push(ops);
      expect([ops[0]!.op, result['status']]).toEqual([ops[0]!.op, 'refused']);
      told.push(answer);
    }
    // Two appointments at one time: the question names who sits there.
    const clash = newId();
    told.push(
      (
        await mine.push([
          put('appointments', clash, {
            client_id: salon.client,
            time_zone: 'UTC',
            starts_at: at(FIRST_DAY, 10),
            ends_at: at(FIRST_DAY, 11),
            ical_uid: clash,
          }),
          put('appointment_segments', newId(), {
            appointment_id: clash,
            service_name: 'Cut',
            staff_id: salon.ann,
            starts_at: at(FIRST_DAY, 10),
            ends_at: at(FIRST_DAY, 11),
            duration_min: 60,
          }),
        ])
      ).answer,
      await mine.pull(),
      await windowOf(salon.users.practitioner),
      await readsOverApi(salon.users.practitioner),
    );
    expect(told.filter(hasMark)).toEqual([]);
    // The marks are there for whoever may see them.
    expect(hasMark(await windowOf(salon.users.owner))).toBe(true);
  });

  test('was a manager before: what they knew is not sent again', async () => {
    await setRole(salon.users.practitioner, 'manager');
    const mine = deviceOf('practitioner');
    await mine.pull();
    const { base, note } = await makeQuestions(mine);
    expect(hasMark(await windowOf(salon.users.practitioner))).toBe(true);

    await setRole(salon.users.practitioner, 'practitioner');
    expect(await mine.pull()).toMatchObject({ ok: false, code: 'reset' });
    const after = await windowOf(salon.users.practitioner);
    expect(hasMark(after)).toBe(false);
    expect(hasMark(await readsOverApi(salon.users.practitioner))).toBe(false);
    // The questions about what they still see stay theirs.
    expect(after['tables'].attention_items.map((row: { id: Uuid }) => row.id)).toEqual([base]);
    expect(note).not.toBe(base);
  });

  test('entered a client whom a colleague serves now: the client goes with that', async () => {
    const mine = deviceOf('practitioner');
    await mine.pull();
    const entered = newId();
    await mine.push([put('clients', entered, { first_name: 'New', ...CONTACTS })]);
    await mine.pull();
    expect(clientIds(await windowOf(salon.users.practitioner))).toContain(entered);

    await addVisit(database.db, salon, salon.ben, at(FIRST_DAY, 15), {
      appointment: { client_id: entered },
    });
    const next = await mine.pull();
    expect(deadIds(next)).toContain(entered);
    expect(hasMark([next, await windowOf(salon.users.practitioner)])).toBe(false);
    const { result } = await mine.push([op('clients', entered, 'delete', null)]);
    expect(result).toMatchObject({ status: 'refused', code: 'not_allowed' });
  });

  test('hands an appointment on before it takes place: its client goes along', async () => {
    const { segment } = await addVisit(database.db, salon, salon.ann, at(FIRST_DAY, 15), {
      appointment: { client_id: salon.otherClient },
    });
    await insertAll(database.db.sql, 'client_notes', [
      {
        id: newId(),
        business_id: salon.id,
        client_id: salon.otherClient,
        body: MARK,
        noted_at: at(-1, 9),
      },
    ]);
    const mine = deviceOf('practitioner');
    expect(clientIds(await mine.pull())).toContain(salon.otherClient);

    const owner = deviceOf('owner');
    await owner.pull();
    await owner.push([patch('appointment_segments', segment, { staff_id: salon.ben })]);
    const next = await mine.pull();
    expect(deadIds(next)).toEqual(expect.arrayContaining([salon.otherClient, segment]));
    expect(hasMark([next, await windowOf(salon.users.practitioner)])).toBe(false);
  });

  test.each(['deleted', 'given to somebody else'])(
    'loses the client of an appointment that is %s',
    async (how) => {
      const { id } = await addVisit(database.db, salon, salon.ann, at(FIRST_DAY, 15), {
        appointment: { client_id: salon.otherClient },
      });
      const mine = deviceOf('practitioner');
      expect(clientIds(await mine.pull())).toContain(salon.otherClient);
      const owner = deviceOf('owner');
      await owner.pull();
      await owner.push([
        how === 'deleted'
          ? op('appointments', id, 'delete', null)
          : patch('appointments', id, { client_id: salon.client }),
      ]);
      const next = await mine.pull();
      expect(deadIds(next)).toContain(salon.otherClient);
      expect(hasMark([next, await windowOf(salon.users.practitioner)])).toBe(false);
    },
  );

  test('keeps a client whom both have served, and the record that was merged into another', async () => {
    await addVisit(database.db, salon, salon.ann, at(-3, 15), {
      appointment: { client_id: salon.otherClient, status: 'completed' },
    });
    const { segment } = await addVisit(database.db, salon, salon.ann, at(FIRST_DAY, 15), {
      appointment: { client_id: salon.otherClient },
    });
    const mine = deviceOf('practitioner');
    await mine.pull();
    const owner = deviceOf('owner');
    await owner.pull();
    await owner.push([patch('appointment_segments', segment, { staff_id: salon.ben })]);
    expect(deadIds(await mine.pull())).not.toContain(salon.otherClient);

    await owner.push([
      patch('appointments', salon.visit, { client_id: salon.otherClient }),
      patch('clients', salon.client, { status: 'archived', merged_into: salon.otherClient }),
    ]);
    expect(deadIds(await mine.pull())).not.toContain(salon.client);
  });

  test('is told of a refused change without the contacts in it, and nobody else loses them', async () => {
    const mine = deviceOf('practitioner');
    await mine.pull();
    const { result, answer } = await mine.push([
      patch('clients', salon.otherClient, { phone: PHONE, first_name: 'Otto' }),
    ]);
    expect(result).toMatchObject({ status: 'refused', code: 'not_allowed' });
    expect(hasMark(answer)).toBe(false);
    expect(answer['tables'].attention_items).toMatchObject([
      {
        id: result['attention_id'],
        mine: { ops: [{ value: { first_name: 'Otto' } }] },
      },
    ]);
    // A client who is nobody's yet is kept whole.
    const fresh = newId();
    const second = await mine.push([
      put('clients', fresh, { first_name: 'x'.repeat(121), email: CONTACTS.email }),
    ]);
    expect(hasMark(second.answer['tables'].attention_items)).toBe(true);
  });

  test('does not take over a column by themselves, by an invitation they do', async () => {
    await database.db.sql(
      `update public.memberships set custom_permissions = '{"staff": "all"}'
       where business_id = $1 and role = 'practitioner'`,
      [salon.id],
    );
    const [me] = await database.db.sql<{ id: Uuid }>(
      `select id from public.memberships where business_id = $1 and role = 'practitioner'`,
      [salon.id],
    );
    const mine = deviceOf('practitioner');
    const { result } = await mine.push([patch('staff', salon.ben, { membership_id: me!.id })]);
    expect(result).toMatchObject({ status: 'refused', field: 'membership_id' });

    const newcomer = newId();
    const email = `newcomer@${salon.slug}.example`;
    const { token } = await rpc(database.db, signedIn(salon.users.owner), 'invite_member', {
      business_id: salon.id,
      request: { email, role: 'practitioner', staff_id: salon.ben },
    });
    const accepted = await rpc(database.db, signedIn(newcomer, email), 'accept_invitation', {
      token,
    });
    expect(accepted).toMatchObject({ ok: true });
    expect(clientIds(await windowOf(newcomer))).toEqual([salon.otherClient]);
  });
});

test('a manager who is not shown contacts does not find them in questions either', async () => {
  const desk = deviceOf('front_desk');
  await desk.pull();
  await makeQuestions(desk);
  await database.db.sql(
    `update public.memberships set custom_permissions = '{"clients.contact": "none"}'
     where business_id = $1 and role = 'manager'`,
    [salon.id],
  );
  const seen = await windowOf(salon.users.manager);
  expect(clientIds(seen)).toContain(salon.otherClient);
  // Notes are theirs to read, how to reach the client is not.
  const told = JSON.stringify([seen, await readsOverApi(salon.users.manager)]);
  expect(told).toContain(`${MARK} theirs`);
  expect(told).not.toMatch(new RegExp(`mail\\.example|${MARK} street|\\${PHONE}`));
});

/** Questions that the device's person has caused, with contacts and notes of Ben's client in them. */
const makeQuestions = async (device: Device): Promise<{ base: Uuid; note: Uuid }> => {
  const noteId = newId();
  await insert(database.db, 'client_notes', {
    id: noteId,
    business_id: salon.id,
    client_id: salon.otherClient,
    body: `${MARK} first`,
    noted_at: at(-1, 9),
  });
  await insert(database.db, 'consent_events', {
    id: newId(),
    business_id: salon.id,
    client_id: salon.otherClient,
    ...CONSENT,
    wording: MARK,
  });
  await insert(database.db, 'patch_tests', {
    id: newId(),
    business_id: salon.id,
    client_id: salon.otherClient,
    ...PATCH_TEST,
    batch: MARK,
  });
  await device.pull();
  const owner = deviceOf('owner');
  await owner.pull();
  const asked: Uuid[] = [];
  const contest = async (
    table: 'clients' | 'client_notes' | 'appointments',
    id: Uuid,
    theirs: Record<string, unknown>,
    mine: Record<string, unknown>,
  ): Promise<void> => {
    await owner.push([patch(table, id, theirs)]);
    const { result } = await device.push([patch(table, id, mine)], {
      base_rev: device.cursor,
      at: new Date(Date.now() - 3_600_000).toISOString(),
    });
    expect(result).toMatchObject({ status: 'conflict', code: 'stale_field' });
    asked.push(result['attention_id']);
  };
  await contest('appointments', salon.visit, { staff_note: 'theirs' }, { staff_note: 'mine' });
  await contest(
    'clients',
    salon.otherClient,
    { email: `${MARK}.theirs@mail.example` },
    { email: 'mine@mail.example' },
  );
  await contest('client_notes', noteId, { body: `${MARK} theirs` }, { body: `${MARK} mine` });
  return { base: asked[0]!, note: asked[2]! };
};
