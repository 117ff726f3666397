import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DaybookDb } from '../open.ts';
import {
  at,
  errorOf,
  openSalon,
  putAppointment,
  putRows,
  segmentInput,
  segmentOf,
  TEST_NOW,
  valueOf,
} from '../test-rows.ts';
import { acceptOverlap, cancelAppointment, changeAppointmentStatus } from './appointment-status.ts';
import { moveAppointment, resizeAppointment } from './appointment-time.ts';
import { createAppointment, editAppointment } from './appointments.ts';
import { feesOfCancelling } from '../queries/fees.ts';
import { decideFee } from './fees.ts';

let db: DaybookDb;
let now = Date.parse(TEST_NOW);
beforeEach(async () => {
  now = Date.parse(TEST_NOW);
  db = await openSalon(() => now);
});
afterEach(() => db.close());

const appointment = (id: string) => db.rows('appointments').get(id);
const segments = (id: string) =>
  db.rows('appointment_segments').where('appointment_id').equals(id).sortBy('position');
const outbox = async () => (await db.outbox.toArray()).map(({ name, ops }) => [name, ops.length]);

describe('making an appointment', () => {
  test('stores it with its segments as one mutation', async () => {
    const id = valueOf(
      await createAppointment(db, {
        client_id: 'cleo',
        segments: [segmentInput('ana', at('18:45')), segmentInput('ben', at('18:00'))],
      }),
    );
    expect(await appointment(id)).toMatchObject({
      status: 'booked',
      starts_at: at('18:00'),
      ends_at: at('19:30'),
      time_zone: 'America/New_York',
      ical_uid: `${id}@daybook.app`,
      overlap_accepted: false,
    });
    expect(
      (await segments(id)).map(({ staff_id, position, ends_at }) => [staff_id, position, ends_at]),
    ).toEqual([
      ['ben', 0, at('18:45')],
      ['ana', 1, at('19:30')],
    ]);
    expect(await outbox()).toEqual([['appointment.create', 3]]);
  });

  test('over another one needs a person who accepts it', async () => {
    await putAppointment(db, 'a1', [segmentOf('g1', 'ana', at('18:00'))]);
    const form = { client_id: null, segments: [segmentInput('ana', at('18:30'))] };
    expect(errorOf(await createAppointment(db, form))).toEqual({
      code: 'overlap',
      rows: ['appointments:a1'],
    });
    expect(await outbox()).toEqual([]);
    const id = valueOf(await createAppointment(db, form, { acceptOverlap: true }));
    expect(await appointment(id)).toMatchObject({ overlap_accepted: true });
  });

  test.each([
    ['cancelled', {}],
    ['no_show', {}],
    ['booked', { conflict: true }],
  ] as const)('over one that is %s %j is free', async (status, more) => {
    await putAppointment(db, 'a1', [segmentOf('g1', 'ana', at('18:00'))], { status, ...more });
    expect(
      (
        await createAppointment(db, {
          client_id: null,
          segments: [segmentInput('ana', at('18:00'))],
        })
      ).ok,
    ).toBe(true);
  });

  test('may use the processing time of another one, but not its buffer', async () => {
    const colour = segmentOf('g1', 'ana', at('18:00'), {
      duration_min: 30,
      processing_min: 45,
      finishing_min: 30,
      buffer_after_min: 10,
    });
    await putAppointment(db, 'a1', [colour]);
    const inGap = await createAppointment(db, {
      client_id: null,
      segments: [segmentInput('ana', at('18:30'))],
    });
    expect(inGap.ok).toBe(true);
    const inBuffer = await createAppointment(db, {
      client_id: null,
      segments: [segmentInput('ana', at('19:50'))],
    });
    expect(errorOf(inBuffer)?.code).toBe('overlap');
  });

  test('may have the buffer of a neighbour for its own where the business says so', async () => {
    await putAppointment(db, 'a1', [
      segmentOf('g1', 'ana', at('18:00'), { duration_min: 60, buffer_after_min: 15 }),
    ]);
    const beside = (minute: string) => ({
      client_id: null,
      segments: [{ ...segmentInput('ana', at(minute)), buffer_before_min: 10 }],
    });
    expect(errorOf(await createAppointment(db, beside('19:15')))?.code).toBe('overlap');
    await db.rows('booking_rules').update(db.businessId, { share_buffers: true });
    expect(errorOf(await createAppointment(db, beside('19:14')))?.code).toBe('overlap');
    expect((await createAppointment(db, beside('19:15'))).ok).toBe(true);
  });

  test.each([
    [true, false, true],
    [false, true, false],
    [false, null, true],
  ])(
    'over a request where the business keeps its time: %s, and its services: %s, is free: %s',
    async (ofBusiness, ofServices, isFree) => {
      await db.rows('booking_rules').update(db.businessId, { pending_blocks_slot: ofBusiness });
      await putAppointment(db, 'a1', [segmentOf('g1', 'ana', at('18:00'))], {
        status: 'pending',
        pending_blocks_slot: ofServices,
      });
      const form = { client_id: null, segments: [segmentInput('ana', at('18:00'))] };
      expect((await createAppointment(db, form)).ok).toBe(isFree);
    },
  );

  test('says every wrong field', async () => {
    const wrong = { ...segmentInput('ana', 'soon'), duration_min: 0 };
    const result = await createAppointment(db, { client_id: null, segments: [wrong] });
    expect(errorOf(result)?.issues).toEqual([
      { field: 'segments.0.starts_at', rule: 'not_a_time' },
      { field: 'segments.0.duration_min', rule: 'too_small' },
    ]);
    expect(errorOf(await createAppointment(db, { client_id: null, segments: [] }))).toMatchObject({
      field: 'segments',
      rule: 'too_few',
    });
  });
});

