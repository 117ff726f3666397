import { beforeEach, expect, test } from 'vitest';
import { cancelAppointment } from '#db/commands/appointment-status.ts';
import { moveAppointment } from '#db/commands/appointment-time.ts';
import { editAppointment } from '#db/commands/appointments.ts';
import type { DaybookDb } from '#db/open.ts';
import { addVisit, openSalon, salonTime } from '#tests/fixtures/salon.ts';
import { freedTimes } from './freed-times.ts';

let db: DaybookDb;
const later = { from: salonTime(840), to: salonTime(885), staffIds: ['mia'] };
beforeEach(async () => {
  db = await openSalon();
  await addVisit(db, 'later', { clientId: 'bob', staffId: 'mia', minute: 840, minutes: 45 });
});

test('a cancelled visit frees its time', async () => {
  await cancelAppointment(db, 'later');
  expect(await freedTimes(db)).toEqual([later]);
});

test('a moved visit frees where it was, and going back by undo frees nothing', async () => {
  const moved = await moveAppointment(db, 'later', { startsAt: salonTime(960), staffId: 'leo' });
  expect(await freedTimes(db)).toEqual([later]);
  if (moved.ok) await moved.value.undo();
  expect(await freedTimes(db)).toEqual([]);
});

test('what is over, or not about time, frees nothing', async () => {
  await addVisit(db, 'early', { clientId: 'bob', staffId: 'leo', minute: 540, minutes: 30 });
  await cancelAppointment(db, 'early');
  expect(await freedTimes(db)).toEqual([]);
  await editAppointment(db, 'later', { staff_note: 'Window seat' });
  expect(await freedTimes(db)).toEqual([]);
});
