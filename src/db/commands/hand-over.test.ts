import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { must } from '#domain/errors/assert.ts';
import type { DaybookDb } from '../open.ts';
import { openSalon, putAppointment, segmentOf } from '../test-rows.ts';
import { handOverAppointments } from './hand-over.ts';
import { archiveStaff } from './staff.ts';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
afterEach(() => db.close());

const staffOf = async (segment: string) =>
  (await db.rows('appointment_segments').get(segment))?.staff_id;

const handOver = async () => {
  const result = await handOverAppointments(db, 'ben', 'ana');
  return must(result.ok ? result.value : undefined, JSON.stringify(result));
};

test('coming appointments go to somebody else at their own times; what overlaps stays', async () => {
  await putAppointment(db, 'past', [segmentOf('g0', 'ben', '2027-03-01T15:00:00+00:00')]);
  await putAppointment(db, 'free', [segmentOf('g1', 'ben', '2027-03-20T15:00:00+00:00')]);
  await putAppointment(db, 'busy', [segmentOf('g2', 'ben', '2027-03-21T15:00:00+00:00')]);
  await putAppointment(db, 'hers', [segmentOf('g3', 'ana', '2027-03-21T15:30:00+00:00')]);
  await putAppointment(db, 'off', [segmentOf('g4', 'ben', '2027-03-22T15:00:00+00:00')], {
    status: 'cancelled',
  });
  // The second part is done by somebody else already.
  await putAppointment(db, 'both', [
    segmentOf('g5', 'ben', '2027-03-23T15:00:00+00:00'),
    segmentOf('g6', 'ana', '2027-03-23T15:45:00+00:00'),
  ]);
  const { moved, left, undo } = await handOver();
  expect([moved, left]).toEqual([2, ['busy']]);
  expect(await Promise.all(['g0', 'g1', 'g2', 'g4', 'g5', 'g6'].map(staffOf))).toEqual([
    'ben',
    'ana',
    'ben',
    'ben',
    'ana',
    'ana',
  ]);
  expect(await archiveStaff(db, 'ben')).toMatchObject({
    ok: false,
    error: { code: 'has_future_appointments', rows: ['appointments:busy'] },
  });
  expect(await undo()).toMatchObject({ ok: true });
  expect(await Promise.all(['g1', 'g5', 'g6'].map(staffOf))).toEqual(['ben', 'ben', 'ana']);
});

test('with nothing left, the person can be archived', async () => {
  await putAppointment(db, 'free', [segmentOf('g1', 'ben', '2027-03-20T15:00:00+00:00')]);
  expect(await handOver()).toMatchObject({ moved: 1, left: [] });
  expect(await archiveStaff(db, 'ben')).toMatchObject({ ok: true });
});
