import { beforeAll, describe, expect, test } from 'vitest';
import { APPOINTMENT_STATUSES } from '#domain/appointments/status.ts';
import type { AppointmentStatus, Uuid } from '#domain/rows.ts';
import { BOOT_TIMEOUT_MS } from '#tests/harness/database-image.ts';
import { at, makeSalon, type Salon } from './salon.ts';
import { Device, patch, rowOf, useDatabase } from './setup.ts';
import { addVisit, visitOps, visitRows } from './visits.ts';

const database = useDatabase();
let salon: Salon;
let desk: Device;
let hour = 0;

beforeAll(async () => {
  salon = await makeSalon(database.db, 'lifecycle');
  desk = new Device(database.db, salon.users.front_desk, salon.id);
  await desk.pull();
}, BOOT_TIMEOUT_MS);

/** An appointment in some status, yesterday unless it lies ahead; each at a time of its own. */
const visitIn = async (status: AppointmentStatus, more: object = {}, days = -1) => {
  hour += 1;
  const { id } = await addVisit(database.db, salon, salon.ann, at(days, 0, hour % 60), {
    appointment: { status, overlap_accepted: true, ...more },
    minutes: 1,
  });
  return id;
};
const step = async (id: Uuid, status: AppointmentStatus, more: object = {}, when = {}) => {
  const { result } = await desk.push([patch('appointments', id, { status, ...more })], when);
  return { result, row: await rowOf(database.db, 'appointments', id) };
};

const LEGAL: Record<AppointmentStatus, AppointmentStatus[]> = {
  pending: ['booked', 'declined', 'expired', 'cancelled'],
  booked: ['arrived', 'in_service', 'completed', 'cancelled', 'no_show'],
  arrived: ['in_service', 'completed', 'no_show', 'booked'],
  in_service: ['completed', 'arrived', 'booked'],
  completed: ['booked'],
  cancelled: ['booked', 'completed'],
  no_show: ['booked', 'completed'],
  declined: [],
  expired: [],
};

describe.each(APPOINTMENT_STATUSES)('from %s', (from) => {
  test.each(APPOINTMENT_STATUSES.filter((to) => to !== from))('to %s', async (to) => {
    const id = await visitIn(from);
    const { result, row } = await step(id, to);
    if (LEGAL[from].includes(to)) {
      expect(['applied', 'conflict']).toContain(result['status']);
      expect(row['status']).toBe(to);
    } else {
      expect(result).toMatchObject({ status: 'refused', code: 'illegal_transition' });
      expect(row['status']).toBe(from);
    }
  });
});

describe('stamps', () => {
  test('each step leaves the time it happened, taken from the device', async () => {
    const when = new Date(Date.now() - 3 * 60_000);
    const stamp = when.toISOString().replace('Z', '000+00:00').replace(/0+\+/, '+');
    const id = await visitIn('booked');
    const { row: arrived } = await step(id, 'arrived', {}, { at: when.toISOString() });
    expect(arrived['arrived_at']).toBe(stamp);
    const { row: served } = await step(id, 'in_service');
    expect(served).toMatchObject({ arrived_at: stamp, started_at: expect.any(String) });
    const { row: done } = await step(id, 'completed');
    expect(done).toMatchObject({ finished_at: expect.any(String) });
    const { row: back } = await step(id, 'booked');
    expect(back).toMatchObject({ arrived_at: null, started_at: null, finished_at: null });
  });

  test('a cancellation says who, when and whether it was late', async () => {
    const late = await step(await visitIn('booked', {}, 0), 'cancelled', { cancel_reason: 'ill' });
    expect(late.row).toMatchObject({
      cancel_by: 'staff',
      cancel_reason: 'ill',
      cancel_late: true,
      cancelled_at: expect.any(String),
    });
    const early = await step(await visitIn('booked', {}, 9), 'cancelled');
    expect(early.row).toMatchObject({ cancel_late: false });
    const undone = await step(early.row.id, 'booked');
    expect(undone.row).toMatchObject({ cancelled_at: null, cancel_by: null, cancel_late: false });
  });
});

