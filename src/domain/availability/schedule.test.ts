import 'temporal-polyfill/global';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MinuteRange } from '#domain/rows.ts';
import { addDays, dayNumber, weekdayOf } from '#domain/time/day.ts';
import { epochMinOf, instantOfMin } from '#domain/time/epoch.ts';
import { dayStart } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { makeSchedule, takesTime } from './schedule.ts';
import type { ScheduleInput } from './schedule.ts';
import { pairsOf, totalMinutes } from './windows.ts';
import { workingDays } from './working-time.ts';

const nineToFive: MinuteRange[] = [[540, 1020]];
const week = (hours: MinuteRange[]): MinuteRange[][] => [
  ...Array.from({ length: 6 }, () => hours),
  [],
];
const zone = zoneOf('America/New_York');

const input = (more: Partial<ScheduleInput> = {}): ScheduleInput => ({
  zone,
  from: dayStart(zone, dayNumber('2027-03-08')),
  to: dayStart(zone, dayNumber('2027-03-22')),
  staffIds: ['ana'],
  patterns: [{ staff_id: 'ana', valid_from: '2027-01-01', weeks: [week(nineToFive)] }],
  exceptions: [],
  timeOff: [],
  blocks: [],
  busy: [],
  online: true,
  ...more,
});
const freeOn = (one: ScheduleInput, day: string, staff = 0) => {
  const from = dayStart(one.zone, dayNumber(day));
  const to = dayStart(one.zone, dayNumber(day) + 1);
  const { free = [] } = makeSchedule(one).free(from, to)[staff] ?? {};
  return pairsOf(free).map(([start, end]) =>
    [start, end]
      .map((minute) =>
        Temporal.Instant.fromEpochMilliseconds(minute * 60_000)
          .toZonedDateTimeISO(one.zone.name)
          .toPlainTime()
          .toString()
          .slice(0, 5),
      )
      .join('–'),
  );
};
const segment = (startsAt: string, duration: number, staff = 'ana') => ({
  staff_id: staff,
  starts_at: startsAt,
  duration_min: duration,
  processing_min: 0,
  finishing_min: 0,
  buffer_before_min: 0,
  buffer_after_min: 0,
  processing_bookable: true,
});