describe('moving an appointment', () => {
  beforeEach(() =>
    putAppointment(db, 'a1', [
      segmentOf('g1', 'ana', at('18:00')),
      segmentOf('g2', 'ben', at('18:45')),
    ]),
  );

  test('keeps its id and the distance of its parts, and counts', async () => {
    const done = valueOf(await moveAppointment(db, 'a1', { startsAt: at('20:00', '2027-03-10') }));
    expect(await appointment('a1')).toMatchObject({
      starts_at: at('20:00', '2027-03-10'),
      ends_at: at('21:30', '2027-03-10'),
      reschedule_count: 1,
      ical_sequence: 1,
    });
    expect((await segments('a1')).map(({ starts_at }) => starts_at)).toEqual([
      at('20:00', '2027-03-10'),
      at('20:45', '2027-03-10'),
    ]);
    now += 60_000;
    valueOf(await done.undo());
    expect(await appointment('a1')).toMatchObject({
      starts_at: at('18:00'),
      ends_at: at('19:30'),
      reschedule_count: 0,
      // Calendars that saw the move must see the way back.
      ical_sequence: 2,
    });
  });

  test('a dragged part takes the others along and may go to somebody else', async () => {
    valueOf(
      await moveAppointment(db, 'a1', { segmentId: 'g2', startsAt: at('19:00'), staffId: 'ana' }),
    );
    expect((await segments('a1')).map(({ staff_id, starts_at }) => [staff_id, starts_at])).toEqual([
      ['ana', at('18:15')],
      ['ana', at('19:00')],
    ]);
  });

  test('only to somebody else is no reschedule', async () => {
    valueOf(
      await moveAppointment(db, 'a1', { segmentId: 'g1', startsAt: at('18:00'), staffId: 'ben' }),
    );
    expect(await appointment('a1')).toMatchObject({ reschedule_count: 0, ical_sequence: 0 });
    expect(await outbox()).toEqual([['appointment.move', 1]]);
  });

  test('onto another appointment is refused until accepted; its own old place is free', async () => {
    await putAppointment(db, 'a2', [segmentOf('g3', 'ben', at('20:00'))]);
    expect(errorOf(await moveAppointment(db, 'a1', { startsAt: at('19:00') }))).toMatchObject({
      code: 'overlap',
      rows: ['appointments:a2'],
    });
    valueOf(await moveAppointment(db, 'a1', { startsAt: at('18:15') }));
    valueOf(await moveAppointment(db, 'a1', { startsAt: at('19:00'), acceptOverlap: true }));
    expect(await appointment('a1')).toMatchObject({ overlap_accepted: true });
    valueOf(await moveAppointment(db, 'a1', { startsAt: at('18:00') }));
    expect(await appointment('a1')).toMatchObject({ overlap_accepted: false });
  });

  test('undo does not push anybody out who came meanwhile', async () => {
    const done = valueOf(await moveAppointment(db, 'a1', { startsAt: at('14:00') }));
    await putAppointment(db, 'a2', [segmentOf('g3', 'ana', at('18:00'))]);
    expect(errorOf(await done.undo())?.code).toBe('overlap');
  });

  test.each(['completed', 'cancelled'] as const)('%s is refused', async (status) => {
    await putAppointment(db, 'a1', [segmentOf('g1', 'ana', at('18:00'))], { status });
    expect(errorOf(await moveAppointment(db, 'a1', { startsAt: at('20:00') }))?.code).toBe(
      'illegal_transition',
    );
  });

  test('what is not there is said', async () => {
    expect(errorOf(await moveAppointment(db, 'gone', { startsAt: at('20:00') }))?.code).toBe(
      'not_found',
    );
    expect(errorOf(await moveAppointment(db, 'a1', { startsAt: 'soon' }))?.field).toBe('starts_at');
  });

  test('another length moves what comes after', async () => {
    const done = valueOf(
      await resizeAppointment(db, 'a1', { segmentId: 'g1', endsAt: at('19:15') }),
    );
    expect(
      (await segments('a1')).map(({ starts_at, ends_at, duration_min }) => [
        starts_at,
        ends_at,
        duration_min,
      ]),
    ).toEqual([
      [at('18:00'), at('19:15'), 75],
      [at('19:15'), at('20:00'), 45],
    ]);
    expect(await appointment('a1')).toMatchObject({
      ends_at: at('20:00'),
      reschedule_count: 0,
      ical_sequence: 1,
    });
    valueOf(await done.undo());
    expect((await segments('a1')).map(({ duration_min }) => duration_min)).toEqual([45, 45]);
    expect(
      errorOf(await resizeAppointment(db, 'a1', { segmentId: 'g1', endsAt: at('18:02') }))?.rule,
    ).toBe('too_small');
  });
});

