/**
 * What a start leaves of the free time around it. A rest that is shorter than the shortest service can
 * be given to nobody: businesses may mark the starts that leave none, or offer only those. What is
 * offered is the page's matter; the server, which takes every start on the grid, only prefers whom it
 * leaves no such rest when a client leaves open who it is (private.gapless_first).
 */
import { resourceOffsets } from '#domain/appointments/busy.ts';
import type { BookingRulesRow, Uuid } from '#domain/rows.ts';
import type { EpochMin } from '#domain/time/epoch.ts';
import { dayNumberAt } from '#domain/time/wall.ts';
import { planner, staffIdsAt } from './slots.ts';
import type { PlannedItem, SlotRequest, Slots, StaffFree } from './slots.ts';
import { clip, covers, pairsOf, subtract, windowsOf } from './windows.ts';

/** `snug`: leaves no unsellable rest and stands right beside something; `fine`: leaves none. */
type Fit = 'snug' | 'fine' | 'gap';

export type GapRules = Pick<BookingRulesRow, 'gap_mode'> & {
  /** Minutes of the shortest service with its buffers; null or absent = not known. */
  shortest_min?: number | null;
};

/** The rules as they are for somebody who has been here before, or has not. */
export const rulesFor = <R extends Pick<BookingRulesRow, 'gap_mode' | 'gap_mode_returning'>>(
  rules: R,
  isReturning: boolean,
): R =>
  isReturning && rules.gap_mode_returning
    ? { ...rules, gap_mode: rules.gap_mode_returning }
    : rules;

/** How far around a start its rests are looked at: no rest of a day is longer. */
const REACH_MIN = 1440;

/**
 * The starts that are offered, and those among them that are suggested. `strict` leaves out starts
 * that would leave an unsellable rest on days that have others. Where everything could be suggested,
 * nothing is: a mark on all says nothing.
 */
export const offeredStarts = (
  request: SlotRequest,
  slots: Slots,
  { gap_mode, shortest_min }: GapRules,
): { starts: readonly EpochMin[]; suggested: ReadonlySet<EpochMin> } => {
  if (gap_mode === 'off') return { starts: slots.starts, suggested: new Set() };
  const shortest = shortest_min ?? shortestOf(request);
  const plan = planner(request);
  const free = new Map(request.staff.map((one) => [one.id, one]));
  const byDay = new Map<number, { start: EpochMin; fit: Fit }[]>();
  slots.starts.forEach((start, index) => {
    const fits = staffIdsAt(slots, index).map((staffId): Fit => {
      const items = plan(start, [staffId]);
      return items ? fitOf(request, items, free, shortest) : 'gap';
    });
    const fit = fits.includes('snug') ? 'snug' : fits.includes('fine') ? 'fine' : 'gap';
    const day = dayNumberAt(request.zone, start);
    byDay.set(day, [...(byDay.get(day) ?? []), { start, fit }]);
  });
  const starts: EpochMin[] = [];
  const suggested = new Set<EpochMin>();
  for (const ofDay of byDay.values()) {
    const good = ofDay.filter(({ fit }) => fit !== 'gap');
    const offered = gap_mode === 'strict' && good.length > 0 ? good : ofDay;
    for (const { start } of offered) starts.push(start);
    const snug = offered.filter(({ fit }) => fit === 'snug');
    if (snug.length < offered.length) for (const { start } of snug) suggested.add(start);
  }
  return { starts, suggested };
};

const shortestOf = ({ needs }: SlotRequest): number =>
  Math.min(
    ...needs.flatMap(({ by }) =>
      by.map(({ lengths }) => {
        const [from, to] = resourceOffsets(lengths);
        return to - from;
      }),
    ),
  );

/** Of everybody who serves: one unsellable rest spoils a plan. */
const fitOf = (
  request: SlotRequest,
  items: readonly PlannedItem[],
  freeOf: ReadonlyMap<Uuid, StaffFree>,
  shortest: number,
): Fit => {
  const ranges = new Map<Uuid, [EpochMin, EpochMin][]>();
  items.forEach(({ staffId, start, helperIds = [] }, index) => {
    const way = request.needs[index]?.by.find((one) => one.staffId === staffId);
    if (!way) return;
    const [from, to] = resourceOffsets(way.lengths);
    for (const id of [staffId, ...helperIds]) {
      ranges.set(id, [...(ranges.get(id) ?? []), [start + from, start + to]]);
    }
  });
  let isSnug = false;
  for (const [staffId, own] of ranges) {
    const taken = windowsOf(own);
    const free = freeOf.get(staffId)?.free ?? [];
    const [first, last] = [taken[0]!, taken.at(-1)!];
    const near = clip(free, Math.max(request.from, first - REACH_MIN), last + REACH_MIN);
    for (const [start, end] of pairsOf(subtract(near, taken))) {
      const isBeside = pairsOf(taken).some(([from, to]) => end === from || start === to);
      // What is left after the first minute that can be booked shrinks by itself.
      if (isBeside && end - start < shortest && start !== request.from) return 'gap';
    }
    if (!covers(free, first - 1, first) || !covers(free, last, last + 1)) isSnug = true;
  }
  return isSnug ? 'snug' : 'fine';
};
