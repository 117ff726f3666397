import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MinuteRange, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { errorOf, openSalon, putAppointment, segmentOf, valueOf } from '../test-rows.ts';
import {
  createTimeOff,
  deleteDateException,
  deleteWorkPattern,
  setDateException,
  setTimeOffStatus,
  setWorkPattern,
} from './hours.ts';
import { archiveStaff, createStaff, orderStaff } from './staff.ts';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
afterEach(() => db.close());

describe('the team', () => {
  test('somebody new has a working week and the last rank', async () => {
    const id = valueOf(await createStaff(db, { display_name: 'Cy' }));
    expect(await db.rows('staff').get(id)).toMatchObject({ rank: 2, status: 'active' });
    const patterns = await db
      .rows('work_patterns')
      .filter(({ staff_id }) => staff_id === id)
      .toArray();
    expect(patterns).toMatchObject([{ valid_from: '2027-03-09' }]);
    expect(patterns[0]?.weeks[0]).toHaveLength(7);
  });

  test('somebody with appointments to come is not archived', async () => {
    await putAppointment(db, 'past', [segmentOf('g0', 'ben', '2027-03-01T15:00:00+00:00')]);
    await putAppointment(db, 'off', [segmentOf('g1', 'ben', '2027-03-20T15:00:00+00:00')], {
      status: 'cancelled',
    });
    valueOf(await archiveStaff(db, 'ben'));
    await putAppointment(db, 'a1', [segmentOf('g2', 'ana', '2027-03-20T15:00:00+00:00')]);
    expect(errorOf(await archiveStaff(db, 'ana'))).toEqual({
      code: 'has_future_appointments',
      rows: ['appointments:a1'],
    });
  });

  test('the order of columns changes the ranks that differ', async () => {
    const ranks = async () =>
      (await db.rows('staff').orderBy('id').toArray()).map((one) => one.rank);
    const done = valueOf(await orderStaff(db, ['ben', 'ana']));
    expect(await ranks()).toEqual([1, 0]);
    valueOf(await done.undo());
    expect(await ranks()).toEqual([0, 1]);
  });

  const weekOf = (from: number): MinuteRange[][][] => [
    Array.from({ length: 7 }, (): MinuteRange[] => [[from, 720]]),
  ];
  const hoursOf = async (id: Uuid) => (await db.rows('work_patterns').get(id))?.weeks;

  test('hours from a day on replace what began that day, with a way back', async () => {
    const pattern = { staff_id: 'ana', valid_from: '2027-03-15' };
    const first = valueOf(await setWorkPattern(db, { ...pattern, weeks: weekOf(600) }));
    const second = valueOf(await setWorkPattern(db, { ...pattern, weeks: weekOf(660) }));
    expect(second.id).toBe(first.id);
    expect(await hoursOf(first.id)).toEqual(weekOf(660));
    valueOf(await second.undo());
    expect(await hoursOf(first.id)).toEqual(weekOf(600));
    valueOf(await first.undo());
    expect(await hoursOf(first.id)).toBeUndefined();
    const wrong = [
      Array.from({ length: 7 }, (): [number, number][] => [
        [600, 720],
        [700, 800],
      ]),
    ];
    expect(errorOf(await setWorkPattern(db, { ...pattern, weeks: wrong }))?.rule).toBe('overlap');
  });

  test('planned hours that were removed come back', async () => {
    const weeks = weekOf(600);
    const { id } = valueOf(
      await setWorkPattern(db, { staff_id: 'ana', valid_from: '2027-04-05', weeks }),
    );
    const done = valueOf(await deleteWorkPattern(db, id));
    expect(await db.rows('work_patterns').get(id)).toBeUndefined();
    const again = valueOf(await done.undo());
    expect(again).not.toBe(id);
    expect(await db.rows('work_patterns').get(again)).toMatchObject({
      staff_id: 'ana',
      valid_from: '2027-04-05',
      weeks,
    });
    expect(errorOf(await deleteWorkPattern(db, id))?.code).toBe('not_found');
  });

  test('an exception is one per person and day; what it replaced comes back by undo', async () => {
    const closed = {
      staff_id: null,
      on_day: '2027-12-25',
      kind: 'closed' as const,
      ranges: [[0, 60]] as [number, number][],
      note: null,
    };
    const { id } = valueOf(await setDateException(db, closed));
    const open = { ...closed, kind: 'hours' as const, note: 'Christmas' };
    const opened = valueOf(await setDateException(db, open));
    expect(opened.id).toBe(id);
    const stored = () => db.rows('date_exceptions').toArray();
    expect(await stored()).toMatchObject([{ ranges: [[0, 60]], note: 'Christmas' }]);
    const done = valueOf(await deleteDateException(db, id));
    valueOf(await done.undo());
    expect(await stored()).toMatchObject([{ kind: 'hours', note: 'Christmas' }]);
    // The row that it changed is gone meanwhile: there is nothing to take back.
    valueOf(await opened.undo());
    expect(await stored()).toMatchObject([{ kind: 'hours', note: 'Christmas' }]);
    const again = valueOf(await setDateException(db, closed));
    valueOf(await again.undo());
    expect(await stored()).toMatchObject([{ kind: 'hours', ranges: [[0, 60]], note: 'Christmas' }]);
  });

  test('time off is approved and taken back', async () => {
    const span = { starts_at: '2027-04-01T04:00:00+00:00', ends_at: '2027-04-08T04:00:00+00:00' };
    const id = valueOf(
      await createTimeOff(
        db,
        { staff_id: 'ana', reason_id: null, note: null, ...span },
        'requested',
      ),
    );
    const done = valueOf(await setTimeOffStatus(db, id, 'approved'));
    valueOf(await done.undo());
    expect((await db.rows('time_off').get(id))?.status).toBe('requested');
    valueOf(await setTimeOffStatus(db, id, 'declined'));
    expect(errorOf(await setTimeOffStatus(db, id, 'approved'))?.code).toBe('illegal_transition');
    const backwards = {
      staff_id: 'ana',
      reason_id: null,
      note: null,
      starts_at: span.ends_at,
      ends_at: span.starts_at,
    };
    expect(errorOf(await createTimeOff(db, backwards))).toMatchObject({
      field: 'ends_at',
      rule: 'order',
    });
  });
});
