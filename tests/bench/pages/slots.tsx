// 30 days of slots in New York over the change of the clocks, from plain rows.
import { makeSchedule } from '#domain/availability/schedule.ts';
import { findSlots } from '#domain/availability/slots.ts';
import { dayNumber, weekdayOf } from '#domain/time/day.ts';
import { instantOfMin } from '#domain/time/epoch.ts';
import { dayStart, wallToEpoch } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { mulberry32, offer, perCall } from './bench.ts';

const zone = zoneOf('America/New_York');
const FIRST = dayNumber('2027-03-01');
const DAYS = 30;
const [OPENS, CLOSES, LENGTH, STEP] = [540, 1020, 60, 15] as const;
const from = dayStart(zone, FIRST);
const to = dayStart(zone, FIRST + DAYS);

const work = (duration: number) => ({
  duration_min: duration,
  processing_min: 0,
  finishing_min: 0,
  buffer_before_min: 0,
  buffer_after_min: 0,
  processing_bookable: true,
});

const makeBusy = (staffCount: number, count: number) => {
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
type Busy = ReturnType<typeof makeBusy>;

const idsOf = (count: number) => Array.from({ length: count }, (_, index) => `s${index}`);
const week = Array.from({ length: 7 }, (_, day): [number, number][] =>
  day < 6 ? [[OPENS, CLOSES]] : [],
);

const scheduleOf = (staffIds: readonly string[], busy: Busy) =>
  makeSchedule({
    zone,
    from,
    to,
    staffIds,
    patterns: staffIds.map((staff_id) => ({ staff_id, valid_from: '2027-01-01', weeks: [week] })),
    exceptions: [],
    timeOff: [],
    blocks: [],
    busy,
    online: true,
  });

const startsIn = (schedule: ReturnType<typeof scheduleOf>, start: number, end: number): number => {
  const staff = schedule.free(start, end);
  const needs = [{ by: staff.map(({ id }) => ({ staffId: id, lengths: work(LENGTH) })) }];
  return findSlots({ staff, needs, zone, stepMin: STEP, maxGapMin: 0, from: start, to: end }).starts
    .length;
};

/**
 * The least there is: rows into sorted columns, then one pointer a person over the starts of each
 * day. Knows nothing of buffers, gaps, several services, exceptions or blocks.
 */
const sweep = (staffIds: readonly string[], busy: Busy): number => {
  const indexById = new Map(staffIds.map((id, index) => [id, index]));
  const columns: number[][] = staffIds.map(() => []);
  for (const { staff_id, starts_at, duration_min } of busy) {
    columns[indexById.get(staff_id)!]!.push((Date.parse(starts_at) / 60_000) * 64 + duration_min);
  }
  const sorted = columns.map((column) => Float64Array.from(column).sort());
  const at = new Int32Array(staffIds.length);
  // Until when the person is busy with what has begun.
  const busyUntil = new Float64Array(staffIds.length);
  let found = 0;
  for (let day = 0; day < DAYS; day += 1) {
    if (weekdayOf(FIRST + day) === 6) continue;
    const midnight = dayStart(zone, FIRST + day);
    for (let minute = OPENS; minute + LENGTH <= CLOSES; minute += STEP) {
      const start = midnight + minute;
      let mask = 0;
      for (let staff = 0; staff < sorted.length; staff += 1) {
        const column = sorted[staff]!;
        let next = at[staff]!;
        while (next < column.length && Math.floor(column[next]! / 64) <= start) {
          const value = column[next]!;
          const ends = Math.floor(value / 64) + (value % 64);
          if (ends > busyUntil[staff]!) busyUntil[staff] = ends;
          next += 1;
        }
        at[staff] = next;
        if (busyUntil[staff]! > start) continue;
        if (next < column.length && Math.floor(column[next]! / 64) < start + LENGTH) continue;
        mask |= 1 << staff;
      }
      if (mask !== 0) found += 1;
    }
  }
  return found;
};

let staffIds: string[] = [];
let busy: Busy = [];
let grown = scheduleOf([], []);

offer({
  prepare: (staffCount: number, count: number) => {
    staffIds = idsOf(staffCount);
    busy = makeBusy(staffCount, count);
    grown = scheduleOf(staffIds, busy);
  },
  counts: () => [startsIn(scheduleOf(staffIds, busy), from, to), sweep(staffIds, busy)],
  ours: (forMs: number) => perCall(() => startsIn(scheduleOf(staffIds, busy), from, to), forMs),
  floor: (forMs: number) => perCall(() => sweep(staffIds, busy), forMs),
  /** A booking arrives, its day is asked about again, and it is cancelled. */
  again: (forMs: number) => {
    const segment = { ...busy[0]!, starts_at: instantOfMin(dayStart(zone, FIRST + 3) + 600) };
    return perCall(() => {
      grown.take(segment);
      startsIn(grown, dayStart(zone, FIRST + 3), dayStart(zone, FIRST + 4));
      grown.release(segment);
    }, forMs);
  },
});
