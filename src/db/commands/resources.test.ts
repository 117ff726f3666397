import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bySortKey } from '#domain/sort-key.ts';
import type { DaybookDb } from '../open.ts';
import { dateChecker } from '../queries/date-clashes.ts';
import { nearestFree } from '../queries/nearest-free.ts';
import { bestTimes, freeTimes } from '../queries/free-times.ts';
import { placeWarnings } from '../queries/place-warnings.ts';
import { resourceBoard } from '../queries/resources.ts';
import { visitResources } from '../queries/visit-resources.ts';
import {
  errorOf,
  openSalon,
  putAppointment,
  putRows,
  segmentOf,
  TEST_NOW,
  valueOf,
} from '../test-rows.ts';
import { cancelAppointment } from './appointment-status.ts';
import { moveAppointment } from './appointment-time.ts';
import { createAppointment } from './appointments.ts';
import { changeResource } from './change-resource.ts';
import {
  archivePool,
  archiveResource,
  createPool,
  createResource,
  editResource,
  moveResource,
} from './resources.ts';
import { createSeries, moveSeries } from './series.ts';
import { editService } from './services.ts';

const at = (clock: string, day = '2027-03-10') => `${day}T${clock}:00+00:00`;

let db: DaybookDb;
let pool: string;
let rooms: string[];
/** Two rooms, and haircuts that need one of them; Cem works as well. */
beforeEach(async () => {
  db = await openSalon(() => Date.parse(TEST_NOW));
  const [ben] = await db.rows('staff').where('id').equals('ben').toArray();
  await putRows(db, 'staff', [{ ...ben!, id: 'cem', display_name: 'Cem', rank: 2 }]);
  const [hours] = await db.rows('work_patterns').where('id').equals('hours-ben').toArray();
  await putRows(db, 'work_patterns', [{ ...hours!, id: 'hours-cem', staff_id: 'cem' }]);
  pool = valueOf(await createPool(db, { name: 'Rooms', unit: 'Room', count: 2 }));
  rooms = (await db.rows('resources').toArray()).toSorted(bySortKey).map(({ id }) => id);
  valueOf(await editService(db, 's-cut', { resource_needs: [{ pool_id: pool, qty: 1 }] }));
});
afterEach(() => db.close());

const input = (staffId: string, startsAt: string, variantId = 'cut') => {
  const {
    id: _id,
    appointment_id: _appointment,
    position: _position,
    ends_at: _end,
    ...rest
  } = segmentOf('', staffId, startsAt, { variant_id: variantId });
  return rest;
};
const book = (staffId: string, startsAt: string, options = {}) =>
  createAppointment(db, { client_id: 'cleo', segments: [input(staffId, startsAt)] }, options);
const segmentsOf = (id: string) =>
  db.rows('appointment_segments').where('appointment_id').equals(id).sortBy('position');
const roomsOf = async (id: string) =>
  (await segmentsOf(id)).flatMap(({ resource_ids = [] }) =>
    resource_ids.map((one) => `Room ${rooms.indexOf(one) + 1}`),
  );

describe('groups', () => {
  test('begin with numbered things; a single one has no number', async () => {
    const names = (await db.rows('resources').toArray()).toSorted(bySortKey);
    expect(names.map(({ name }) => name)).toEqual(['Room 1', 'Room 2']);
    const laser = valueOf(await createPool(db, { name: 'Lasers', unit: 'Laser', count: 1 }));
    const [only] = (await db.rows('resources').toArray()).filter(
      ({ pool_id }) => pool_id === laser,
    );
    expect(only?.name).toBe('Laser');
  });

  test.each([
    [{ name: '', unit: 'Room', count: 1 }, 'name'],
    [{ name: 'Rooms', unit: ' ', count: 1 }, 'unit'],
    [{ name: 'Rooms', unit: 'Room', count: null }, 'count'],
    [{ name: 'Rooms', unit: 'Room', count: 0 }, 'count'],
    [{ name: 'Rooms', unit: 'Room', count: 21 }, 'count'],
  ])('refuse %j at the field', async (wrong, field) => {
    expect(errorOf(await createPool(db, wrong))).toMatchObject({ code: 'invalid', field });
  });

  test('an archived group is not needed any more', async () => {
    valueOf(await archivePool(db, pool));
    expect(await roomsOf(valueOf(await book('ana', at('15:00'))))).toEqual([]);
  });

  test('the order of a list is the order in which its things are given out', async () => {
    valueOf(await moveResource(db, rooms[1]!, 0));
    expect(await roomsOf(valueOf(await book('ana', at('15:00'))))).toEqual(['Room 2']);
  });
});