describe('two devices that know different things', () => {
  const reviews = (id: Uuid) =>
    database.db.sql(
      `select mine, theirs from public.attention_items
       where entity_id = $1 and state = 'open' and mine ->> 'status' = 'completed'`,
      [id],
    );

  test('who was served without signal did come, whatever the desk thought; somebody looks at it', async () => {
    const id = await visitIn('booked');
    const served = new Device(database.db, salon.users.owner, salon.id);
    await served.pull();
    await step(id, 'no_show');
    const { result } = await served.push([patch('appointments', id, { status: 'completed' })], {
      at: new Date(Date.now() - 60 * 60_000).toISOString(),
    });
    expect(result['status']).toBe('conflict');
    expect(await rowOf(database.db, 'appointments', id)).toMatchObject({ status: 'completed' });
    expect(await reviews(id)).toContainEqual({
      mine: { status: 'completed' },
      theirs: { status: 'no_show' },
    });
  });

  test('nobody is missing who was served', async () => {
    const id = await visitIn('booked');
    await step(id, 'completed');
    const { result, row } = await step(id, 'no_show');
    expect(result).toMatchObject({ status: 'refused', code: 'illegal_transition' });
    expect(row).toMatchObject({ status: 'completed' });
  });
});

describe('limits', () => {
  test('nobody is missing before the start', async () => {
    const { result } = await step(await visitIn('booked', {}, 9), 'no_show');
    expect(result).toMatchObject({ status: 'refused', code: 'too_soon', field: 'status' });
  });

  test.each([
    ['completed', { finished_at: at(-2, 0) }],
    ['cancelled', { cancelled_at: at(-2, 0) }],
  ] as const)('what was %s longer ago than a day stays so', async (status, stamps) => {
    const { result } = await step(await visitIn(status, stamps), 'booked');
    expect(result).toMatchObject({ status: 'refused', code: 'undo_expired' });
  });

  test('an undo made offline within the day counts from when it was made', async () => {
    const id = await visitIn('cancelled', { cancelled_at: at(-2, 0) });
    const { result } = await step(id, 'booked', {}, { at: at(-2, 12) });
    expect(result['status']).not.toBe('refused');
  });

  test('a missed appointment counts from its last step', async () => {
    const id = await visitIn('booked');
    await step(id, 'no_show');
    await database.db.sql(
      `update private.row_changes set at = now() - interval '25 hours' where row_id = $1`,
      [id],
    );
    for (const to of ['booked', 'completed'] as const)
      expect((await step(id, to)).result).toMatchObject({ code: 'undo_expired' });
  });
});

