import { beforeEach, describe, expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { at, FIRST_DAY, makeSalon, type Salon } from './salon.ts';
import { countOf, Device, insert, newId, op, patch, put, rowOf, useDatabase } from './setup.ts';
import { addVisit, visitOps, visitRows } from './visits.ts';

const database = useDatabase();
let salon: Salon;
let desk: Device;
let slugs = 0;

beforeEach(async () => {
  salon = await makeSalon(database.db, `places-${(slugs += 1)}`);
  desk = new Device(database.db, salon.users.front_desk, salon.id);
  await desk.pull();
});

const busyOf = async (appointment: Uuid) => {
  const rows = await database.db.sql<{
    owner_id: Uuid;
    from: string;
    to: string;
    overlap: boolean;
  }>(
    `select owner_id, lower(during) as from, upper(during) as to, overlap
     from private.busy_segments where appointment_id = $1 order by 2`,
    [appointment],
  );
  return rows.map(({ from, to, owner_id, overlap }) => ({
    from: from.slice(11, 16),
    to: to.slice(11, 16),
    who: owner_id === salon.ann ? 'Ann' : 'Ben',
    ...(overlap ? { overlap } : {}),
  }));
};
const visit = (id: Uuid) => rowOf(database.db, 'appointments', id);
const itemsOf = (id: Uuid) =>
  database.db.sql<{ kind: string; state: string; theirs: Record<string, unknown> }>(
    `select kind, state, theirs from public.attention_items where entity_id = $1
     and kind = 'slot_taken' order by id`,
    [id],
  );
/** Pushes a new appointment the way a device does. */
const book = async (staff: Uuid, startsAt: string, more: Parameters<typeof visitRows>[3] = {}) => {
  const visit = visitRows(salon, staff, startsAt, more);
  const { result } = await desk.push(visitOps(visit));
  return { id: visit.id, segment: visit.segment.id, result };
};

describe('busy time', () => {
  test('buffers belong to it, bookable processing leaves a hole', async () => {
    const lengths = {
      duration_min: 30,
      processing_min: 40,
      finishing_min: 20,
      buffer_before_min: 5,
      buffer_after_min: 10,
    };
    const open = await addVisit(database.db, salon, salon.ann, at(FIRST_DAY + 1, 10), {
      segment: lengths,
    });
    expect(await busyOf(open.id)).toEqual([
      { from: '09:55', to: '10:30', who: 'Ann' },
      { from: '11:10', to: '11:40', who: 'Ann' },
    ]);
    expect(await visit(open.id)).toMatchObject({ ends_at: at(FIRST_DAY + 1, 11, 30) });
    const closed = await addVisit(database.db, salon, salon.ben, at(FIRST_DAY + 1, 10), {
      segment: { ...lengths, processing_bookable: false },
    });
    expect(await busyOf(closed.id)).toEqual([{ from: '09:55', to: '11:40', who: 'Ben' }]);
  });

  test('at the client’s it has no hole: nobody serves others there', async () => {
    const lengths = { duration_min: 30, processing_min: 40, finishing_min: 20 };
    const away = await addVisit(database.db, salon, salon.ann, at(FIRST_DAY + 1, 10), {
      appointment: { location_type: 'client' },
      segment: lengths,
    });
    expect(await busyOf(away.id)).toEqual([{ from: '10:00', to: '11:30', who: 'Ann' }]);
    // A place that changes is taken, or given back, at once.
    const { result } = await desk.push([
      patch('appointments', away.id, { location_type: 'business' }),
    ]);
    expect(result).toMatchObject({ status: 'applied' });
    expect(await busyOf(away.id)).toHaveLength(2);
    const between = await book(salon.ann, at(FIRST_DAY + 1, 10, 30), { minutes: 40 });
    expect(between.result).toMatchObject({ status: 'applied' });
    await desk.push([patch('appointments', away.id, { location_type: 'client' })]);
    expect(await busyOf(away.id)).toEqual([]);
    expect(await visit(away.id)).toMatchObject({ conflict: true });
  });

  test('the way to a visit is taken like any buffer', async () => {
    const { id, segment } = await book(salon.ann, at(FIRST_DAY + 1, 10));
    const { result } = await desk.push([
      patch('appointments', id, { location_type: 'client', address: { line1: '5 Main St' } }),
      patch('appointment_segments', segment, { buffer_before_min: 30, travel_before_min: 30 }),
    ]);
    expect(result).toMatchObject({ status: 'applied' });
    expect(await busyOf(id)).toEqual([{ from: '09:30', to: '11:00', who: 'Ann' }]);
    expect((await book(salon.ann, at(FIRST_DAY + 1, 9), { minutes: 45 })).result).toMatchObject({
      status: 'conflict',
      code: 'slot_taken',
    });
  });

  test('a visit in the hole of another one is no collision', async () => {
    await addVisit(database.db, salon, salon.ann, at(FIRST_DAY + 1, 10), {
      segment: { duration_min: 30, processing_min: 60, finishing_min: 15 },
    });
    expect(
      (await book(salon.ann, at(FIRST_DAY + 1, 10, 30), { minutes: 60 })).result,
    ).toMatchObject({
      status: 'applied',
    });
    expect(
      (await book(salon.ann, at(FIRST_DAY + 1, 11, 30), { minutes: 15 })).result,
    ).toMatchObject({
      status: 'conflict',
      code: 'slot_taken',
    });
  });

  test('parts of one appointment by one person join, also where their buffers overlap', async () => {
    const { id } = await addVisit(database.db, salon, salon.ann, at(FIRST_DAY + 1, 10), {
      segment: { buffer_after_min: 15 },
    });
    const [first] = await database.db.sql<{ id: Uuid }>(
      'select id from public.appointment_segments where appointment_id = $1',
      [id],
    );
    await insert(database.db, 'appointment_segments', {
      ...(await rowOf(database.db, 'appointment_segments', first!.id)),
      id: newId(),
      position: 1,
      starts_at: at(FIRST_DAY + 1, 11),
      duration_min: 30,
      buffer_before_min: 10,
    });
    expect(await busyOf(id)).toEqual([{ from: '10:00', to: '11:45', who: 'Ann' }]);
    expect(await visit(id)).toMatchObject({ ends_at: at(FIRST_DAY + 1, 11, 30), conflict: false });
  });

  test('touching is not colliding', async () => {
    expect((await book(salon.ann, at(FIRST_DAY, 11))).result).toMatchObject({ status: 'applied' });
    expect((await book(salon.ann, at(FIRST_DAY, 9))).result).toMatchObject({ status: 'applied' });
  });

  test('start and end of an appointment follow its segments, whatever a device says', async () => {
    const { id, segment } = await book(salon.ann, at(FIRST_DAY, 14));
    await desk.push([patch('appointments', id, { starts_at: at(FIRST_DAY, 8) })]);
    expect(await visit(id)).toMatchObject({ starts_at: at(FIRST_DAY, 14) });
    await desk.push([
      patch('appointment_segments', segment, { duration_min: 90, ends_at: at(FIRST_DAY, 23) }),
    ]);
    expect(await visit(id)).toMatchObject({ ends_at: at(FIRST_DAY, 15, 30) });
  });

  test('neighbours share their buffers by the rule; what stands stays when it ends', async () => {
    const owner = new Device(database.db, salon.users.owner, salon.id);
    const share = (share_buffers: boolean) =>
      owner.push([patch('booking_rules', salon.id, { share_buffers })]);
    const segment = { buffer_before_min: 15, buffer_after_min: 15 };
    const first = await book(salon.ann, at(FIRST_DAY, 14), { segment });
    const next = await book(salon.ann, at(FIRST_DAY, 15, 15), { segment });
    expect(next.result).toMatchObject({ status: 'conflict', code: 'slot_taken' });

    await share(true);
    expect(await visit(next.id)).toMatchObject({ conflict: false });
    expect(await busyOf(next.id)).toEqual([
      { from: '15:00', to: '15:15', who: 'Ann' },
      { from: '15:15', to: '16:15', who: 'Ann' },
      { from: '16:15', to: '16:30', who: 'Ann' },
    ]);
    const apart = await book(salon.ann, at(FIRST_DAY, 17), { segment });

    await share(false);
    // Those two go on to share, whatever else becomes of them; the others have theirs alone.
    await desk.push([patch('appointments', next.id, { client_id: salon.client })]);
    expect(await visit(first.id)).toMatchObject({ conflict: false });
    expect(await visit(next.id)).toMatchObject({ conflict: false });
    expect(await busyOf(apart.id)).toEqual([{ from: '16:45', to: '18:15', who: 'Ann' }]);
    const late = await book(salon.ann, at(FIRST_DAY, 18, 20), { segment });
    expect(late.result).toMatchObject({ status: 'conflict', code: 'slot_taken' });
  });

  test('requests block by the rule, and follow it when it changes', async () => {
    const { id } = await book(salon.ann, at(FIRST_DAY, 14), { appointment: { status: 'pending' } });
    expect(await busyOf(id)).toHaveLength(1);
    const owner = new Device(database.db, salon.users.owner, salon.id);
    await owner.push([patch('booking_rules', salon.id, { pending_blocks_slot: false })]);
    expect(await busyOf(id)).toHaveLength(0);
    await owner.push([patch('booking_rules', salon.id, { pending_blocks_slot: true })]);
    expect(await busyOf(id)).toHaveLength(1);
  });

  test.each(['cancelled', 'declined', 'expired'] as const)('%s frees the time', async (status) => {
    const { id } = await book(salon.ann, at(FIRST_DAY, 14), { appointment: { status: 'pending' } });
    await desk.push([patch('appointments', id, { status })]);
    expect(await busyOf(id)).toHaveLength(0);
  });
});

describe('a collision', () => {
  test('stores both, the later one without a place and with a question', async () => {
    const { id, result } = await book(salon.ann, at(FIRST_DAY, 10, 30));
    expect(result).toMatchObject({ status: 'conflict', code: 'slot_taken' });
    expect(await visit(id)).toMatchObject({ conflict: true, status: 'booked' });
    expect(await busyOf(id)).toEqual([]);
    expect(await visit(salon.visit)).toMatchObject({ conflict: false });
    expect(await busyOf(salon.visit)).toHaveLength(1);
    expect(await itemsOf(id)).toEqual([
      {
        kind: 'slot_taken',
        state: 'open',
        theirs: {
          appointment_id: salon.visit,
          client_id: salon.client,
          staff_id: salon.ann,
          starts_at: at(FIRST_DAY, 10),
          ends_at: at(FIRST_DAY, 11),
        },
      },
    ]);
  });

  test('of one part leaves none of the other parts in the way', async () => {
    const { id, segment } = await book(salon.ben, at(FIRST_DAY, 14));
    await desk.push([
      put('appointment_segments', newId(), {
        appointment_id: id,
        service_name: 'Cut',
        staff_id: salon.ann,
        starts_at: at(FIRST_DAY, 10),
        duration_min: 60,
        position: 1,
      }),
    ]);
    expect(await visit(id)).toMatchObject({ conflict: true });
    expect(await busyOf(id)).toEqual([]);
    expect(segment).toBeTruthy();
  });

  test('ends when it moves to a free time', async () => {
    const { id, segment } = await book(salon.ann, at(FIRST_DAY, 10, 30));
    const still = await desk.push([
      patch('appointment_segments', segment, { starts_at: at(FIRST_DAY, 10, 15) }),
    ]);
    expect(still.result).toMatchObject({ status: 'conflict', code: 'slot_taken' });
    expect(await itemsOf(id)).toHaveLength(1);
    const moved = await desk.push([
      patch('appointment_segments', segment, { starts_at: at(FIRST_DAY, 13) }),
    ]);
    expect(moved.result).toMatchObject({ status: 'applied' });
    expect(await visit(id)).toMatchObject({ conflict: false });
    expect(await itemsOf(id)).toMatchObject([{ state: 'rescheduled' }]);
    expect(await busyOf(id)).toHaveLength(1);
  });

  test('ends when a person accepts the overlap; the two then share the time', async () => {
    const { id } = await book(salon.ann, at(FIRST_DAY, 10, 30));
    await desk.push([patch('appointments', id, { overlap_accepted: true })]);
    expect(await visit(id)).toMatchObject({ conflict: false });
    expect(await itemsOf(id)).toMatchObject([{ state: 'kept_mine' }]);
    expect(await busyOf(id)).toEqual([{ from: '10:30', to: '11:30', who: 'Ann', overlap: true }]);
  });

  test.each([
    ['both may stay', { overlap_accepted: true }, { overlap_accepted: false }],
    [
      'it is given up',
      { status: 'cancelled' },
      { status: 'booked', cancelled_at: null, cancel_by: null, cancel_late: false },
    ],
  ])('asks the same question again when it is taken back that %s', async (_what, said, back) => {
    const { id } = await book(salon.ann, at(FIRST_DAY, 10, 30));
    const [item] = await database.db.sql<{ id: Uuid }>(
      'select id from public.attention_items where entity_id = $1',
      [id],
    );
    const question = item?.id ?? '';
    await desk.push([
      patch('appointments', id, said),
      patch('attention_items', question, { state: 'kept_mine' }),
    ]);
    expect(await visit(id)).toMatchObject({ conflict: false });
    await desk.push([
      patch('attention_items', question, { state: 'open', resolved_at: null }),
      patch('appointments', id, back),
    ]);
    expect(await visit(id)).toMatchObject({ conflict: true, status: 'booked' });
    expect(await busyOf(id)).toEqual([]);
    expect(await itemsOf(id)).toMatchObject([{ state: 'open' }]);
  });

  test('ends when it is cancelled', async () => {
    const { id } = await book(salon.ann, at(FIRST_DAY, 10, 30));
    await desk.push([patch('appointments', id, { status: 'cancelled' })]);
    expect(await visit(id)).toMatchObject({ conflict: false });
    expect(await itemsOf(id)).toMatchObject([{ state: 'kept_theirs' }]);
  });

  test.each([
    ['is cancelled', (id: Uuid) => patch('appointments', id, { status: 'cancelled' })],
    ['is deleted', (id: Uuid) => op('appointments', id, 'delete', null)],
  ])('ends when the other one %s: the place is taken up at once', async (_what, change) => {
    const { id } = await book(salon.ann, at(FIRST_DAY, 10, 30));
    await desk.push([change(salon.visit)]);
    expect(await visit(id)).toMatchObject({ conflict: false });
    expect(await busyOf(id)).toHaveLength(1);
    expect(await itemsOf(id)).toMatchObject([{ state: 'kept_mine' }]);
  });

  test('does not come from parts of one mutation passing each other', async () => {
    const { id, segment } = await book(salon.ann, at(FIRST_DAY, 13));
    const second = newId();
    await desk.push([
      put('appointment_segments', second, {
        appointment_id: id,
        service_name: 'Colour',
        staff_id: salon.ann,
        starts_at: at(FIRST_DAY, 14),
        duration_min: 60,
        position: 1,
      }),
    ]);
    const { result } = await desk.push([
      patch('appointment_segments', segment, { starts_at: at(FIRST_DAY, 14) }),
      patch('appointment_segments', second, { starts_at: at(FIRST_DAY, 15) }),
    ]);
    expect(result).toMatchObject({ status: 'applied' });
    expect(await visit(id)).toMatchObject({
      starts_at: at(FIRST_DAY, 14),
      ends_at: at(FIRST_DAY, 16),
      conflict: false,
    });
  });
});

test('the clock of another business stands still', async () => {
  const other = await makeSalon(database.db, `${salon.slug}-other`);
  const clockOf = async (business: Uuid) => {
    const [row] = await database.db.sql<{ rev: number }>(
      'select rev::int from private.business_clock where business_id = $1',
      [business],
    );
    return row!.rev;
  };
  const before = [await clockOf(salon.id), await clockOf(other.id)];
  await addVisit(database.db, salon, salon.ben, at(FIRST_DAY, 14), {
    appointment: { client_id: salon.client },
  });
  expect([await clockOf(salon.id), await clockOf(other.id)]).toEqual([before[0]! + 1, before[1]]);
});

test('the constraint itself forbids two blocking places of one person', async () => {
  const place = (minute: number, overlap: boolean) =>
    database.db.sql(
      `insert into private.busy_segments (business_id, owner_id, during, appointment_id, overlap)
       values ($1, $2, tstzrange($3::timestamptz, $4::timestamptz), $5, $6)`,
      [
        salon.id,
        salon.ann,
        at(FIRST_DAY, 10, minute),
        at(FIRST_DAY, 12, minute),
        salon.otherVisit,
        overlap,
      ],
    );
  await expect(place(30, false)).rejects.toMatchObject({ code: '23P01' });
  await expect(place(30, true)).resolves.toEqual([]);
});

test('two thousand appointments settle in one statement each', async () => {
  await database.db.transaction(async (sql) => {
    await sql(
      `create temp table many on commit drop as
       select gen_random_uuid() as id, timestamptz '2031-01-01 00:00Z' + (n / 2) * interval '1 hour' as at,
         case when n % 2 = 0 then $1::uuid else $2::uuid end as staff
       from generate_series(0, 1999) n`,
      [salon.ann, salon.ben],
    );
    await sql(
      `insert into public.appointments (id, business_id, time_zone, starts_at, ends_at, ical_uid)
       select id, $1, 'UTC', at, at + interval '1 minute', id::text from many`,
      [salon.id],
    );
    await sql(
      `insert into public.appointment_segments
         (id, business_id, appointment_id, service_name, staff_id, starts_at, ends_at, duration_min)
       select gen_random_uuid(), $1, id, 'Cut', staff, at, at, 60 from many`,
      [salon.id],
    );
  });
  const where = 'public.appointments where business_id = $1 and starts_at >= $2';
  const from = '2031-01-01T00:00:00Z';
  expect(await countOf(database.db, `${where} and not conflict`, [salon.id, from])).toBe(2000);
  expect(
    await countOf(
      database.db,
      `private.busy_segments where business_id = $1 and lower(during) >= $2
         and upper(during) - lower(during) = interval '1 hour'`,
      [salon.id, from],
    ),
  ).toBe(2000);
  const [clock] = await database.db.sql<{ revs: number }>(
    `select count(distinct rev)::int as revs from ${where}`,
    [salon.id, from],
  );
  expect(clock!.revs).toBe(1);
});