describe('visits', () => {
  test('get the first room that is free, the third one of a time is a clash', async () => {
    const first = valueOf(await book('ana', at('15:00')));
    const second = valueOf(await book('ben', at('15:15')));
    expect([await roomsOf(first), await roomsOf(second)]).toEqual([['Room 1'], ['Room 2']]);
    expect(errorOf(await book('cem', at('15:30')))).toMatchObject({
      code: 'overlap',
      rows: [`appointments:${first}`, `appointments:${second}`],
    });
    const third = valueOf(await book('cem', at('15:30'), { acceptOverlap: true }));
    expect(await db.rows('appointments').get(third)).toMatchObject({ overlap_accepted: true });
    expect(valueOf(await book('cem', at('16:15')))).toBeTruthy();
  });

  test('keep the needs of the day on which they were booked', async () => {
    const id = valueOf(await book('ana', at('15:00')));
    valueOf(await editService(db, 's-cut', { resource_needs: [] }));
    expect((await segmentsOf(id))[0]?.resource_needs).toEqual([{ pool_id: pool, qty: 1 }]);
    expect(await roomsOf(valueOf(await book('ben', at('15:00'))))).toEqual([]);
  });

  test('with two parts stay in one room', async () => {
    await book('ben', at('15:45'));
    const id = valueOf(
      await createAppointment(db, {
        client_id: 'cleo',
        segments: [input('ana', at('15:00')), input('ana', at('15:45'))],
      }),
    );
    expect(await roomsOf(id)).toEqual(['Room 1', 'Room 2']);
    const other = valueOf(
      await createAppointment(db, {
        client_id: 'cleo',
        segments: [input('ana', at('18:00')), input('ana', at('18:45'))],
      }),
    );
    expect(await roomsOf(other)).toEqual(['Room 1', 'Room 1']);
  });

  test('that move get another room where theirs is taken, and theirs back with undo', async () => {
    valueOf(await book('ana', at('15:00')));
    const moved = valueOf(await book('ben', at('17:00')));
    const done = valueOf(await moveAppointment(db, moved, { startsAt: at('15:00') }));
    expect(await roomsOf(moved)).toEqual(['Room 2']);
    valueOf(await done.undo());
    expect(await roomsOf(moved)).toEqual(['Room 1']);
  });

  test('can be given another room that is free, not one that is taken', async () => {
    const first = valueOf(await book('ana', at('15:00')));
    const [segment] = await segmentsOf(first);
    const done = valueOf(await changeResource(db, segment!.id, { from: rooms[0]!, to: rooms[1]! }));
    expect(await roomsOf(first)).toEqual(['Room 2']);
    expect((await segmentsOf(first))[0]).toMatchObject({ resource_fixed: true });
    const second = valueOf(await book('ben', at('15:00')));
    const [other] = await segmentsOf(second);
    expect(
      errorOf(await changeResource(db, other!.id, { from: rooms[0]!, to: rooms[1]! })),
    ).toMatchObject({ code: 'overlap', rows: [`appointments:${first}`] });
    valueOf(await done.undo());
    // Somebody is in it by now: undo puts back what was, the server decides.
    expect((await segmentsOf(first))[0]).toMatchObject({ resource_fixed: false });
  });

  test('tell what they could have instead', async () => {
    const first = valueOf(await book('ana', at('15:00')));
    valueOf(await book('ben', at('15:00')));
    const [segment] = await segmentsOf(first);
    const found = (await visitResources(db, [segment!])).get(segment!.id);
    expect(found).toMatchObject([
      { qty: 1, has: [{ id: rooms[0] }], options: [{ resource: { id: rooms[1] }, isFree: false }] },
    ]);
    expect(
      (await visitResources(db, [{ ...segment!, resource_needs: [], resource_ids: [] }])).size,
    ).toBe(0);
  });

  test('warn before they are booked: who is in the rooms, or that none is in service', async () => {
    const first = valueOf(await book('ana', at('15:00')));
    const second = valueOf(await book('ben', at('15:00')));
    const wanted = [{ ...input('cem', at('15:00')), variant_id: 'cut' }];
    expect(await placeWarnings(db, wanted)).toEqual([
      {
        kind: 'no_resource',
        poolName: 'Rooms',
        rows: [`appointments:${first}`, `appointments:${second}`],
      },
    ]);
    expect(await placeWarnings(db, wanted, second)).toEqual([]);
    for (const id of rooms) valueOf(await editResource(db, id, { out_from: '2027-03-11' }));
    const later = [{ ...input('cem', at('15:00', '2027-03-11')), variant_id: 'cut' }];
    expect(await placeWarnings(db, later)).toEqual([
      { kind: 'no_resource', poolName: 'Rooms', rows: [] },
    ]);
    expect(errorOf(await book('cem', at('15:00', '2027-03-11')))).toMatchObject({
      code: 'overlap',
      rows: [`resource_pools:${pool}`],
    });
  });
});

