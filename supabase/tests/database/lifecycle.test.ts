import { beforeAll, describe, expect, test } from 'vitest';
import { APPOINTMENT_STATUSES } from '#domain/appointments/status.ts';
import type { AppointmentStatus, Uuid } from '#domain/rows.ts';
import { BOOT_TIMEOUT_MS } from '#tests/harness/database-image.ts';
import { at, makeSalon, type Salon } from './salon.ts';
import { Device, patch, rowOf, useDatabase } from './setup.ts';
import { addVisit } from './visits.ts';

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
  no_show: ['booked'],
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
    expect((await step(id, 'booked')).result).toMatchObject({ code: 'undo_expired' });
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
