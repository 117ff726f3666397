import { describe, expect, it } from 'vitest';
import type { WorkLengths } from '#domain/appointments/busy.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { findGroupTimes } from './group-times.ts';
import type { Group } from './group-times.ts';
import type { ResourceFree } from './pools.ts';
import type { Need } from './slots.ts';

const DAY = Date.UTC(2027, 2, 12) / 60_000;
const at = (time: string): number => DAY + Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const lengths = (duration_min: number, more: Partial<WorkLengths> = {}): WorkLengths => ({
  duration_min,
  processing_min: 0,
  finishing_min: 0,
  buffer_before_min: 0,
  buffer_after_min: 0,
  processing_bookable: true,
  ...more,
});
const by = (minutes: number, ...staff: string[]): Need => ({
  by: staff.map((staffId) => ({ staffId, lengths: lengths(minutes) })),
});
const buffered = (minutes: number, ...staff: string[]): Need => ({
  by: staff.map((staffId) => ({
    staffId,
    lengths: lengths(minutes, { buffer_before_min: 15, buffer_after_min: 15 }),
  })),
});

type Hours = Record<string, [string, string]>;

/** The half hours at which a group can begin. */
const starts = (
  free: Hours,
  group: Group,
  more: { inTurn?: boolean; resources?: ResourceFree[] } = {},
): string[] =>
  [
    ...findGroupTimes({
      staff: Object.entries(free).map(([id, [from, to]]) => ({ id, free: [at(from), at(to)] })),
      resources: more.resources ?? [],
      group,
      inTurn: more.inTurn ?? false,
      rules: { slot_step_min: 30, min_notice_min: 0, window_days: 2, max_gap_min: 0 },
      zone: zoneOf('UTC'),
      now: DAY,
      shownIn: zoneOf('UTC'),
    }).days.values(),
  ].flatMap((times) => times.map((time) => time.slice(11, 16)));

const chair = (id: string, from: string, to: string): ResourceFree => ({
  id,
  pool_id: 'chairs',
  free: [at(from), at(to)],
});

describe('a group', () => {
  const free: Hours = { ana: ['09:00', '11:00'], ben: ['10:00', '12:00'] };

  it('begins together where there is somebody for each', () => {
    const cut = by(30, 'ana', 'ben');
    expect(starts(free, [[cut], [cut]])).toEqual(['10:00', '10:30']);
    expect(starts(free, [[cut], [cut], [cut]])).toEqual([]);
  });

  it('is not stopped by who would be taken first', () => {
    const hours: Hours = { ...free, cy: ['10:00', '11:00'] };
    const only = by(60, 'ana');
    expect(starts(hours, [[by(60, 'ana', 'ben', 'cy')], [only], [by(60, 'ben', 'ana')]])).toEqual([
      '10:00',
    ]);
    // Two for whom there is only one, whoever else has time.
    expect(starts(hours, [[only], [by(60, 'cy')], [only]])).toEqual([]);
  });

  it('is served without a break, each by one of the team', () => {
    const both = [by(30, 'ana', 'ben'), by(30, 'ana', 'ben')];
    expect(starts(free, [both, [by(30, 'ana', 'ben')]])).toEqual(['10:00', '10:30']);
    const shared = [by(30, 'ana'), by(30, 'ben')];
    expect(starts(free, [shared, [by(30, 'ana', 'ben')]])).toEqual([]);
  });

  it('comes one after the other where all at once is not possible, and the business has it so', () => {
    const alone: Hours = { ana: ['09:00', '11:00'] };
    const cut = by(30, 'ana');
    expect(starts(alone, [[cut], [cut]])).toEqual([]);
    expect(starts(alone, [[cut], [cut]], { inTurn: true })).toEqual(['09:00', '09:30', '10:00']);
  });

  it('is served some at a time before it is served one by one', () => {
    const hours: Hours = { ana: ['09:00', '11:00'], ben: ['09:00', '11:00'] };
    const cut = by(60, 'ana', 'ben');
    expect(starts(hours, [[cut], [cut], [cut]])).toEqual([]);
    expect(starts(hours, [[cut], [cut], [cut]], { inTurn: true })).toEqual(['09:00']);
  });

  it('leaves room for the buffers of two visits in between', () => {
    const alone: Hours = { ana: ['09:00', '12:00'] };
    const cut = buffered(30, 'ana');
    // 9:30 to 10, then half an hour of buffers, 10:30 to 11.
    expect(starts(alone, [[cut], [cut]], { inTurn: true })).toEqual(['09:30', '10:00']);
  });

  it('sits in as many chairs as there are people, as long as the longest of them may take', () => {
    const need = { ...by(30, 'ana', 'ben'), resources: [{ pool_id: 'chairs', qty: 1 }] };
    const long = { ...by(60, 'ana', 'ben'), resources: [{ pool_id: 'chairs', qty: 1 }] };
    const resources = [chair('one', '09:00', '12:00'), chair('two', '09:00', '11:00')];
    expect(starts(free, [[need], [need]], { resources })).toEqual(['10:00', '10:30']);
    expect(starts(free, [[need], [long]], { resources })).toEqual(['10:00']);
    expect(starts(free, [[need], [need]], { resources: resources.slice(1) })).toEqual([]);
  });

  it('is not served side by side by people who are needed together', () => {
    const hours: Hours = { ...free, cy: ['09:00', '12:00'] };
    const two = { ...by(30, 'ana', 'ben', 'cy'), people: 2, helpers: ['ana', 'ben', 'cy'] };
    expect(starts(hours, [[two], [by(30, 'ana', 'ben', 'cy')]])).toEqual([]);
    expect(starts(hours, [[two], [by(30, 'cy')]], { inTurn: true })).toContain('10:30');
  });
});