describe('free times', () => {
  test('leave out those without a room', async () => {
    await book('ana', at('15:00'));
    await book('ben', at('15:00'));
    const cem = [{ variantId: 'cut', staffId: 'cem' }];
    const { slots } = await freeTimes(db, cem, at('14:00'), at('17:00'));
    const starts = slots.starts.map((minute) =>
      new Date(minute * 60_000).toISOString().slice(11, 16),
    );
    expect(starts).toEqual(['14:00', '14:15', '15:45', '16:00', '16:15']);
  });

  test('of a visit that moves know the room that it has itself', async () => {
    await archiveResource(db, rooms[1]!);
    const id = valueOf(await book('ana', at('15:00')));
    const times = await bestTimes(db, id, { limit: 40 });
    expect(times.map(({ startsAt }) => startsAt)).toContain(at('15:30'));
  });
});

describe('series', () => {
  const layout = {
    rule: 'FREQ=WEEKLY;INTERVAL=1;BYDAY=WE;COUNT=3',
    starts_on: '2027-03-10',
    start_minute: 600,
    first_index: 0,
  };
  const form = () => ({ client_id: 'cleo', segments: [input('cem', at('15:00'))] });
  const dates = ['2027-03-10', '2027-03-17', '2027-03-24'].map((day, index) => ({
    index,
    // The clocks change in between.
    startsAt: at(index === 0 ? '15:00' : '14:00', day),
    acceptOverlap: false,
    isMoved: false,
  }));

  test('take a room on each date, and say which date has none', async () => {
    await book('ana', at('14:00', '2027-03-17'));
    await book('ben', at('14:00', '2027-03-17'));
    const checker = await dateChecker(db);
    const clashes = await checker.clashesOf(
      dates.map(({ index, startsAt }) => ({
        key: String(index),
        segments: [{ ...input('cem', startsAt), variant_id: 'cut' }],
      })),
    );
    expect([...clashes]).toEqual([['1', [{ kind: 'no_resource', staffId: 'cem', name: 'Rooms' }]]]);
    expect(
      await nearestFree(checker, [input('cem', dates[1]!.startsAt)], {
        now: TEST_NOW,
        reachDays: 1,
      }),
    ).toBe(at('13:15', '2027-03-17'));
    expect(errorOf(await createSeries(db, form(), layout, dates))).toMatchObject({
      code: 'overlap',
    });
    const made = valueOf(
      await createSeries(
        db,
        form(),
        layout,
        dates.filter(({ index }) => index !== 1),
      ),
    );
    expect(await Promise.all(made.ids.map(roomsOf))).toEqual([['Room 1'], ['Room 1']]);
  });

  test('that move look for a room on each date', async () => {
    const made = valueOf(await createSeries(db, form(), layout, dates));
    await book('ana', at('18:00', '2027-03-17'));
    valueOf(
      await moveSeries(db, {
        id: made.id,
        layout,
        dates: made.ids.map((id, index) => ({
          ...dates[index]!,
          id,
          startsAt: dates[index]!.startsAt.replace(/T1\d/, 'T18'),
        })),
        leftIds: [],
      }),
    );
    expect(await Promise.all(made.ids.map(roomsOf))).toEqual([['Room 1'], ['Room 2'], ['Room 1']]);
  });
});

