import { describe, expect, it } from 'vitest';
import type {
  AppointmentRow,
  AppointmentSegmentRow,
  ClientRow,
  TimeBlockRow,
  TimeOffRow,
} from '#domain/rows.ts';
import { itemsByDay, type AppointmentItem, type CalendarRows, type ItemContext } from './items.ts';

const context: ItemContext = {
  timeZone: 'America/New_York',
  pending: new Set(),
  reasons: new Map([['lunch', { name: 'Lunch', colour: 'amber' }]]),
  colourOf: () => 'teal',
};
const none: CalendarRows = { appointments: [], segments: [], clients: [], blocks: [], timeOff: [] };

const appointment = (row: Partial<AppointmentRow>) =>
  ({
    id: 'a1',
    client_id: 'c1',
    status: 'booked',
    confirmation: 'none',
    conflict: false,
    ...row,
  }) as AppointmentRow;
const segment = (row: Partial<AppointmentSegmentRow>) =>
  ({
    id: 's1',
    appointment_id: 'a1',
    staff_id: 'mia',
    variant_id: null,
    service_name: 'Cut',
    starts_at: '2026-11-24T15:00:00+00:00',
    ends_at: '2026-11-24T15:45:00+00:00',
    duration_min: 45,
    processing_min: 0,
    finishing_min: 0,
    buffer_before_min: 0,
    buffer_after_min: 0,
    processing_bookable: true,
    ...row,
  }) as AppointmentSegmentRow;
const ann = {
  id: 'c1',
  first_name: 'Ann',
  last_name: 'Lee',
  preferred_name: null,
  alert_note: null,
} as ClientRow;

const appointmentsOf = (rows: Partial<CalendarRows>, more: Partial<ItemContext> = {}) =>
  [...itemsByDay({ ...none, clients: [ann], ...rows }, { ...context, ...more }).entries()].flatMap(
    ([day, { items }]) => items.map((item) => ({ ...(item as AppointmentItem), day })),
  );

describe('appointments', () => {
  it('stand at the clock time of the business, whatever the device shows', () => {
    const [item] = appointmentsOf({ appointments: [appointment({})], segments: [segment({})] });
    expect(item).toMatchObject({ day: '2026-11-24', start: 600, end: 645, name: 'Ann Lee' });
  });

  it('take their buffers along and leave a hole for bookable processing time', () => {
    const [item] = appointmentsOf({
      appointments: [appointment({})],
      segments: [
        segment({
          ends_at: '2026-11-24T16:45:00+00:00',
          duration_min: 30,
          processing_min: 45,
          finishing_min: 30,
          buffer_before_min: 5,
          buffer_after_min: 10,
        }),
      ],
    });
    expect(item).toMatchObject({ start: 595, end: 715, hole: { start: 630, end: 675 } });
  });

  it('know how much of their buffers is the way to the client', () => {
    const away = { id: 'a1', location_type: 'client' as const };
    const [item] = appointmentsOf({
      appointments: [appointment(away)],
      segments: [segment({ buffer_before_min: 35, travel_before_min: 30 })],
    });
    expect(item).toMatchObject({ start: 565, bufferBefore: 35, travelBefore: 30, isAway: true });
    // Rows that were stored before there was travel.
    const [old] = appointmentsOf({ appointments: [appointment({})], segments: [segment({})] });
    expect(old).toMatchObject({ travelBefore: 0, travelAfter: 0, isAway: false });
  });

  it('have no hole when nobody else may be booked into it', () => {
    const [item] = appointmentsOf({
      appointments: [appointment({})],
      segments: [segment({ processing_min: 15, processing_bookable: false })],
    });
    expect(item?.hole).toBeNull();
  });

  it('give their time back when they are cancelled, and stay when nobody came', () => {
    const shown = (status: AppointmentRow['status']) =>
      appointmentsOf({ appointments: [appointment({ status })], segments: [segment({})] }).length;
    expect([shown('cancelled'), shown('declined'), shown('expired')]).toEqual([0, 0, 0]);
    expect([shown('no_show'), shown('completed'), shown('pending')]).toEqual([1, 1, 1]);
  });

  it('say who is unknown: a walk-in, or a client who is not loaded yet', () => {
    const nameFor = (client_id: string | null) =>
      appointmentsOf({
        clients: [],
        appointments: [appointment({ client_id })],
        segments: [segment({})],
      })[0]?.name;
    expect([nameFor(null), nameFor('c9')]).toEqual(['Walk-in', 'Client']);
  });

  it('of a class are called what it is, and say how many seats are taken', () => {
    const rows = {
      clients: [],
      appointments: [appointment({ client_id: null, capacity: 12 })],
      segments: [segment({ service_name: 'Yoga' })],
    };
    const shown = (seatsSold?: Map<string, number>) =>
      appointmentsOf(seatsSold ? { ...rows, seatsSold } : rows)[0];
    expect(shown(new Map([['a1', 7]]))).toMatchObject({
      isClass: true,
      name: 'Yoga',
      service: '7 of 12',
    });
    expect(shown()).toMatchObject({ service: '0 of 12' });
  });

  it('of people who come together say how many', () => {
    const rows = { appointments: [appointment({ group_id: 'g' })], segments: [segment({})] };
    expect(appointmentsOf({ ...rows, groupSizes: new Map([['g', 3]]) })[0]?.groupSize).toBe(3);
    // The others have left, or were given up.
    expect(appointmentsOf({ ...rows, groupSizes: new Map([['g', 1]]) })[0]).not.toHaveProperty(
      'groupSize',
    );
  });

  it('say what is paid before, where something is', () => {
    const rows = { appointments: [appointment({})], segments: [segment({})] };
    expect(appointmentsOf({ ...rows, deposits: new Map([['a1', 'part']]) })[0]?.deposit).toBe(
      'part',
    );
    expect(appointmentsOf(rows)[0]).not.toHaveProperty('deposit');
  });

  it('wait when either the appointment or this piece of it has unsent changes', () => {
    const rows = { appointments: [appointment({})], segments: [segment({})] };
    const waits = (key: string) => appointmentsOf(rows, { pending: new Set([key]) })[0]?.isWaiting;
    expect(waits('appointments:a1')).toBe(true);
    expect(waits('appointment_segments:s1')).toBe(true);
    expect(waits('appointments:other')).toBe(false);
  });

  it('are cut at midnight, with one piece on each day', () => {
    const items = appointmentsOf({
      appointments: [appointment({})],
      segments: [
        segment({
          starts_at: '2026-11-25T04:30:00+00:00',
          ends_at: '2026-11-25T05:30:00+00:00',
          duration_min: 60,
        }),
      ],
    });
    expect(items).toMatchObject([
      { day: '2026-11-24', start: 1410, end: 1440, isCutBefore: false, isCutAfter: true },
      { day: '2026-11-25', start: 0, end: 30, isCutBefore: true, isCutAfter: false },
    ]);
    expect(new Set(items.map(({ key }) => key)).size).toBe(2);
  });

  it('end at midnight without spilling into the next day', () => {
    const items = appointmentsOf({
      appointments: [appointment({})],
      segments: [
        segment({
          starts_at: '2026-11-25T04:00:00+00:00',
          ends_at: '2026-11-25T05:00:00+00:00',
          duration_min: 60,
        }),
      ],
    });
    expect(items).toMatchObject([{ start: 1380, end: 1440, isCutAfter: false }]);
  });

  it('never run backwards in the night when clocks go back', () => {
    // 1:30 to 1:15 on the wall, 45 minutes in truth.
    const [item] = appointmentsOf({
      appointments: [appointment({})],
      segments: [
        segment({ starts_at: '2026-11-01T05:30:00+00:00', ends_at: '2026-11-01T06:15:00+00:00' }),
      ],
    });
    expect(item!.end).toBeGreaterThan(item!.start);
  });

  it('are tall enough to be read and hit, however short they are', () => {
    const [item] = appointmentsOf({
      appointments: [appointment({})],
      segments: [segment({ ends_at: '2026-11-24T15:05:00+00:00', duration_min: 5 })],
    });
    expect(item).toMatchObject({ start: 600, end: 615 });
  });
});

