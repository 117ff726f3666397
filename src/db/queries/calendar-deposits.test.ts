import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AppointmentSegmentRow } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { at, openSalon, putAppointment, putRows, segmentOf } from '../test-rows.ts';
import { depositMarks } from './calendar-deposits.ts';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
afterEach(() => db.close());

const marks = async () => {
  const appointments = await db.rows('appointments').toArray();
  const segments = await db.rows('appointment_segments').toArray();
  return [...(await depositMarks(db, appointments, segments))];
};
const visit = (id: string, price: Partial<AppointmentSegmentRow>) =>
  putAppointment(db, id, [segmentOf(`${id}-1`, 'ana', at('18:00'), price)]);
const paid = (id: string, cents: number) => ({
  id: `paid-${id}`,
  sale_id: null,
  appointment_id: id,
  occurred_at: at('09:00'),
  method: 'card_online' as const,
  label: null,
  state: 'captured' as const,
  collects: false,
  amount_cents: cents,
  tendered_cents: null,
});

test('visits are marked that something is paid before, and whether that is all', async () => {
  expect(await marks()).toEqual([]);
  await visit('a', { price_cents: 6000 });
  await visit('b', { price_cents: 6000 });
  await visit('c', { price_cents: 6000, price_kind: 'from' });
  await visit('d', { price_cents: 6000 });
  expect(await marks()).toEqual([]);
  await putRows(db, 'payments', [
    paid('a', 2000),
    paid('b', 6000),
    paid('c', 6000),
    paid('elsewhere', 6000),
  ]);
  expect(await marks()).toEqual([
    ['a', 'part'],
    ['b', 'paid'],
    ['c', 'part'],
  ]);
  await putRows(db, 'refunds', [
    {
      id: 'back',
      sale_id: null,
      appointment_id: 'a',
      sale_line_id: null,
      qty: 0,
      occurred_at: at('10:00'),
      kind: 'refund',
      method: 'card_online',
      amount_cents: 2000,
      reason: 'Ill',
    },
  ]);
  expect((await marks()).map(([id]) => id)).toEqual(['b', 'c']);
  // Asked for, and not paid: also of a part that is missing.
  for (const id of ['b', 'd']) await db.rows('appointments').update(id, { deposit_due: true });
  expect(await marks()).toEqual([
    ['b', 'due'],
    ['c', 'part'],
    ['d', 'due'],
  ]);
  await db.rows('appointments').update('d', { status: 'arrived' });
  expect((await marks()).map(([id]) => id)).toEqual(['b', 'c']);
});