describe('out of service', () => {
  test('gives no new visits, and names those that stand in it meanwhile', async () => {
    const id = valueOf(await book('ana', at('15:00')));
    valueOf(
      await editResource(db, rooms[0]!, {
        out_from: '2027-03-10',
        out_until: '2027-03-12',
        out_note: 'Painting',
      }),
    );
    expect(await roomsOf(valueOf(await book('ben', at('15:00'))))).toEqual(['Room 2']);
    const { pools } = await resourceBoard(db);
    expect(pools[0]?.resources.map(({ stranded }) => stranded)).toEqual([
      [{ id, startsAt: at('15:00') }],
      [],
    ]);
    expect(pools[0]?.neededBy).toMatchObject([{ service: { id: 's-cut' }, qty: 1 }]);
    // The visit keeps what it has while it stays; when it moves, it goes elsewhere.
    valueOf(await moveAppointment(db, id, { startsAt: at('17:00') }));
    expect(await roomsOf(id)).toEqual(['Room 2']);
  });

  test('ends after it begins', async () => {
    const wrong = await editResource(db, rooms[0]!, {
      out_from: '2027-03-10',
      out_until: '2027-03-09',
    });
    expect(errorOf(wrong)).toMatchObject({ code: 'invalid', field: 'out_until' });
    const noStart = await createResource(db, {
      pool_id: pool,
      name: 'Room 3',
      out_from: null,
      out_until: '2027-03-09',
      out_note: null,
    });
    expect(errorOf(noStart)).toMatchObject({ code: 'invalid', field: 'out_until' });
  });

  test('for good only when no visit ahead stands in it', async () => {
    const id = valueOf(await book('ana', at('15:00')));
    expect(errorOf(await archiveResource(db, rooms[0]!))).toMatchObject({
      code: 'has_future_appointments',
      rows: [`appointments:${id}`],
    });
    valueOf(await cancelAppointment(db, id));
    const done = valueOf(await archiveResource(db, rooms[0]!));
    expect(await db.rows('resources').get(rooms[0]!)).toMatchObject({ status: 'archived' });
    valueOf(await done.undo());
    expect(await db.rows('resources').get(rooms[0]!)).toMatchObject({ status: 'active' });
  });
});

test('visits that were stored before there were rooms are no trouble', async () => {
  // Old rows have none of the fields.
  await putAppointment(db, 'old', [segmentOf('old-1', 'ana', at('15:00'))]);
  const id = valueOf(await book('ben', at('15:00')));
  expect(await roomsOf(id)).toEqual(['Room 1']);
  valueOf(await moveAppointment(db, 'old', { startsAt: at('16:00') }));
  const [segment] = await segmentsOf('old');
  expect(segment).not.toHaveProperty('resource_ids');
});