describe('working hours', () => {
  test('the newest pattern that has begun holds', () => {
    const works = workingDays(
      'ana',
      [
        { staff_id: 'ana', valid_from: '2027-03-10', weeks: [week([[600, 660]])] },
        { staff_id: 'ana', valid_from: '2027-01-01', weeks: [week(nineToFive)] },
        { staff_id: 'ben', valid_from: '2027-03-01', weeks: [week([[0, 1440]])] },
      ],
      [],
    );
    expect(works(dayNumber('2026-12-31'))).toEqual([]);
    expect(works(dayNumber('2027-03-09'))).toEqual(nineToFive);
    expect(works(dayNumber('2027-03-10'))).toEqual([[600, 660]]);
    expect(works(dayNumber('2027-03-14'))).toEqual([]);
  });

  test('weeks rotate from the week in which the pattern begins', () => {
    const works = workingDays(
      'ana',
      [
        {
          staff_id: 'ana',
          valid_from: '2027-03-03',
          weeks: [week(nineToFive), week([[600, 660]])],
        },
      ],
      [],
    );
    expect(works(dayNumber('2027-03-05'))).toEqual(nineToFive);
    expect(works(dayNumber('2027-03-08'))).toEqual([[600, 660]]);
    expect(works(dayNumber('2027-03-15'))).toEqual(nineToFive);
    // 53 weeks later, over the turn of the year.
    expect(works(dayNumber('2028-03-06'))).toEqual([[600, 660]]);
  });

  test('nobody works before their first day or after their last one, whatever is said of a day', () => {
    const works = workingDays(
      'ana',
      [{ staff_id: 'ana', valid_from: '2027-01-01', weeks: [Array(7).fill(nineToFive)] }],
      [
        { staff_id: 'ana', on_day: '2027-03-08', kind: 'hours', ranges: [[600, 660]] },
        { staff_id: null, on_day: '2027-03-13', kind: 'hours', ranges: [[600, 660]] },
      ],
      { employed_from: '2027-03-09', employed_until: '2027-03-12' },
    );
    const days = ['2027-03-08', '2027-03-09', '2027-03-12', '2027-03-13'];
    expect(days.map((on) => works(dayNumber(on)).length)).toEqual([0, 1, 1, 0]);
  });

  test('an exception of one person beats one of the business, and both beat the pattern', () => {
    const one = input({
      exceptions: [
        { staff_id: 'ana', on_day: '2027-03-09', kind: 'hours', ranges: [[600, 720]] },
        { staff_id: null, on_day: '2027-03-09', kind: 'closed', ranges: [] },
        { staff_id: null, on_day: '2027-03-10', kind: 'closed', ranges: [] },
        { staff_id: null, on_day: '2027-03-14', kind: 'hours', ranges: [[780, 840]] },
        { staff_id: 'ana', on_day: '2027-03-11', kind: 'closed', ranges: [] },
      ],
    });
    expect(freeOn(one, '2027-03-09')).toEqual(['10:00–12:00']);
    expect(freeOn(one, '2027-03-10')).toEqual([]);
    expect(freeOn(one, '2027-03-11')).toEqual([]);
    expect(freeOn(one, '2027-03-12')).toEqual(['09:00–17:00']);
    expect(freeOn(one, '2027-03-14')).toEqual(['13:00–14:00']);
  });

  test.each([
    ['America/New_York', '2027-03-14', 23],
    ['America/New_York', '2027-11-07', 25],
    ['Australia/Lord_Howe', '2027-10-03', 23.5],
    ['Africa/Cairo', '2027-04-30', 23],
    ['America/Santiago', '2027-04-03', 25],
    ['Europe/London', '2027-06-01', 24],
  ])('in %s the whole of %s is %d hours long', (name, day, hours) => {
    const here = zoneOf(name);
    const one = input({
      zone: here,
      from: dayStart(here, dayNumber(addDays(day, -3))),
      to: dayStart(here, dayNumber(addDays(day, 3))),
      patterns: [
        {
          staff_id: 'ana',
          valid_from: '2027-01-01',
          weeks: [Array.from({ length: 7 }, () => [[0, 1440]] as MinuteRange[])],
        },
      ],
    });
    const start = dayStart(here, dayNumber(day));
    const [ana] = makeSchedule(one).free(start, dayStart(here, dayNumber(day) + 1));
    expect(totalMinutes(ana!.free) / 60).toBe(hours);
  });

  test('nine to five is eight hours on every day of the year that has these hours', () => {
    const one = input({
      from: dayStart(zone, dayNumber('2027-01-01')),
      to: dayStart(zone, dayNumber('2028-01-01')),
    });
    const schedule = makeSchedule(one);
    for (let day = dayNumber('2027-01-01'); day < dayNumber('2028-01-01'); day += 1) {
      const [ana] = schedule.free(dayStart(zone, day), dayStart(zone, day + 1));
      expect(totalMinutes(ana!.free)).toBe(weekdayOf(day) === 6 ? 0 : 480);
    }
  });
});

describe('what takes free time', () => {
  test('approved time off and blocks of one or of all', () => {
    const one = input({
      staffIds: ['ana', 'ben'],
      patterns: ['ana', 'ben'].map((id) => ({
        staff_id: id,
        valid_from: '2027-01-01',
        weeks: [week(nineToFive)],
      })),
      timeOff: [
        {
          staff_id: 'ana',
          starts_at: '2027-03-09T14:00:00+00:00',
          ends_at: '2027-03-09T16:00:00+00:00',
          status: 'approved',
        },
        {
          staff_id: 'ana',
          starts_at: '2027-03-09T16:00:00+00:00',
          ends_at: '2027-03-09T18:00:00+00:00',
          status: 'requested',
        },
      ],
      blocks: [
        {
          staff_id: null,
          starts_at: '2027-03-09T20:00:00+00:00',
          ends_at: '2027-03-09T21:00:00+00:00',
          blocks_online: true,
        },
        {
          staff_id: 'ben',
          starts_at: '2027-03-09T17:00:00+00:00',
          ends_at: '2027-03-09T17:30:00+00:00',
          blocks_online: false,
        },
      ],
    });
    expect(freeOn(one, '2027-03-09', 0)).toEqual(['11:00–15:00', '16:00–17:00']);
    expect(freeOn(one, '2027-03-09', 1)).toEqual(['09:00–15:00', '16:00–17:00']);
    expect(freeOn({ ...one, online: false }, '2027-03-09', 1)).toEqual([
      '09:00–12:00',
      '12:30–15:00',
      '16:00–17:00',
    ]);
  });

  test('appointments, until they are given back', () => {
    const one = input({ busy: [segment('2027-03-09T15:00:00+00:00', 60)] });
    expect(freeOn(one, '2027-03-09')).toEqual(['09:00–10:00', '11:00–17:00']);
    const schedule = makeSchedule(one);
    const day = [
      epochMinOf('2027-03-09T05:00:00+00:00'),
      epochMinOf('2027-03-10T05:00:00+00:00'),
    ] as const;
    const before = schedule.free(...day);
    const colour = {
      ...segment('2027-03-09T17:00:00+00:00', 30),
      processing_min: 30,
      finishing_min: 30,
    };
    schedule.take(colour);
    expect(totalMinutes(schedule.free(...day)[0]!.free)).toBe(7 * 60 - 60);
    schedule.release(colour);
    expect(schedule.free(...day)).toEqual(before);
  });

  test.each([
    ['booked', false, true, null, true],
    ['pending', false, true, null, true],
    ['pending', false, false, null, false],
    ['pending', false, true, false, false],
    ['pending', false, false, true, true],
    ['booked', false, false, false, true],
    ['completed', false, true, null, true],
    ['cancelled', false, true, true, false],
    ['no_show', false, true, null, false],
    ['booked', true, true, null, false],
  ] as const)(
    '%s (conflict %s, pending blocks here %s, in its services %s) takes time: %s',
    (status, conflict, ofBusiness, ofServices, takes) =>
      expect(
        takesTime(
          { status, conflict, pending_blocks_slot: ofServices },
          { pending_blocks_slot: ofBusiness },
        ),
      ).toBe(takes),
  );
});

