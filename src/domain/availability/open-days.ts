import type { BookingRulesRow, Day, Instant } from '#domain/rows.ts';
import { instantOfMin } from '#domain/time/epoch.ts';
import type { EpochMin } from '#domain/time/epoch.ts';
import { PART_OF_DAY } from '#domain/time/day-parts.ts';
import type { PartOfDay } from '#domain/time/day-parts.ts';
import { epochToWall } from '#domain/time/wall.ts';
import type { Zone } from '#domain/time/zone.ts';
import { offeredStarts } from './gap-mode.ts';
import type { GapRules } from './gap-mode.ts';
import { bookingSpan, findSlots } from './slots.ts';
import type { ResourceFree } from './pools.ts';
import type { Need, StaffFree } from './slots.ts';

/** Start times by the local day they fall on, days in order, times in order. */
export type OpenDays = ReadonlyMap<Day, readonly Instant[]>;

/** Sorts starts into the days that a reader in `zone` sees them on. */
export const openDays = (starts: readonly EpochMin[], zone: Zone): OpenDays => {
  const byDay = new Map<Day, Instant[]>();
  for (const start of starts) {
    const { day } = epochToWall(zone, start);
    const list = byDay.get(day);
    if (list) list.push(instantOfMin(start));
    else byDay.set(day, [instantOfMin(start)]);
  }
  return byDay;
};

type Rules = Pick<
  BookingRulesRow,
  'slot_step_min' | 'min_notice_min' | 'window_days' | 'max_gap_min'
>;

/** The days that online clients can reach now, in the zone of the business. */
export const bookableDays = (
  rules: Rules,
  zone: Zone,
  now: EpochMin,
): { today: Day; first: Day; last: Day } => {
  const { from, to } = bookingSpan(rules, zone, now);
  const dayAt = (minute: EpochMin): Day => epochToWall(zone, minute).day;
  return { today: dayAt(now), first: dayAt(from), last: dayAt(to - 1) };
};

export type OpenTimes = {
  days: OpenDays;
  /** Those that fit best between what is there already, where the business says so. */
  suggested: ReadonlySet<Instant>;
};

export type TimesRequest = {
  staff: readonly StaffFree[];
  resources?: readonly ResourceFree[];
  needs: readonly Need[];
  rules: Rules & Partial<GapRules>;
  zone: Zone;
  now: EpochMin;
  shownIn: Zone;
};

/** The free times of a request, as a reader in `shownIn` sees them. */
export const findOpenTimes = (request: TimesRequest): OpenTimes => {
  const { staff, resources = [], needs, rules, zone, now, shownIn } = request;
  const asked = {
    staff,
    resources,
    needs,
    zone,
    stepMin: rules.slot_step_min,
    maxGapMin: rules.max_gap_min,
    ...bookingSpan(rules, zone, now),
  };
  const { gap_mode = 'off', shortest_min = null } = rules;
  const offered = offeredStarts(asked, findSlots(asked), { gap_mode, shortest_min });
  return {
    days: openDays(offered.starts, shownIn),
    suggested: new Set([...offered.suggested].map(instantOfMin)),
  };
};

/** The first day with a free time, from a day on. */
export const firstOpenDay = (days: OpenDays, from: Day = ''): Day | null => {
  for (const day of days.keys()) if (day >= from) return day;
  return null;
};

/** The free times closest to one that is gone, the nearest first, earlier ones winning ties. */
export const nearestStarts = (days: OpenDays, lost: Instant, count: number): Instant[] => {
  const lostMs = Date.parse(lost);
  const distance = (at: Instant): number => Math.abs(Date.parse(at) - lostMs);
  return [...days.values()]
    .flat()
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, count);
};

/** The times of one day as people speak of them; parts without times are left out. */
export const partsOfDay = (
  starts: readonly Instant[],
  zone: Zone,
): { part: PartOfDay; starts: Instant[] }[] => {
  const parts: Record<PartOfDay, Instant[]> = { morning: [], afternoon: [], evening: [] };
  for (const start of starts) {
    const { minute } = epochToWall(zone, Math.floor(Date.parse(start) / 60_000));
    parts[partAt(minute)].push(start);
  }
  return (['morning', 'afternoon', 'evening'] as const)
    .map((part) => ({ part, starts: parts[part] }))
    .filter((group) => group.starts.length > 0);
};

const partAt = (minuteOfDay: number): PartOfDay => {
  if (minuteOfDay < PART_OF_DAY.morning[1]) return 'morning';
  return minuteOfDay < PART_OF_DAY.afternoon[1] ? 'afternoon' : 'evening';
};
