import { describe, expect, test } from 'vitest';
import { dayNumber, weekdayOf } from '#domain/time/day.ts';
import { instantOfMin } from '#domain/time/epoch.ts';
import { dayStart, wallToEpoch } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { makeSchedule } from './schedule.ts';
import { findSlots } from './slots.ts';

/**
 * The same synthetic work that other schedulers were measured with: New York, 30 days from Monday
 * 2027-03-01 over the change of the clocks, Monday to Saturday 9–17, 60 minutes on a 15-minute grid.
 * Four independent implementations agree on these counts.
 */
const zone = zoneOf('America/New_York');
const FIRST = dayNumber('2027-03-01');
const from = dayStart(zone, FIRST);
const to = dayStart(zone, FIRST + 30);

const work = (duration: number) => ({
  duration_min: duration,
  processing_min: 0,
  finishing_min: 0,
  buffer_before_min: 0,
  buffer_after_min: 0,
  processing_bookable: true,
});

/** Small seeded generator; the counts belong to this one. */
const mulberry32 = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const busy = (staffCount: number, count: number) => {
  const random = mulberry32(42);
  const below = (limit: number) => Math.floor(random() * limit);
  return Array.from({ length: count }, (_, index) => {
    let day = below(30);
    while (weekdayOf(FIRST + day) === 6) day = below(30);
    const start = 540 + below(32) * 15;
    return {
      staff_id: `s${index % staffCount}`,
      starts_at: instantOfMin(wallToEpoch(zone, FIRST + day, start)),
      ...work([15, 30, 45][below(3)]!),
    };
  });
};

const scheduleOf = (staffCount: number, segments: ReturnType<typeof busy>) => {
  const staffIds = Array.from({ length: staffCount }, (_, index) => `s${index}`);
  const week = Array.from({ length: 7 }, (_, day): [number, number][] =>
    day < 6 ? [[540, 1020]] : [],
  );
  return makeSchedule({
    zone,
    from,
    to,
    staffIds,
    patterns: staffIds.map((staff_id) => ({ staff_id, valid_from: '2027-01-01', weeks: [week] })),
    exceptions: [],
    timeOff: [],
    blocks: [],
    busy: segments,
    online: true,
  });
};
const slotsIn = (schedule: ReturnType<typeof scheduleOf>, start: number, end: number) => {
  const staff = schedule.free(start, end);
  const needs = [{ by: staff.map(({ id }) => ({ staffId: id, lengths: work(60) })) }];
  return findSlots({ staff, needs, zone, stepMin: 15, maxGapMin: 0, from: start, to: end });
};

describe('a month of slots', () => {
  test.each([
    [1, 100, 447],
    [1, 500, 39],
    [5, 500, 739],
    [8, 1000, 748],
    [8, 2000, 629],
    [20, 2000, 754],
    [20, 5000, 749],
  ])('of %i people with %i appointments has %i starts', (staffCount, count, expected) => {
    const schedule = scheduleOf(staffCount, busy(staffCount, count));
    expect(slotsIn(schedule, from, to).starts).toHaveLength(expected);
  });

  test('is the same day by day, and after bookings one by one', () => {
    const segments = busy(8, 2000);
    const whole = slotsIn(scheduleOf(8, segments), from, to).starts;
    const grown = scheduleOf(8, segments.slice(0, 1990));
    for (const segment of segments.slice(1990)) grown.take(segment);
    const byDay = Array.from(
      { length: 30 },
      (_, day) =>
        slotsIn(grown, dayStart(zone, FIRST + day), dayStart(zone, FIRST + day + 1)).starts,
    );
    expect(byDay.flat()).toEqual(whole);
  });
});
