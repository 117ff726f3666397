import 'temporal-polyfill/global';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { WorkLengths } from '#domain/appointments/busy.ts';
import { busyOffsets, visibleMinutes } from '#domain/appointments/busy.ts';
import { dayNumber } from '#domain/time/day.ts';
import { epochMinOf, instantOfMin } from '#domain/time/epoch.ts';
import { dayStart, epochToWall, wallToEpoch } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { bookingSpan, findSlots, planAt, staffIdsAt, startsOfDay } from './slots.ts';
import type { Need, SlotRequest, StaffFree } from './slots.ts';
import { windowsOf } from './windows.ts';

const lengths = (duration: number, more: Partial<WorkLengths> = {}): WorkLengths => ({
  duration_min: duration,
  processing_min: 0,
  finishing_min: 0,
  buffer_before_min: 0,
  buffer_after_min: 0,
  processing_bookable: true,
  ...more,
});

const newYork = zoneOf('America/New_York');
const monday = dayNumber('2027-03-01');
const at = (clock: string, day = monday, zone = newYork) =>
  wallToEpoch(zone, day, Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)));
const clockOf = (minute: number, zone = newYork) => {
  const { minute: inDay } = epochToWall(zone, minute);
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`;
};

const request = (
  free: Record<string, [string, string][]>,
  needs: Need[],
  more: Partial<SlotRequest> = {},
): SlotRequest => ({
  staff: Object.entries(free).map(([id, ranges]) => ({
    id,
    free: windowsOf(ranges.map(([from, to]) => [at(from), at(to)])),
  })),
  needs,
  zone: newYork,
  stepMin: 15,
  maxGapMin: 15,
  from: dayStart(newYork, monday),
  to: dayStart(newYork, monday + 1),
  ...more,
});
const by = (work: WorkLengths, ...staff: string[]): Need => ({
  by: staff.map((staffId) => ({ staffId, lengths: work })),
});
const clocks = (one: SlotRequest) => findSlots(one).starts.map((start) => clockOf(start));

describe('slots of one service', () => {
  test('begin on the grid of the wall clock and end inside the free time', () =>
    expect(clocks(request({ ana: [['09:05', '10:50']] }, [by(lengths(60), 'ana')]))).toEqual([
      '09:15',
      '09:30',
      '09:45',
    ]));

  test('buffers need free time too', () => {
    const work = lengths(30, { buffer_before_min: 10, buffer_after_min: 5 });
    expect(clocks(request({ ana: [['09:00', '10:15']] }, [by(work, 'ana')]))).toEqual([
      '09:15',
      '09:30',
    ]);
  });

  test('bookable processing time may be taken by somebody else', () => {
    const work = lengths(30, { processing_min: 30, finishing_min: 15 });
    const free = {
      ana: [
        ['09:00', '09:45'],
        ['10:00', '11:00'],
      ] as [string, string][],
    };
    expect(clocks(request(free, [by(work, 'ana')]))).toEqual(['09:00', '09:15']);
    const blocked = { ...work, processing_bookable: false };
    expect(clocks(request(free, [by(blocked, 'ana')]))).toEqual([]);
  });

  test('name everybody who could do it', () => {
    const slots = findSlots(
      request({ ana: [['09:00', '10:00']], ben: [['09:30', '10:30']] }, [
        by(lengths(30), 'ana', 'ben'),
      ]),
    );
    expect(slots.starts.map((start, index) => [clockOf(start), staffIdsAt(slots, index)])).toEqual([
      ['09:00', ['ana']],
      ['09:15', ['ana']],
      ['09:30', ['ana', 'ben']],
      ['09:45', ['ben']],
      ['10:00', ['ben']],
    ]);
  });

  test('take each person’s own length', () => {
    const need: Need = {
      by: [
        { staffId: 'ana', lengths: lengths(60) },
        { staffId: 'ben', lengths: lengths(45) },
      ],
    };
    const free = { ana: [['09:00', '10:00']], ben: [['09:00', '10:00']] } as Record<
      string,
      [string, string][]
    >;
    const slots = findSlots(request(free, [need]));
    expect(
      slots.starts.map((start, index) => [clockOf(start), staffIdsAt(slots, index).join()]),
    ).toEqual([
      ['09:00', 'ana,ben'],
      ['09:15', 'ben'],
    ]);
  });

  test('with the step "length of the service" are packed from the start of each free window', () =>
    expect(
      clocks(
        request(
          {
            ana: [
              ['09:10', '11:00'],
              ['12:00', '12:50'],
            ],
          },
          [by(lengths(50), 'ana')],
          { stepMin: 0 },
        ),
      ),
    ).toEqual(['09:10', '10:00', '12:00']));

  test('more than 32 people each have their bit', () => {
    const free = Object.fromEntries(
      Array.from({ length: 70 }, (_, index) => [
        `s${index}`,
        [['09:00', '10:00']] as [string, string][],
      ]),
    );
    const everybody = Object.keys(free);
    const slots = findSlots(request(free, [by(lengths(60), ...everybody)]));
    expect(slots.starts).toHaveLength(1);
    expect(staffIdsAt(slots, 0)).toEqual(everybody);
  });

  test('nobody means nothing', () =>
    expect(clocks(request({ ana: [['09:00', '12:00']] }, [by(lengths(30))]))).toEqual([]));
});

describe('slots of several services', () => {
  test('may wait between services, but not longer than allowed', () => {
    const free = { ana: [['09:00', '10:00']], ben: [['10:10', '11:00']] } as Record<
      string,
      [string, string][]
    >;
    const needs = [by(lengths(30), 'ana'), by(lengths(30), 'ben')];
    expect(clocks(request(free, needs))).toEqual(['09:30']);
    expect(clocks(request(free, needs, { maxGapMin: 25 }))).toEqual(['09:15', '09:30']);
    expect(clocks(request(free, needs, { maxGapMin: 5 }))).toEqual([]);
  });

  test('a longer wait now is found when only it makes the next service possible', () => {
    const free = {
      ana: [['09:00', '09:30']],
      ben: [['09:30', '11:00']],
      cy: [['10:25', '11:00']],
    } as Record<string, [string, string][]>;
    const needs = [by(lengths(30), 'ana'), by(lengths(30), 'ben'), by(lengths(30), 'cy')];
    const one = request(free, needs, { maxGapMin: 15 });
    expect(clocks(one)).toEqual(['09:00']);
    expect(planAt(one, at('09:00'))?.map(({ start }) => clockOf(start))).toEqual([
      '09:00',
      '09:40',
      '10:25',
    ]);
    expect(clocks({ ...one, maxGapMin: 12 })).toEqual([]);
  });

  test('a plan says who does what from when, the preferred person first', () => {
    const free = { ana: [['09:00', '12:00']], ben: [['09:00', '12:00']] } as Record<
      string,
      [string, string][]
    >;
    const needs = [by(lengths(30), 'ana', 'ben'), by(lengths(45), 'ana')];
    const plan = planAt(request(free, needs), at('09:15'), ['ben']);
    expect(plan).toEqual([
      { staffId: 'ben', start: at('09:15') },
      { staffId: 'ana', start: at('09:45') },
    ]);
    expect(planAt(request(free, needs), at('11:15'))).toBeNull();
  });
});

describe('the span of online booking', () => {
  const rules = { min_notice_min: 120, window_days: 60 };
  test('begins after the notice in elapsed time, also over a change of the clocks', () => {
    const now = epochMinOf('2027-03-14T06:30:00+00:00'); // 01:30, half an hour before the change
    const { from } = bookingSpan(rules, newYork, now);
    expect(instantOfMin(from)).toBe('2027-03-14T08:30:00+00:00');
    expect(clockOf(from)).toBe('04:30');
  });
  test('ends with the last local day of the window', () => {
    const { to } = bookingSpan(rules, newYork, epochMinOf('2027-03-02T04:30:00+00:00'));
    expect(epochToWall(newYork, to)).toEqual({ day: '2027-05-01', minute: 0 });
  });
});

describe('slots on the day the clocks change', () => {
  const allDay = (zoneName: string, day: string): [string[], readonly number[]] => {
    const zone = zoneOf(zoneName);
    const number = dayNumber(day);
    const [from, to] = [dayStart(zone, number), dayStart(zone, number + 1)];
    const slots = findSlots({
      staff: [{ id: 'ana', free: [from, to] }],
      needs: [by(lengths(30), 'ana')],
      zone,
      stepMin: 30,
      maxGapMin: 0,
      from,
      to,
    });
    return [slots.starts.map((start) => clockOf(start, zone)), startsOfDay(slots, zone, number)];
  };

  test.each([
    ['America/New_York', '2027-03-14', 46, '01:30 03:00'],
    ['America/New_York', '2027-11-07', 50, '01:30 01:00'],
    ['Australia/Lord_Howe', '2027-10-03', 47, '01:30 02:30'],
    ['Australia/Lord_Howe', '2027-04-04', 49, '01:30 01:30'],
    ['Antarctica/Troll', '2027-03-28', 44, '00:30 03:00'],
    ['America/Santiago', '2027-09-05', 46, '01:00 01:30'],
  ])('%s %s has %i half hours, with %s after each other', (zone, day, count, neighbours) => {
    const [clock, starts] = allDay(zone, day);
    expect(clock).toHaveLength(count);
    expect(starts).toHaveLength(count);
    expect(clock.join(' ')).toContain(neighbours);
  });
});

describe('against a slow but obvious reference', () => {
  const zones = [
    'America/New_York',
    'Europe/London',
    'Australia/Lord_Howe',
    'Africa/Cairo',
    'Asia/Kathmandu',
  ];
  const changeDays = [
    '2027-03-14',
    '2027-03-28',
    '2027-04-04',
    '2027-10-03',
    '2027-10-31',
    '2027-11-07',
    '2027-04-30',
    '2027-06-01',
  ];

  const anyLengths = fc.record({
    duration_min: fc.integer({ min: 1, max: 16 }).map((n) => n * 5),
    processing_min: fc.constantFrom(0, 0, 10, 20),
    finishing_min: fc.constantFrom(0, 5, 10),
    buffer_before_min: fc.constantFrom(0, 0, 5, 10),
    buffer_after_min: fc.constantFrom(0, 0, 5, 15),
    processing_bookable: fc.boolean(),
  });
  const anyCase = fc.record({
    zone: fc.constantFrom(...zones),
    day: fc.constantFrom(...changeDays),
    stepMin: fc.constantFrom(5, 10, 15, 20, 30, 45, 60),
    maxGapMin: fc.constantFrom(0, 5, 15),
    free: fc.array(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 1, max: 40 })), {
        maxLength: 4,
      }),
      { minLength: 1, maxLength: 3 },
    ),
    crews: fc.array(
      fc.record({
        people: fc.constantFrom(1, 1, 2, 3),
        helpers: fc.uniqueArray(fc.nat(2)).map((all) => all.map((staff) => `s${staff}`)),
      }),
      { minLength: 3, maxLength: 3 },
    ),
    needs: fc.array(fc.array(fc.tuple(fc.nat(2), anyLengths), { minLength: 1, maxLength: 3 }), {
      minLength: 1,
      maxLength: 3,
    }),
  });

  /** Temporal is slow; the days of this test are few. */
  const wallMinutes = new Map<string, number>();
  const wallMinute = (name: string, minute: number): number => {
    const key = `${name} ${minute}`;
    const known = wallMinutes.get(key);
    if (known !== undefined) return known;
    const wall = Temporal.Instant.fromEpochMilliseconds(minute * 60_000).toZonedDateTimeISO(name);
    const value = wall.hour * 60 + wall.minute;
    wallMinutes.set(key, value);
    return value;
  };
  const inside = (staff: StaffFree | undefined, from: number, to: number) => {
    for (let i = 0; staff && i < staff.free.length; i += 2) {
      if (staff.free[i]! <= from && to <= staff.free[i + 1]!) return true;
    }
    return false;
  };
  /** Everything in this test lies on five minutes, so that is how far apart the tries may be. */
  const canDo = (one: SlotRequest, item: number, start: number, first?: string): boolean => {
    const need = one.needs[item];
    if (!need) return true;
    return need.by.some(({ staffId, lengths: work }) => {
      if (first !== undefined && staffId !== first) return false;
      const staff = one.staff.find(({ id }) => id === staffId);
      const isFree = (somebody: StaffFree | undefined) =>
        busyOffsets(work).every(([a, b]) => inside(somebody, start + a, start + b));
      if (!isFree(staff)) return false;
      const { people = 1, helpers = [] } = need;
      const helping = one.staff.filter(({ id }) => id !== staffId && helpers.includes(id));
      if (helping.filter(isFree).length < people - 1) return false;
      const end = start + visibleMinutes(work);
      for (let wait = 0; wait <= one.maxGapMin; wait += 5) {
        if (canDo(one, item + 1, end + wait)) return true;
      }
      return false;
    });
  };

  test('the same slots with the same people, on days with and without a change of the clocks', () =>
    fc.assert(
      fc.property(anyCase, ({ zone: name, day, stepMin, maxGapMin, free, needs, crews }) => {
        const zone = zoneOf(name);
        const number = dayNumber(day);
        const [from, to] = [dayStart(zone, number), dayStart(zone, number + 1)];
        const one: SlotRequest = {
          staff: free.map((ranges, index) => ({
            id: `s${index}`,
            free: windowsOf(
              ranges.map(([start, size]) => [from + start * 5, from + (start + size) * 5]),
            ),
          })),
          needs: needs.map((candidates, item) => ({
            ...crews[item]!,
            by: [...new Map(candidates.map(([staff, work]) => [staff, work]))].map(
              ([staff, work]) => ({
                staffId: `s${staff}`,
                lengths: work,
              }),
            ),
          })),
          zone,
          stepMin,
          maxGapMin,
          from,
          to,
        };
        const expected: [number, string][] = [];
        for (let minute = from; minute < to; minute += 5) {
          if (wallMinute(name, minute) % stepMin !== 0) continue;
          const people = one.staff.map(({ id }) => id).filter((id) => canDo(one, 0, minute, id));
          if (people.length > 0) expected.push([minute, people.join()]);
        }
        const slots = findSlots(one);
        expect(
          slots.starts.map((start, index) => [start, staffIdsAt(slots, index).join()]),
        ).toEqual(expected);
        for (const [index, start] of slots.starts.entries()) {
          const plan = planAt(one, start);
          expect(plan?.[0]?.start).toBe(start);
          expect(staffIdsAt(slots, index)).toContain(plan?.[0]?.staffId);
          for (const [item, { staffId, helperIds = [] }] of plan!.entries()) {
            const everybody = new Set([staffId, ...helperIds]);
            expect(everybody.size).toBe(one.needs[item]!.people);
          }
        }
      }),
      { numRuns: 60 },
    ));
});
