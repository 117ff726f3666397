import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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
    valueOf(await orderStaff(db, ['ben', 'ana']));
    expect((await db.rows('staff').orderBy('id').toArray()).map(({ rank }) => rank)).toEqual([
      1, 0,
    ]);
  });

  test('hours from a day on replace what began that day', async () => {
    const weeks = [Array.from({ length: 7 }, (): [number, number][] => [[600, 720]])];
    const id = valueOf(
      await setWorkPattern(db, { staff_id: 'ana', valid_from: '2027-03-15', weeks }),
    );
    expect(
      valueOf(await setWorkPattern(db, { staff_id: 'ana', valid_from: '2027-03-15', weeks })),
    ).toBe(id);
    const wrong = [
      Array.from({ length: 7 }, (): [number, number][] => [
        [600, 720],
        [700, 800],
      ]),
    ];
    expect(
      errorOf(await setWorkPattern(db, { staff_id: 'ana', valid_from: '2027-03-15', weeks: wrong }))
        ?.rule,
    ).toBe('overlap');
  });

  test('planned hours that were removed come back', async () => {
    const weeks = [Array.from({ length: 7 }, (): [number, number][] => [[600, 720]])];
    const id = valueOf(
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

  test('an exception is one per person and day, and comes back by undo', async () => {
    const closed = {
      staff_id: null,
      on_day: '2027-12-25',
      kind: 'closed' as const,
      ranges: [[0, 60]] as [number, number][],
      note: null,
    };
    const id = valueOf(await setDateException(db, closed));
    expect(valueOf(await setDateException(db, { ...closed, note: 'Christmas' }))).toBe(id);
    const done = valueOf(await deleteDateException(db, id));
    valueOf(await done.undo());
    expect(await db.rows('date_exceptions').toArray()).toMatchObject([
      { ranges: [], note: 'Christmas' },
    ]);
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
