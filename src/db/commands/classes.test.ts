import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AttendeeRow, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { freeTimes } from '../queries/free-times.ts';
import {
  at,
  errorOf,
  lastOps,
  openSalon,
  putRows,
  segmentInput,
  TEST_NOW,
  valueOf,
} from '../test-rows.ts';
import { cancelAppointment } from './appointment-status.ts';
import { createAppointment } from './appointments.ts';
import { seatClient, setAttendance, setCapacity, setPartySize } from './classes.ts';
import { extendSeries, createSeries } from './series.ts';

let db: DaybookDb;
let nowMs: number;
beforeEach(async () => {
  nowMs = Date.parse(TEST_NOW);
  db = await openSalon(() => nowMs);
});
afterEach(() => db.close());

const STARTS_AT = at('18:00');
const planned = async (capacity: number, startsAt = STARTS_AT): Promise<Uuid> =>
  valueOf(
    await createAppointment(db, {
      client_id: null,
      capacity,
      segments: [{ ...segmentInput('ana', startsAt), service_name: 'Yoga' }],
    }),
  );
const seat = async (session: Uuid, client: Uuid, seats = 1) =>
  valueOf(await seatClient(db, session, client, seats));
const attendees = () => db.rows('attendees').toArray();
const rowOf = (id: Uuid) => db.rows('attendees').get(id);

describe('a session', () => {
  test('is an appointment with seats and without a client', async () => {
    const id = await planned(12);
    expect(await db.rows('appointments').get(id)).toMatchObject({ capacity: 12, client_id: null });
    expect((await lastOps(db))?.[0]?.value).toMatchObject({ capacity: 12 });
  });

  test('takes the time of its person: neither a visit nor another class fits beside it', async () => {
    const item = { variantId: 'cut', staffId: 'ana' };
    const starts = async () =>
      (await freeTimes(db, [item], at('18:00'), at('18:45'))).slots.starts.length;
    expect(await starts()).toBe(1);
    await planned(12);
    expect(await starts()).toBe(0);
    const visit = { client_id: 'cleo', segments: [segmentInput('ana', at('18:30'))] };
    expect(errorOf(await createAppointment(db, visit))).toMatchObject({ code: 'overlap' });
  });

  test('repeats with its seats, also on dates that are added later', async () => {
    const layout = {
      rule: 'FREQ=WEEKLY;INTERVAL=1;BYDAY=TU;COUNT=2',
      starts_on: '2027-03-09',
      start_minute: 840,
      first_index: 0,
    };
    const date = (index: number, day: string) => ({
      index,
      startsAt: at('18:00', day),
      acceptOverlap: false,
      isMoved: false,
    });
    const form = { client_id: null, capacity: 8, segments: [segmentInput('ana', STARTS_AT)] };
    const made = valueOf(
      await createSeries(db, form, layout, [date(0, '2027-03-09'), date(1, '2027-03-16')]),
    );
    const longer = { ...layout, rule: layout.rule.replace('COUNT=2', 'COUNT=3') };
    valueOf(await extendSeries(db, made.ids[0]!, longer, [date(2, '2027-03-23')]));
    const rows = await db.rows('appointments').toArray();
    expect(rows.map(({ capacity }) => capacity)).toEqual([8, 8, 8]);
  });

  test('gets more seats, or fewer as long as nobody loses theirs, and back', async () => {
    const id = await planned(2);
    await seat(id, 'cleo', 2);
    expect(errorOf(await setCapacity(db, id, 1))).toMatchObject({ code: 'class_full' });
    const { undo } = valueOf(await setCapacity(db, id, 5));
    expect(await db.rows('appointments').get(id)).toMatchObject({ capacity: 5 });
    valueOf(await undo());
    expect(await db.rows('appointments').get(id)).toMatchObject({ capacity: 2 });
    for (const capacity of [0, 501, 1.5]) {
      expect(errorOf(await setCapacity(db, id, capacity))).toMatchObject({ code: 'invalid' });
    }
  });
});

