import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DaybookDb } from '../open.ts';
import { freeWindows } from '../queries/team-time.ts';
import { errorOf, openSalon, putAppointment, putRows, segmentOf, valueOf } from '../test-rows.ts';
import { moveAppointment } from './appointment-time.ts';
import { setVisitPlace } from './visit-place.ts';
import type { VisitPlace } from './visit-place.ts';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
  // 11:00 to 11:45 in New York, with Ana.
  await putAppointment(db, 'v1', [segmentOf('s1', 'ana', '2027-03-10T16:00:00+00:00')]);
});
afterEach(() => db.close());

const HOME: VisitPlace = {
  location_type: 'client',
  address: { line1: '5 Main St', city: 'Albany' },
  travel_before_min: 30,
  travel_after_min: 15,
};
const visit = async () => (await db.rows('appointments').get('v1'))!;
const segment = async () => (await db.rows('appointment_segments').get('s1'))!;
/** Ana's free minutes around it, from 10:00 to 13:00. */
const free = async () => {
  const from = Date.parse('2027-03-10T15:00:00Z') / 60_000;
  const [ana] = await freeWindows(db, '2027-03-10T15:00:00+00:00', '2027-03-10T18:00:00+00:00');
  return ana?.free.map((minute) => minute - from);
};

describe('a visit at the client’s', () => {
  test('takes its travel from the free time, and gives it back by undo', async () => {
    expect(await free()).toEqual([0, 60, 105, 180]);
    const done = valueOf(await setVisitPlace(db, 'v1', HOME));
    expect(await visit()).toMatchObject({ location_type: 'client', address: HOME.address });
    expect(await free()).toEqual([0, 30, 120, 180]);
    valueOf(await done.undo());
    expect(await visit()).toMatchObject({ location_type: 'business', address: null });
    expect(await free()).toEqual([0, 60, 105, 180]);
  });

  test('keeps its start and end: clients do not see the way', async () => {
    const { starts_at, ends_at } = await visit();
    valueOf(await setVisitPlace(db, 'v1', HOME));
    expect(await visit()).toMatchObject({ starts_at, ends_at });
    expect(await segment()).toMatchObject({ starts_at, ends_at, travel_before_min: 30 });
  });

  test('says who stands in the way of the travel, and books both when that is meant', async () => {
    await putAppointment(db, 'before', [segmentOf('s2', 'ana', '2027-03-10T15:00:00+00:00')]);
    const refused = errorOf(await setVisitPlace(db, 'v1', HOME));
    expect(refused).toMatchObject({ code: 'overlap', rows: ['appointments:before'] });
    expect((await segment()).buffer_before_min).toBe(0);
    valueOf(await setVisitPlace(db, 'v1', HOME, { acceptOverlap: true }));
    expect((await visit()).overlap_accepted).toBe(true);
  });

  test('lets nobody be served meanwhile, and says who would be', async () => {
    const noWay = { ...HOME, travel_before_min: 0, travel_after_min: 0 };
    const colour = { processing_min: 40, finishing_min: 20, processing_bookable: true };
    await putRows(db, 'appointment_segments', [{ ...(await segment()), ...colour }]);
    // While the colour works, from 11:45 to 12:25, Ana is free …
    expect(await free()).toEqual([0, 60, 105, 145, 165, 180]);
    const done = valueOf(await setVisitPlace(db, 'v1', noWay));
    // … but not at the client's.
    expect(await free()).toEqual([0, 60, 165, 180]);
    expect((await segment()).processing_bookable).toBe(true);
    valueOf(await done.undo());
    await putAppointment(db, 'between', [
      segmentOf('s2', 'ana', '2027-03-10T16:45:00+00:00', { duration_min: 30 }),
    ]);
    expect(errorOf(await setVisitPlace(db, 'v1', noWay))).toMatchObject({
      code: 'overlap',
      rows: ['appointments:between'],
    });
  });

  test('takes its travel along when it moves', async () => {
    valueOf(await setVisitPlace(db, 'v1', HOME));
    valueOf(await moveAppointment(db, 'v1', { startsAt: '2027-03-10T17:00:00+00:00' }));
    expect(await segment()).toMatchObject({ buffer_before_min: 30, travel_before_min: 30 });
    expect(await free()).toEqual([0, 90]);
  });

  test('has no way any more when it takes place at the business after all', async () => {
    valueOf(await setVisitPlace(db, 'v1', HOME));
    valueOf(await setVisitPlace(db, 'v1', { ...HOME, location_type: 'business' }));
    expect(await visit()).toMatchObject({ location_type: 'business', address: null });
    expect(await segment()).toMatchObject({ buffer_before_min: 0, travel_after_min: 0 });
  });

  test('a way longer than a working day is refused', async () => {
    const far = await setVisitPlace(db, 'v1', { ...HOME, travel_before_min: 481 });
    expect(errorOf(far)).toMatchObject({ code: 'invalid', field: 'travel_before_min' });
  });
});
