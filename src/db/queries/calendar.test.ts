import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { changeAppointmentStatus } from '../commands/appointment-status.ts';
import { createAddOn, createAddOnGroup } from '../commands/add-ons.ts';
import type { DaybookDb } from '../open.ts';
import { at, openSalon, putAppointment, putRows, segmentOf } from '../test-rows.ts';
import { appointmentDetail } from './appointments.ts';
import { calendarBook, calendarPeriod } from './calendar.ts';
import { nowAndNext } from './now-next.ts';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
afterEach(() => db.close());

describe('an appointment', () => {
  test('comes with people, services, client and marks', async () => {
    const group = await createAddOnGroup(db, {
      name: 'Extras',
      service_ids: ['s-cut'],
      min_count: 0,
      max_count: 1,
    });
    const addOn = await createAddOn(db, {
      group_id: group.ok ? group.value : '',
      name: 'Mask',
      price_cents: 1500,
      extra_min: 10,
    });
    await putAppointment(db, 'a1', [
      segmentOf('g1', 'ana', at('18:00'), { add_on_ids: [addOn.ok ? addOn.value : ''] }),
      segmentOf('g2', 'ben', at('18:45'), { variant_id: 'gone', service_name: 'Old service' }),
    ]);
    const detail = await appointmentDetail(db, 'a1');
    expect(detail).toMatchObject({
      client: { id: 'cleo' },
      pending: false,
      priceCents: 12_000,
      segments: [
        { staff: { id: 'ana' }, service: { name: 'Haircut' }, addOns: [{ name: 'Mask' }] },
        { staff: { id: 'ben' }, variant: null, service: null, addOns: [] },
      ],
    });
    await changeAppointmentStatus(db, 'a1', 'arrived');
    expect((await appointmentDetail(db, 'a1'))?.pending).toBe(true);
    expect(await appointmentDetail(db, 'none')).toBeUndefined();
  });
});

describe('the calendar', () => {
  test('holds what overlaps the period, and its clients', async () => {
    await putAppointment(db, 'a1', [segmentOf('g1', 'ana', at('04:50', '2027-03-10'))]);
    await putAppointment(db, 'a2', [segmentOf('g2', 'ana', at('05:00', '2027-03-11'))]);
    await putAppointment(db, 'a3', [segmentOf('g3', 'ana', at('04:15', '2027-03-10'))]);
    const period = await calendarPeriod(db, at('05:00', '2027-03-10'), at('05:00', '2027-03-11'));
    expect(period.appointments.map(({ id }) => id)).toEqual(['a1']);
    expect(period.segments.map(({ id }) => id)).toEqual(['g1']);
    expect(period.clients.map(({ id }) => id)).toEqual(['cleo']);
  });
  test('knows how many seats of its classes are taken', async () => {
    await putAppointment(db, 'yoga', [segmentOf('g1', 'ana', at('18:00'))], {
      client_id: null,
      capacity: 8,
    });
    const party = { appointment_id: 'yoga', client_id: 'cleo', conflict: false } as const;
    await putRows(db, 'attendees', [
      { ...party, id: 'one', seats: 2, state: 'booked' },
      { ...party, id: 'gone', seats: 3, state: 'cancelled' },
    ]);
    const period = await calendarPeriod(db, at('05:00'), at('23:00'));
    expect(period.seatsSold).toEqual(new Map([['yoga', 2]]));
    const { lines, expectedCents } = await nowAndNext(db);
    expect(lines).toMatchObject([
      { clientName: 'Haircut', serviceNames: ['Class, 2 of 8 seats taken'] },
    ]);
    // The price of a class is that of a seat.
    expect(expectedCents).toBe(2 * 6000);
  });
  test('knows how many come together, also on other days', async () => {
    const group_id = 'a1';
    await putAppointment(db, 'a1', [segmentOf('g1', 'ana', at('18:00'))], { group_id });
    await putAppointment(db, 'a2', [segmentOf('g2', 'ben', at('18:00'))], { group_id });
    await putAppointment(db, 'a3', [segmentOf('g3', 'ben', at('18:00', '2027-03-12'))], {
      group_id,
    });
    await putAppointment(db, 'gone', [segmentOf('g4', 'ben', at('19:00'))], {
      group_id,
      status: 'cancelled',
    });
    const period = await calendarPeriod(db, at('05:00'), at('23:00'));
    expect(period.groupSizes).toEqual(new Map([['a1', 3]]));
  });
  test('knows the team in order and who is looking', async () => {
    const book = await calendarBook(db);
    expect(book.staff.map(({ id }) => id)).toEqual(['ana', 'ben']);
    expect(book.ownStaffId).toBe('ana');
  });
});

describe('today', () => {
  test('who is here, who comes next, what was forgotten', async () => {
    await putAppointment(db, 'done', [segmentOf('g0', 'ana', at('13:30'))], {
      status: 'completed',
    });
    await putAppointment(db, 'forgotten', [segmentOf('g1', 'ben', at('14:00'))]);
    await putAppointment(db, 'here', [segmentOf('g2', 'ana', at('15:00'))], { status: 'arrived' });
    await putAppointment(db, 'next', [segmentOf('g3', 'ana', at('16:00'))], {
      confirmation: 'requested',
    });
    await putAppointment(db, 'request', [segmentOf('g4', 'ben', at('16:00', '2027-03-20'))], {
      status: 'pending',
    });
    await putAppointment(db, 'tomorrow', [segmentOf('g5', 'ben', at('16:00', '2027-03-10'))], {
      confirmation: 'requested',
    });
    const today = await nowAndNext(db);
    const ids = (lines: { appointment: { id: string } }[]) =>
      lines.map(({ appointment }) => appointment.id);
    expect(ids(today.now)).toEqual(['here']);
    expect(ids(today.next)).toEqual(['next']);
    expect(ids(today.requests)).toEqual(['request']);
    expect(ids(today.unconfirmed)).toEqual(['next', 'tomorrow']);
    expect(ids(today.overdue)).toEqual(['forgotten']);
    expect(today.next[0]).toMatchObject({ clientName: 'Cleo Adams', serviceNames: ['Haircut'] });
    expect(today).toMatchObject({
      counts: { total: 4, completed: 1 },
      expectedCents: 18_000,
    });
    expect(ids((await nowAndNext(db, { staffId: 'ben' })).next)).toEqual([]);
  });
});