describe('fees', () => {
  const TERMS = { late_cancel: { percent: 50 }, no_show: { percent: 100 }, grace_min: 0 };
  beforeAll(() =>
    database.db.sql('update public.booking_rules set fee_terms = $2::jsonb where id = $1', [
      salon.id,
      JSON.stringify(TERMS),
    ]),
  );
  /** A visit of Cleo for 40.00 that began some hours ago, or will. */
  const cleos = async (hours: number) => {
    const start = new Date(Date.now() + hours * 3_600_000).toISOString();
    const { id } = await addVisit(database.db, salon, salon.ann, start, {
      appointment: { status: 'booked', overlap_accepted: true, client_id: salon.client },
      segment: { price_cents: 4000 },
      minutes: 1,
    });
    return id;
  };
  const feeOf = ({ row }: { row: Record<string, unknown> }) => [
    row['fee_kind'],
    row['fee_cents'],
    row['fee_state'],
  ];
  const change = async (id: Uuid, value: Record<string, unknown>) => {
    const { result } = await desk.push([patch('appointments', id, value)]);
    return { result, row: await rowOf(database.db, 'appointments', id) };
  };

  test('are worked out here: a device says what becomes of them', async () => {
    const said = { fee_kind: 'late_cancel', fee_cents: 999_900, fee_state: 'owed' };
    expect(feeOf(await step(await cleos(-2), 'no_show', said))).toEqual(['no_show', 4000, 'owed']);
    expect(
      feeOf(await step(await cleos(2), 'cancelled', { cancel_by: 'client', ...said })),
    ).toEqual(['late_cancel', 2000, 'owed']);
    // A device from before there were fees.
    expect(feeOf(await step(await cleos(-2), 'no_show'))).toEqual(['no_show', 4000, 'proposed']);
    expect(feeOf(await step(await cleos(2), 'cancelled', { cancel_by: 'staff', ...said }))).toEqual(
      [null, 0, 'none'],
    );
  });

  test('go with what they were for', async () => {
    const id = await cleos(-2);
    await step(id, 'no_show', { fee_state: 'waived' });
    expect(feeOf(await step(id, 'booked'))).toEqual([null, 0, 'none']);
    expect(feeOf(await step(id, 'no_show'))).toEqual(['no_show', 4000, 'proposed']);
    const late = await cleos(2);
    await step(late, 'cancelled', { cancel_by: 'client' });
    expect(feeOf(await step(late, 'completed'))).toEqual([null, 0, 'none']);
    const served = await cleos(-2);
    await step(served, 'no_show', { fee_state: 'owed' });
    expect(feeOf(await step(served, 'completed'))).toEqual([null, 0, 'none']);
  });

  test('are decided about later, and nothing else about them', async () => {
    const id = await cleos(-2);
    await step(id, 'no_show');
    expect(feeOf(await change(id, { fee_state: 'owed' }))).toEqual(['no_show', 4000, 'owed']);
    expect(feeOf(await change(id, { fee_state: 'waived' }))).toEqual(['no_show', 4000, 'waived']);
    for (const forged of [{ fee_cents: 1 }, { fee_kind: 'late_cancel' }, { fee_state: 'none' }]) {
      expect(feeOf(await change(id, forged))).toEqual(['no_show', 4000, 'waived']);
    }
    const booked = await cleos(2);
    expect(feeOf(await change(booked, { fee_state: 'owed', fee_cents: 5 }))).toEqual([
      null,
      0,
      'none',
    ]);
    const agreed = { ...TERMS, notice_min: 0 };
    expect((await change(booked, { fee_terms: agreed })).result).toMatchObject({
      status: 'refused',
      code: 'not_allowed',
    });
  });

  test('are none for what is new, for walk-ins and for classes', async () => {
    const walkIn = await visitIn('booked');
    expect(feeOf(await step(walkIn, 'no_show', { fee_state: 'owed' }))).toEqual([null, 0, 'none']);
    const made = visitRows(salon, salon.ben, at(-2, 3), {
      appointment: {
        client_id: salon.client,
        fee_kind: 'no_show',
        fee_cents: 5,
        fee_state: 'owed',
      },
    });
    await desk.push(visitOps(made));
    expect(feeOf({ row: await rowOf(database.db, 'appointments', made.id) })).toEqual([
      null,
      0,
      'none',
    ]);
  });
});

describe('the calendar event of the client', () => {
  test('its number counts each change of time or validity once, its name never changes', async () => {
    const id = await visitIn('booked', {}, 9);
    const segment = async (change: object) => {
      const [row] = await database.db.sql<{ id: Uuid }>(
        'select id from public.appointment_segments where appointment_id = $1',
        [id],
      );
      await desk.push([patch('appointment_segments', row!.id, { ...change })]);
      return (await rowOf(database.db, 'appointments', id))['ical_sequence'];
    };
    expect(await segment({ starts_at: at(9, 5) })).toBe(1);
    expect(await segment({ price_cents: 100 })).toBe(1);
    // The device counts too: once is once.
    expect((await step(id, 'cancelled', { ical_sequence: 2 })).row['ical_sequence']).toBe(2);
    expect((await step(id, 'booked', { ical_sequence: 1 })).row['ical_sequence']).toBe(3);
    const { row } = await step(id, 'arrived', { ical_uid: 'another' });
    expect(row).toMatchObject({ ical_sequence: 3, ical_uid: id });
  });
});

test('nobody is archived while somebody still expects them', async () => {
  const owner = new Device(database.db, salon.users.owner, salon.id);
  await owner.pull();
  const archive = async () => {
    const { result } = await owner.push([patch('staff', salon.ben, { status: 'archived' })]);
    return result['code'] ?? result['status'];
  };
  expect(await archive()).toBe('has_future_appointments');
  await owner.push([patch('appointments', salon.otherVisit, { status: 'cancelled' })]);
  expect(await archive()).toBe('applied');
});