describe('the life of an appointment', () => {
  beforeEach(() => putAppointment(db, 'a1', [segmentOf('g1', 'ana', at('15:30'))]));

  test('goes forward with time stamps and one step back by undo', async () => {
    valueOf(await changeAppointmentStatus(db, 'a1', 'arrived'));
    expect(await appointment('a1')).toMatchObject({ status: 'arrived', arrived_at: TEST_NOW });
    now += 600_000;
    const started = valueOf(await changeAppointmentStatus(db, 'a1', 'in_service'));
    expect(await appointment('a1')).toMatchObject({
      arrived_at: TEST_NOW,
      started_at: at('15:10'),
    });
    valueOf(await started.undo!());
    expect(await appointment('a1')).toMatchObject({
      status: 'arrived',
      arrived_at: TEST_NOW,
      started_at: null,
    });
    const completed = valueOf(await changeAppointmentStatus(db, 'a1', 'completed'));
    expect(await appointment('a1')).toMatchObject({
      status: 'completed',
      finished_at: at('15:10'),
    });
    valueOf(await completed.undo!());
    expect(await appointment('a1')).toMatchObject({
      status: 'booked',
      arrived_at: null,
      finished_at: null,
    });
  });

  test.each([
    [at('15:30', '2027-03-11'), false],
    [at('15:30'), true],
  ])('cancelling one at %s is late: %s', async (startsAt, late) => {
    await putAppointment(db, 'a1', [segmentOf('g1', 'ana', startsAt)]);
    const done = valueOf(await cancelAppointment(db, 'a1', { reason: ' ill ', by: 'client' }));
    expect(await appointment('a1')).toMatchObject({
      status: 'cancelled',
      cancel_by: 'client',
      cancel_reason: 'ill',
      cancelled_at: TEST_NOW,
      cancel_late: late,
      ical_sequence: 1,
    });
    valueOf(await done.undo!());
    expect(await appointment('a1')).toMatchObject({
      status: 'booked',
      cancel_reason: null,
      cancel_late: false,
      ical_sequence: 2,
    });
  });

  describe('with fees', () => {
    const terms = { late_cancel: { percent: 50 }, no_show: { percent: 100 }, grace_min: 0 };
    const cleos = async (startsAt: string, more: object = {}) => {
      const { fee_terms: _none, ...rules } = (await db.rows('booking_rules').toArray())[0]!;
      await putRows(db, 'booking_rules', [{ ...rules, fee_terms: terms }]);
      await putAppointment(db, 'a1', [segmentOf('g1', 'ana', startsAt)], {
        client_id: 'cleo',
        ...more,
      });
    };
    const fee = async () => {
      const { fee_kind, fee_cents, fee_state } = (await appointment('a1'))!;
      return [fee_kind, fee_cents, fee_state];
    };

    test('a late cancellation by the client costs what was agreed; undo brings both back', async () => {
      await cleos(at('15:30'));
      const done = valueOf(await cancelAppointment(db, 'a1', { by: 'client', fee: 'owed' }));
      expect(await fee()).toEqual(['late_cancel', 3000, 'owed']);
      valueOf(await done.undo!());
      expect(await appointment('a1')).toMatchObject({ status: 'booked' });
      expect(await fee()).toEqual([null, 0, 'none']);
    });

    test('a service with fees of its own costs those, also before it is cancelled', async () => {
      const own = { late_cancel: { percent: 10 }, no_show: null };
      await db.rows('services').update('s-cut', { fee_terms: own });
      await cleos(at('15:30'));
      expect(await feesOfCancelling(db, ['a1'], 'client')).toEqual({ count: 1, cents: 600 });
      valueOf(await cancelAppointment(db, 'a1', { by: 'client' }));
      expect(await fee()).toEqual(['late_cancel', 600, 'proposed']);
      await cleos(at('14:30'));
      valueOf(await changeAppointmentStatus(db, 'a1', 'no_show'));
      expect(await fee()).toEqual([null, 0, 'none']);
    });

    test('what the business cancels, and what is cancelled in time, costs nothing', async () => {
      await cleos(at('15:30'));
      valueOf(await cancelAppointment(db, 'a1', { by: 'staff', fee: 'owed' }));
      expect(await fee()).toEqual([null, 0, 'none']);
      await cleos(at('15:30'), { fee_terms: { ...terms, notice_min: 10 } });
      const done = valueOf(await cancelAppointment(db, 'a1', { by: 'client' }));
      expect(await fee()).toEqual([null, 0, 'none']);
      // What the client had agreed to says what is late.
      expect(await appointment('a1')).toMatchObject({ cancel_late: false });
      valueOf(await done.undo!());
    });

    test('a no-show waits for a decision, which can be taken back and made otherwise', async () => {
      await cleos(at('14:30'));
      expect(errorOf(await decideFee(db, 'a1', 'waived'))?.code).toBe('illegal_transition');
      valueOf(await changeAppointmentStatus(db, 'a1', 'no_show'));
      expect(await fee()).toEqual(['no_show', 6000, 'proposed']);
      const waived = valueOf(await decideFee(db, 'a1', 'waived'));
      expect(await fee()).toEqual(['no_show', 6000, 'waived']);
      valueOf(await waived.undo());
      expect(await fee()).toEqual(['no_show', 6000, 'proposed']);
      valueOf(await decideFee(db, 'a1', 'owed'));
      expect((await outbox()).map(([name]) => name)).toEqual([
        'appointment.no_show',
        'appointment.fee_waived',
        'appointment.fee_proposed',
        'appointment.fee_owed',
      ]);
    });
  });

  test('taking a cancellation back needs the place', async () => {
    const done = valueOf(await cancelAppointment(db, 'a1'));
    valueOf(
      await createAppointment(db, {
        client_id: null,
        segments: [segmentInput('ana', at('15:30'))],
      }),
    );
    expect(errorOf(await done.undo!())?.code).toBe('overlap');
    valueOf(await changeAppointmentStatus(db, 'a1', 'booked', { acceptOverlap: true }));
    expect(await appointment('a1')).toMatchObject({ status: 'booked', overlap_accepted: true });
  });

  test('a no-show cannot be known before the start, an undo not after a day', async () => {
    expect(errorOf(await changeAppointmentStatus(db, 'a1', 'no_show'))?.code).toBe('too_soon');
    now = Date.parse(at('15:40'));
    valueOf(await changeAppointmentStatus(db, 'a1', 'no_show'));
    now += 25 * 3_600_000;
    expect(errorOf(await changeAppointmentStatus(db, 'a1', 'booked'))?.code).toBe('undo_expired');
  });

  test.each(['booked', 'declined'] as const)(
    'the answer to a request, %s, can be taken back until the client is told',
    async (answer) => {
      const request = () =>
        putAppointment(db, 'a1', [segmentOf('g1', 'ana', at('20:00'))], { status: 'pending' });
      await request();
      const done = valueOf(await changeAppointmentStatus(db, 'a1', answer));
      expect(errorOf(await changeAppointmentStatus(db, 'a1', 'pending'))?.code).toBe(
        'illegal_transition',
      );
      now += 2 * 60_000;
      valueOf(await done.undo!());
      expect(await appointment('a1')).toMatchObject({ status: 'pending' });

      const again = valueOf(await changeAppointmentStatus(db, 'a1', answer));
      now += 2 * 60_000 + 1000;
      expect(errorOf(await again.undo!())?.code).toBe('undo_expired');
      expect(await appointment('a1')).toMatchObject({ status: answer });
    },
  );

  test('an answer over somebody else is taken back with its acceptance, unless it went on', async () => {
    await db.rows('booking_rules').update(db.businessId, { pending_blocks_slot: false });
    await putAppointment(db, 'a1', [segmentOf('g1', 'ana', at('20:00'))], { status: 'pending' });
    await putAppointment(db, 'a2', [segmentOf('g2', 'ana', at('20:00'))]);
    const accept = { acceptOverlap: true };
    const done = valueOf(await changeAppointmentStatus(db, 'a1', 'booked', accept));
    expect(await appointment('a1')).toMatchObject({ overlap_accepted: true });
    valueOf(await done.undo!());
    expect(await appointment('a1')).toMatchObject({ status: 'pending', overlap_accepted: false });
    const again = valueOf(await changeAppointmentStatus(db, 'a1', 'booked', accept));
    valueOf(await changeAppointmentStatus(db, 'a1', 'arrived'));
    expect(errorOf(await again.undo!())?.code).toBe('illegal_transition');
  });

  test('notes change alone and come back by undo', async () => {
    const done = valueOf(
      await editAppointment(db, 'a1', { staff_note: ' fringe ', confirmation: 'confirmed' }),
    );
    expect(await appointment('a1')).toMatchObject({
      staff_note: 'fringe',
      confirmation: 'confirmed',
    });
    const [entry] = await db.outbox.toArray();
    expect(entry?.ops).toEqual([
      {
        table: 'appointments',
        id: 'a1',
        op: 'patch',
        value: { staff_note: 'fringe', confirmation: 'confirmed' },
      },
    ]);
    valueOf(await done.undo());
    expect(await appointment('a1')).toMatchObject({ staff_note: null, confirmation: 'none' });
    expect(errorOf(await editAppointment(db, 'a1', { staff_note: 'x'.repeat(5001) }))?.rule).toBe(
      'too_long',
    );
  });

  test('an accepted overlap is written once', async () => {
    await putRows(db, 'appointments', [{ ...(await appointment('a1'))!, conflict: true }]);
    valueOf(await acceptOverlap(db, 'a1'));
    valueOf(await acceptOverlap(db, 'a1'));
    expect(await outbox()).toEqual([['appointment.accept_overlap', 1]]);
  });
});