describe('against minutes counted one by one', () => {
  const from = dayStart(zone, dayNumber('2027-03-12'));
  const to = dayStart(zone, dayNumber('2027-03-16'));
  // Temporal is slow and the span is always the same.
  const wallMinutes = new Map<number, number>();
  for (let minute = from; minute < to; minute += 5) {
    const local = Temporal.Instant.fromEpochMilliseconds(minute * 60_000);
    const { hour, minute: past } = local.toZonedDateTimeISO(zone.name);
    wallMinutes.set(minute, hour * 60 + past);
  }
  const anySpan = fc.tuple(fc.integer({ min: -10, max: 400 }), fc.integer({ min: 1, max: 60 }));

  test('the free time is the same, built at once or booking by booking', () =>
    fc.assert(
      fc.property(
        fc.array(anySpan, { maxLength: 6 }),
        fc.array(anySpan, { maxLength: 12 }),
        fc.uniqueArray(fc.nat(95), { maxLength: 8 }),
        (blocks, busy, marks) => {
          const edges = marks.map((mark) => mark * 15).toSorted((a, b) => a - b);
          const hours: MinuteRange[] = [];
          for (let i = 0; i + 1 < edges.length; i += 2) hours.push([edges[i]!, edges[i + 1]!]);
          const span = ([start, size]: [number, number]) => ({
            starts_at: instantOfMin(from + start * 15),
            ends_at: instantOfMin(from + (start + size) * 15),
          });
          const segments = busy.map(([start, size]) =>
            segment(instantOfMin(from + start * 15), size * 5),
          );
          const one = input({
            from,
            to,
            patterns: [
              {
                staff_id: 'ana',
                valid_from: '2027-01-01',
                weeks: [Array.from({ length: 7 }, () => hours)],
              },
            ],
            blocks: blocks.map((block) => ({
              ...span(block),
              staff_id: 'ana',
              blocks_online: true,
            })),
            busy: segments,
          });
          const [ana] = makeSchedule(one).free(from, to);
          const grown = makeSchedule({ ...one, busy: [] });
          for (const each of segments) grown.take(each);
          expect(grown.free(from, to)).toEqual([ana]);

          let minutes = 0;
          for (let minute = from; minute < to; minute += 5) {
            const inDay = wallMinutes.get(minute)!;
            const works = hours.some(([start, end]) => start <= inDay && inDay < end);
            const blocked = blocks.some(
              ([start, size]) => minute >= from + start * 15 && minute < from + (start + size) * 15,
            );
            const taken = busy.some(
              ([start, size]) =>
                minute >= from + start * 15 && minute < from + start * 15 + size * 5,
            );
            if (works && !blocked && !taken) minutes += 5;
          }
          // Hours that begin or end in the hour the clocks skip are moved, not lost; see wall.ts.
          fc.pre(!edges.some((edge) => edge >= 120 && edge <= 180));
          expect(totalMinutes(ana!.free)).toBe(minutes);
        },
      ),
      { numRuns: 60 },
    ));
});