describe('blocks and absences', () => {
  const block = (row: Partial<TimeBlockRow>) =>
    ({
      id: 'b1',
      staff_id: null,
      starts_at: '2026-11-24T17:00:00+00:00',
      ends_at: '2026-11-24T17:30:00+00:00',
      all_day: false,
      reason_id: 'lunch',
      note: null,
      ...row,
    }) as TimeBlockRow;

  it('draws a block as a card with the name and colour of its reason', () => {
    const { items } = itemsByDay({ ...none, blocks: [block({})] }, context).get('2026-11-24')!;
    expect(items).toMatchObject([
      { kind: 'block', start: 720, end: 750, name: 'Lunch', colour: 'amber' },
    ]);
  });

  it('lets whole days colour the background instead', () => {
    const days = itemsByDay(
      {
        ...none,
        blocks: [
          block({
            all_day: true,
            starts_at: '2026-11-24T05:00:00+00:00',
            ends_at: '2026-11-26T05:00:00+00:00',
          }),
        ],
      },
      context,
    );
    expect([...days.keys()]).toEqual(['2026-11-24', '2026-11-25']);
    expect([...days.values()].map(({ items }) => items.length)).toEqual([0, 0]);
    expect([...days.values()].map(({ absences }) => absences[0]?.name)).toEqual(['Lunch', 'Lunch']);
  });

  it('shows time off that is asked for or granted, never what was declined', () => {
    const off = (status: TimeOffRow['status']) =>
      itemsByDay(
        {
          ...none,
          timeOff: [
            {
              id: 't1',
              staff_id: 'mia',
              starts_at: '2026-11-24T05:00:00+00:00',
              ends_at: '2026-11-25T05:00:00+00:00',
              reason_id: null,
              note: null,
              status,
            } as TimeOffRow,
          ],
        },
        context,
      ).get('2026-11-24')?.absences;
    expect(off('approved')).toMatchObject([{ name: 'Time off', isRequested: false }]);
    expect(off('requested')).toMatchObject([{ isRequested: true }]);
    expect(off('declined')).toBeUndefined();
  });
});
