import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DaybookDb } from '../open.ts';
import { ALONE, TEST_NOW, openSalon, putAppointment, putRows, segmentOf } from '../test-rows.ts';
import { gapsToday } from './gaps.ts';

// Tuesday, 10:03 in New York; work ends at 18:00, which is 23:00 UTC.
let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon(() => Date.parse(TEST_NOW) + 3 * 60_000);
});
afterEach(() => db.close());

const shape = async (atLeastMin?: number) =>
  Object.fromEntries(
    (await gapsToday(db, atLeastMin === undefined ? {} : { atLeastMin })).map(({ staff, gaps }) => [
      staff.id,
      gaps.map(({ minute, minutes }) => [minute, minutes]),
    ]),
  );

test('what is left of the day begins on the next full five minutes', async () => {
  expect(await shape()).toEqual({ ana: [[605, 475]], ben: [[605, 475]] });
});

test('appointments and blocks are cut out, and short rests are not worth a line', async () => {
  await putAppointment(db, 'a1', [segmentOf('g1', 'ana', '2027-03-09T15:20:00+00:00')]);
  await putRows(db, 'time_blocks', [
    {
      ...ALONE,
      id: 'b1',
      staff_id: null,
      starts_at: '2027-03-09T17:00:00+00:00',
      ends_at: '2027-03-09T22:40:00+00:00',
      all_day: false,
      reason_id: null,
      note: null,
      blocks_online: true,
    },
  ]);
  expect(await shape()).toEqual({ ana: [[665, 55]], ben: [[605, 115]] });
  expect((await shape(15))['ana']).toEqual([
    [605, 15],
    [665, 55],
    [1060, 20],
  ]);
});

test('people who take no appointments have no gaps to fill', async () => {
  await db.rows('staff').update('ben', { bookable: false });
  expect(Object.keys(await shape())).toEqual(['ana']);
});
