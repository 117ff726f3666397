import { beforeEach, describe, expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { at, FIRST_DAY, makeSalon, type Salon } from './salon.ts';
import {
  anon,
  Device,
  insert,
  newId,
  patch,
  put,
  rowOf,
  rpc,
  signedIn,
  useDatabase,
  type Answer,
} from './setup.ts';
import { addVisit, visitOps, visitRows } from './visits.ts';

const database = useDatabase();
let salon: Salon;
let desk: Device;
let slugs = 0;

beforeEach(async () => {
  salon = await makeSalon(database.db, `classes-${(slugs += 1)}`);
  desk = new Device(database.db, salon.users.front_desk, salon.id);
  await desk.pull();
});

const DAY = FIRST_DAY + 1;
/** Ann's session from ten to eleven. */
const plan = async (capacity = 3, startsAt = at(DAY, 10)): Promise<Uuid> =>
  (await addVisit(database.db, salon, salon.ann, startsAt, { appointment: { capacity } })).id;

const newClient = async (name: string): Promise<Uuid> => {
  const id = newId();
  await insert(database.db, 'clients', { id, business_id: salon.id, first_name: name });
  return id;
};

const seat = async (session: Uuid, seats = 1, client?: Uuid, device = desk) => {
  const id = newId();
  const client_id = client ?? (await newClient(`Guest ${id}`));
  const value = { appointment_id: session, client_id, seats, state: 'booked' };
  const { result, answer } = await device.push([put('attendees', id, value)]);
  return { id, result, answer };
};
const change = async (id: Uuid, value: Record<string, unknown>) =>
  (await desk.push([patch('attendees', id, value)])).result;
const attendee = (id: Uuid) => rowOf(database.db, 'attendees', id);
const itemsOf = (id: Uuid) =>
  database.db.sql<{ kind: string; state: string; mine: Answer; theirs: Answer }>(
    'select kind, state, mine, theirs from public.attention_items where entity_id = $1 order by id',
    [id],
  );

describe('a session', () => {
  test('takes its person like any visit, on both sides', async () => {
    const session = await plan();
    const visit = visitRows(salon, salon.ann, at(DAY, 10, 30));
    const { result } = await desk.push(visitOps(visit));
    expect(result).toMatchObject({ status: 'conflict', code: 'slot_taken' });
    const [item] = await itemsOf(visit.id);
    expect(item?.theirs).toMatchObject({ appointment_id: session, client_id: null });
    const other = visitRows(salon, salon.ben, at(DAY, 10), { appointment: { capacity: 5 } });
    expect((await desk.push(visitOps(other))).result).toMatchObject({ status: 'applied' });
    const third = visitRows(salon, salon.ben, at(DAY, 10), { appointment: { capacity: 5 } });
    expect((await desk.push(visitOps(third))).result).toMatchObject({ code: 'slot_taken' });
  });

  test('is no time that clients can book', async () => {
    const book = (hour: number) =>
      rpc(database.db, anon, 'book', {
        slug: salon.slug,
        op_id: newId(),
        request: {
          items: [{ variant_id: salon.cut, staff_id: salon.ann, add_on_ids: [] }],
          starts_at: at(DAY, hour),
          client: { first_name: 'Nia', email: 'nia@example.com', phone: '7185550199' },
          policy_version: 1,
        },
      });
    await plan();
    expect(await book(10)).toMatchObject({ ok: false, code: 'slot_taken' });
    expect(await book(11)).toMatchObject({ ok: true });
  });

  test('has no client of its own, and a visit no seats', async () => {
    const mixed = visitRows(salon, salon.ann, at(DAY, 13), {
      appointment: { capacity: 3, client_id: salon.client },
    });
    expect((await desk.push(visitOps(mixed))).result).toMatchObject({ status: 'refused' });
    const session = await plan();
    for (const [id, capacity] of [
      [session, null],
      [salon.visit, 4],
    ] as const) {
      const { result } = await desk.push([patch('appointments', id, { capacity })]);
      expect(result).toMatchObject({ status: 'refused', code: 'invalid', field: 'capacity' });
    }
    expect((await seat(salon.visit)).result).toMatchObject({
      status: 'refused',
      code: 'invalid',
      field: 'appointment_id',
    });
  });
});

describe('seats', () => {
  test('are sold as long as there are any; then a person is asked', async () => {
    const session = await plan(3);
    const first = await seat(session, 2);
    expect(first.result).toMatchObject({ status: 'applied' });
    const second = await seat(session, 2);
    expect(second.result).toMatchObject({ status: 'conflict', code: 'slot_taken' });
    expect(await attendee(first.id)).toMatchObject({ conflict: false });
    expect(await attendee(second.id)).toMatchObject({ conflict: true, seats: 2 });
    expect(second.answer['tables'].attendees).toMatchObject([{ id: second.id, conflict: true }]);
    expect(await itemsOf(second.id)).toMatchObject([
      {
        kind: 'slot_taken',
        state: 'open',
        mine: { appointment_id: session, seats: 2 },
        theirs: { capacity: 3, sold: 2 },
      },
    ]);
    // A smaller party still fits.
    expect((await seat(session, 1)).result).toMatchObject({ status: 'applied' });
  });

  test('that come free go to whoever waits longest and fits, whole parties only', async () => {
    const session = await plan(3);
    const sitting = await seat(session, 3);
    const [three, one, two] = [
      await seat(session, 3),
      await seat(session, 1),
      await seat(session, 2),
    ];
    expect(await change(sitting.id, { seats: 2 })).toMatchObject({ status: 'applied' });
    expect(await attendee(one.id)).toMatchObject({ conflict: false });
    expect(await attendee(three.id)).toMatchObject({ conflict: true });
    expect(await itemsOf(one.id)).toMatchObject([{ state: 'kept_mine' }]);
    await change(sitting.id, { state: 'cancelled' });
    expect(await attendee(two.id)).toMatchObject({ conflict: false });
    expect(await attendee(three.id)).toMatchObject({ conflict: true });
    // Whoever gives up waiting is asked about no more.
    await change(three.id, { state: 'cancelled' });
    expect(await attendee(three.id)).toMatchObject({ conflict: false });
    expect(await itemsOf(three.id)).toMatchObject([{ state: 'kept_theirs' }]);
  });

  test('of a row that is deleted go to whoever waits, but to nobody who was erased', async () => {
    const session = await plan(1);
    const sitting = await seat(session);
    const erased = await newClient('Gone');
    const first = await seat(session, 1, erased);
    const second = await seat(session);
    await database.db.sql(`update public.clients set status = 'anonymised' where id = $1`, [
      erased,
    ]);
    await database.db.sql('delete from public.attendees where id = $1', [sitting.id]);
    expect(await attendee(first.id)).toMatchObject({ conflict: true });
    expect(await attendee(second.id)).toMatchObject({ conflict: false });
  });

  test('may be added to sell more, but none is taken from under somebody', async () => {
    const session = await plan(1);
    await seat(session, 1);
    const waiting = await seat(session, 1);
    const { result, answer } = await desk.push([patch('appointments', session, { capacity: 2 })]);
    expect(result).toMatchObject({ status: 'applied' });
    expect(answer['tables'].attendees).toMatchObject([{ id: waiting.id, conflict: false }]);
    expect(
      (await desk.push([patch('appointments', session, { capacity: 1 })])).result,
    ).toMatchObject({ status: 'refused', code: 'class_full', field: 'capacity' });
  });

  test('of whoever sits there stay theirs when a larger party does not fit', async () => {
    const session = await plan(2);
    const { id } = await seat(session, 1);
    await seat(session, 1);
    expect(await change(id, { seats: 2 })).toMatchObject({ status: 'refused', code: 'class_full' });
    expect(await attendee(id)).toMatchObject({ seats: 1, conflict: false });
  });

  test('given back and wanted again have to be there', async () => {
    const session = await plan(1);
    const first = await seat(session);
    await change(first.id, { state: 'cancelled' });
    await seat(session);
    expect(await change(first.id, { state: 'booked' })).toMatchObject({
      status: 'conflict',
      code: 'slot_taken',
    });
    expect(await attendee(first.id)).toMatchObject({ conflict: true });
  });

  test('of a session that was cancelled meanwhile wait until it takes place after all', async () => {
    const session = await plan(2);
    const before = await seat(session);
    await desk.push([patch('appointments', session, { status: 'cancelled' })]);
    const late = await seat(session);
    expect(late.result).toMatchObject({ status: 'conflict', code: 'slot_taken' });
    expect(await itemsOf(late.id)).toMatchObject([{ theirs: { status: 'cancelled' } }]);
    expect(await attendee(before.id)).toMatchObject({ state: 'booked', conflict: false });
    await desk.push([patch('appointments', session, { status: 'booked' })]);
    expect(await attendee(late.id)).toMatchObject({ conflict: false });
    expect(await itemsOf(late.id)).toMatchObject([{ state: 'kept_mine' }]);
  });

  test('are counted the same for writers who are no device', async () => {
    const session = await plan(1);
    const row = { business_id: salon.id, appointment_id: session };
    const ids = [newId(), newId()];
    await insert(
      database.db,
      'attendees',
      { ...row, id: ids[0], client_id: salon.client },
      { ...row, id: ids[1], client_id: salon.otherClient },
    );
    expect((await attendee(ids[0]!))['conflict']).toBe(false);
    expect((await attendee(ids[1]!))['conflict']).toBe(true);
  });
});

test('who came is said at any time, who is missing only from the start on', async () => {
  const session = await plan();
  const { id } = await seat(session);
  expect(await change(id, { state: 'no_show' })).toMatchObject({ code: 'too_soon' });
  expect(await change(id, { state: 'attended' })).toMatchObject({ status: 'applied' });
  const past = await plan(3, at(-1, 10));
  const missing = await seat(past);
  expect(await change(missing.id, { state: 'no_show' })).toMatchObject({ status: 'applied' });
  // They had their seat.
  expect(await attendee(missing.id)).toMatchObject({ conflict: false });
});

test('an attendee stays in the session', async () => {
  const [one, other] = [await plan(), await plan(3, at(DAY, 14))];
  const { id } = await seat(one);
  expect(await change(id, { appointment_id: other })).toMatchObject({
    status: 'refused',
    field: 'appointment_id',
  });
});

describe('a practitioner', () => {
  const deviceOfAnn = () => new Device(database.db, salon.users.practitioner, salon.id);
  const clientsOf = (answer: Answer): Uuid[] =>
    (answer['tables'].clients ?? []).map((row: { id: Uuid }) => row.id);

  test('gets to know who sits in their class, and nobody else’s', async () => {
    const ann = deviceOfAnn();
    const first = await ann.pull();
    expect(first['tables'].attendees).toBeUndefined();
    const session = await plan();
    const guest = await newClient('Gus');
    const { id } = await seat(session, 1, guest);
    const news = await ann.pull();
    expect(news['tables'].attendees).toMatchObject([{ id }]);
    expect(clientsOf(news)).toContain(guest);
  });

  test('seats nobody whom they do not see', async () => {
    const session = await plan();
    const ann = deviceOfAnn();
    await ann.pull();
    const { result } = await seat(session, 1, salon.otherClient, ann);
    expect(result).toMatchObject({ status: 'refused', code: 'not_allowed' });
    expect((await seat(session, 1, salon.client, ann)).result).toMatchObject({ status: 'applied' });
  });

  test('loses sight of a class that a colleague takes over, and of those who sit in it', async () => {
    const { id: session, segment } = await addVisit(database.db, salon, salon.ann, at(DAY, 10), {
      appointment: { capacity: 3 },
    });
    const guest = await newClient('Gus');
    const { id } = await seat(session, 1, guest);
    const ann = deviceOfAnn();
    await ann.pull();
    await desk.push([patch('appointment_segments', segment, { staff_id: salon.ben })]);
    const news = await ann.pull();
    const dead = news['dead'].map(([, row]: [string, Uuid]) => row);
    expect(dead).toEqual(expect.arrayContaining([session, id, guest]));
  });
});

test('the first window brings those who sit in its classes', async () => {
  const session = await plan();
  const guest = await newClient('Gus');
  await seat(session, 1, guest);
  const window = await rpc(database.db, signedIn(salon.users.owner), 'sync_window', {
    business_id: salon.id,
    window: { from: at(DAY, 0), to: at(DAY + 1, 0), referenced: true },
  });
  expect(window['tables'].clients).toMatchObject([{ id: guest }]);
  expect(
    window['tables'].attendees.map((row: { appointment_id: Uuid }) => row.appointment_id),
  ).toContain(session);
});