describe('seats', () => {
  test('are taken by a party and given back by undo; the next time it is the same line', async () => {
    const id = await planned(3);
    const { id: attendee, undo } = await seat(id, 'cleo', 2);
    expect(await attendees()).toMatchObject([
      { id: attendee, appointment_id: id, client_id: 'cleo', seats: 2, state: 'booked' },
    ]);
    valueOf(await undo());
    expect(await attendees()).toMatchObject([{ id: attendee, state: 'cancelled' }]);
    expect((await seat(id, 'cleo', 3)).id).toBe(attendee);
    expect(await attendees()).toMatchObject([{ seats: 3, state: 'booked' }]);
  });

  test('are never sold twice, and nobody sits there twice', async () => {
    const id = await planned(2);
    await seat(id, 'cleo', 1);
    expect(errorOf(await seatClient(db, id, 'cleo'))).toMatchObject({ code: 'duplicate' });
    expect(errorOf(await seatClient(db, id, 'mia', 2))).toMatchObject({ code: 'class_full' });
    await seat(id, 'mia', 1);
    expect(errorOf(await seatClient(db, id, 'lea'))).toMatchObject({ code: 'class_full' });
    expect(await db.rows('attendees').count()).toBe(2);
  });

  test('that somebody waits for are not sold, and that somebody gave back may be taken', async () => {
    const id = await planned(2);
    const row = { appointment_id: id, seats: 2, state: 'booked' as const, conflict: true };
    await putRows(db, 'attendees', [{ ...row, id: 'waits', client_id: 'lea' }]);
    const { id: cleo } = await seat(id, 'cleo', 2);
    const { undo } = valueOf(await setAttendance(db, cleo, 'cancelled'));
    await seat(id, 'mia', 1);
    // What was given back belongs to somebody else.
    expect(errorOf(await undo())).toMatchObject({ code: 'class_full' });
  });

  test('of a party: more when they are there, fewer always', async () => {
    const id = await planned(3);
    const { id: cleo } = await seat(id, 'cleo', 1);
    await seat(id, 'mia', 1);
    expect(errorOf(await setPartySize(db, cleo, 3))).toMatchObject({ code: 'class_full' });
    const { undo } = valueOf(await setPartySize(db, cleo, 2));
    expect(await rowOf(cleo)).toMatchObject({ seats: 2 });
    valueOf(await undo());
    expect(await rowOf(cleo)).toMatchObject({ seats: 1 });
    expect(errorOf(await setPartySize(db, cleo, 21))).toMatchObject({ code: 'invalid' });
  });

  test('are for sessions that take place, and only for sessions', async () => {
    const id = await planned(2);
    valueOf(await cancelAppointment(db, id));
    expect(errorOf(await seatClient(db, id, 'cleo'))).toMatchObject({ code: 'illegal_transition' });
    const visit = valueOf(
      await createAppointment(db, {
        client_id: 'cleo',
        segments: [segmentInput('ben', STARTS_AT)],
      }),
    );
    expect(errorOf(await seatClient(db, visit, 'cleo'))).toMatchObject({ code: 'not_found' });
  });
});

test('who came and who did not is said with a way back, but nobody is missing before the start', async () => {
  const id = await planned(3);
  const { id: cleo } = await seat(id, 'cleo', 2);
  const state = async (): Promise<AttendeeRow['state'] | undefined> => (await rowOf(cleo))?.state;
  expect(errorOf(await setAttendance(db, cleo, 'no_show'))).toMatchObject({ code: 'too_soon' });
  const came = valueOf(await setAttendance(db, cleo, 'attended'));
  expect(await state()).toBe('attended');
  valueOf(await came.undo());
  expect(await state()).toBe('booked');
  nowMs = Date.parse(at('19:00'));
  const missing = valueOf(await setAttendance(db, cleo, 'no_show'));
  expect(await state()).toBe('no_show');
  valueOf(await missing.undo());
  expect(await state()).toBe('booked');
});
