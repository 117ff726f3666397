import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DaybookDb } from '../open.ts';
import { at, openSalon, putAppointment, segmentOf } from '../test-rows.ts';
import { nextTimes } from './next-times.ts';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
  // Nine in the morning in New York, before the clocks change.
  await putAppointment(db, 'a1', [segmentOf('g1', 'ana', at('14:00'), { variant_id: 'cut' })], {
    status: 'completed',
  });
});
afterEach(() => db.close());

test('the same again is proposed at the same time of day, when the service says', async () => {
  const usual = await nextTimes(db, 'a1');
  expect(usual?.clientId).toBe('cleo');
  expect(usual?.times).toHaveLength(3);
  expect(usual?.times[0]).toBe(at('13:00', '2027-04-06'));
  expect(usual?.times).toContain(at('13:00', '2027-04-13'));
  await db.rows('services').update('s-cut', { rebook_after_days: 42 });
  expect((await nextTimes(db, 'a1'))?.times[0]).toBe(at('13:00', '2027-04-20'));
});

test('what is taken is not proposed, and everything is by the same person', async () => {
  const taken = [segmentOf('g2', 'ana', at('13:00', '2027-04-06'))];
  await putAppointment(db, 'a2', taken, { client_id: null });
  const { times } = (await nextTimes(db, 'a1'))!;
  expect(times).toHaveLength(3);
  expect(times).not.toContain(at('13:00', '2027-04-06'));
});

test('nothing is proposed to whom is expected, and of what is not offered any more', async () => {
  await putAppointment(db, 'a3', [segmentOf('g3', 'ben', at('15:00', '2027-03-20'))]);
  expect(await nextTimes(db, 'a1')).toBeNull();
  await db.rows('appointments').update('a3', { status: 'cancelled' });
  expect(await nextTimes(db, 'a1')).not.toBeNull();
  await db.rows('service_variants').update('cut', { status: 'archived' });
  expect(await nextTimes(db, 'a1')).toBeNull();
  expect(await nextTimes(db, 'gone')).toBeNull();
});
