import type { BookingRulesRow, ResourceNeed, Uuid } from '#domain/rows.ts';
import { busyOffsets, visibleMinutes } from '#domain/appointments/busy.ts';
import type { WorkLengths } from '#domain/appointments/busy.ts';
import type { EpochMin } from '#domain/time/epoch.ts';
import { dayNumberAt, dayStart } from '#domain/time/wall.ts';
import type { Zone } from '#domain/time/zone.ts';
import { layByLength, layOnGrid, staffAt } from './grid.ts';
import type { SlotList } from './grid.ts';
import { atLeast, resourceStarts } from './pools.ts';
import type { ResourceFree } from './pools.ts';
import { chainStarts, possibleStarts } from './starts.ts';
import type { Candidate, Chain, FreeFor } from './starts.ts';
import { clip, covers, intersect } from './windows.ts';
import type { Windows } from './windows.ts';

/** When somebody could work: the compact answer of `public_availability`, or computed offline. */
export type StaffFree = FreeFor & { id: Uuid };

/** One item of a request: who may do it, and how long it takes each of them. */
export type Need = {
  by: readonly { staffId: Uuid; lengths: WorkLengths }[];
  /** How many do it at once, as long as it takes the first one; absent = one. */
  people?: number;
  /** Who could be the others; whoever is the first one does not count. */
  helpers?: readonly Uuid[];
  /** What it takes besides: rooms, chairs, machines. */
  resources?: readonly ResourceNeed[];
};

export type SlotRequest = {
  staff: readonly StaffFree[];
  /** One entry for each room, chair or machine that is in service; none = there are none. */
  resources?: readonly ResourceFree[];
  /** In the order in which they will be done; one for a single service. */
  needs: readonly Need[];
  zone: Zone;
  /** Minutes of the grid; 0 = the length of the request. */
  stepMin: number;
  /** Longest wait between two items. */
  maxGapMin: number;
  /** First possible start. */
  from: EpochMin;
  /** Starts are before this. */
  to: EpochMin;
};

export type Slots = SlotList & { staffIds: readonly Uuid[] };

/** Every start at which the whole request can be done, with the people who could do its first item. */
export const findSlots = (request: SlotRequest): Slots => {
  const { staff, resources = [], needs, zone, stepMin, maxGapMin, from, to } = request;
  const staffIds = staff.map(({ id }) => id);
  const chain = chainOf(needs, staff, resources);
  const reach = Math.max(0, ...chain.flat().map(({ visibleMin }) => visibleMin + maxGapMin));
  // Later items and buffers may lie outside the span of starts, but not far.
  const margin = 1440 + chain.length * reach;
  const free = staff.map(({ free: all, for_buffers }) => ({
    free: clip(all, from - margin, to + margin),
    ...(for_buffers && { for_buffers: clip(for_buffers, from - margin, to + margin) }),
  }));

  const first = chainStarts(chain, free, maxGapMin)[0] ?? [];
  const candidates = chain[0] ?? [];
  const startsByStaff: Windows[] = staff.map(() => []);
  const lengthByStaff: number[] = staff.map(() => 1);
  candidates.forEach((candidate, index) => {
    startsByStaff[candidate.staff] = clip(first[index] ?? [], from, to);
    lengthByStaff[candidate.staff] = candidate.visibleMin;
  });
  const slots =
    stepMin > 0
      ? layOnGrid(startsByStaff, stepMin, zone, from, to)
      : layByLength(startsByStaff, lengthByStaff, from, to);
  return { ...slots, staffIds };
};

/** Ids of the people who can begin at the start with this index. */
export const staffIdsAt = (slots: Slots, index: number): Uuid[] =>
  staffAt(slots, index).flatMap((staff) => slots.staffIds[staff] ?? []);

/** One part of a plan: who does which item from when, and who helps. */
export type PlannedItem = { staffId: Uuid; start: EpochMin; helperIds?: Uuid[] };

type Plannable = Pick<SlotRequest, 'staff' | 'resources' | 'needs' | 'maxGapMin'>;

/**
 * Who does what when the request starts at a minute, or null when it cannot. Each item begins as
 * early as it can; among several people the first of `prefer` (then of the request) is taken, also to
 * help. The same plan as `private.plan_items`.
 */
export const planAt = (
  request: Plannable,
  start: EpochMin,
  prefer: readonly Uuid[] = [],
): PlannedItem[] | null => planner(request)(start, prefer);

/** The same for many starts: what all of them share is worked out once. */
export const planner = (
  request: Plannable,
): ((start: EpochMin, prefer: readonly Uuid[]) => PlannedItem[] | null) => {
  const staffIds = request.staff.map(({ id }) => id);
  const chain = chainOf(request.needs, request.staff, request.resources ?? []);
  const starts = chainStarts(chain, request.staff, request.maxGapMin);
  return (start, prefer) => {
    const rank = (staff: number): number => {
      const index = prefer.indexOf(staffIds[staff] ?? '');
      return index < 0 ? prefer.length + staff : index;
    };
    const plan: PlannedItem[] = [];
    let [earliest, latest] = [start, start];
    for (const [item, candidates] of chain.entries()) {
      let best: { start: EpochMin; by: Candidate } | null = null;
      for (const [index, candidate] of candidates.entries()) {
        const at = firstIn(starts[item]?.[index] ?? [], earliest, latest);
        if (at === null) continue;
        const sooner = best === null || at < best.start;
        const preferred =
          best !== null && at === best.start && rank(candidate.staff) < rank(best.by.staff);
        if (sooner || preferred) best = { start: at, by: candidate };
      }
      if (!best) return null;
      const { start: at, by } = best;
      const helpers = by.helpers
        ?.filter((one) => covers(one.starts, at, at + 1))
        .toSorted((a, b) => rank(a.staff) - rank(b.staff))
        .slice(0, (request.needs[item]?.people ?? 1) - 1);
      plan.push({
        staffId: staffIds[by.staff] ?? '',
        start: at,
        ...(helpers && { helperIds: helpers.map(({ staff }) => staffIds[staff] ?? '') }),
      });
      earliest = at + by.visibleMin;
      latest = earliest + request.maxGapMin;
    }
    return plan;
  };
};

/** The span in which online clients may start: after the notice, within the booking window. */
export const bookingSpan = (
  rules: Pick<BookingRulesRow, 'min_notice_min' | 'window_days'>,
  zone: Zone,
  now: EpochMin,
): { from: EpochMin; to: EpochMin } => ({
  // The minute that is running has begun: it is past.
  from: now + Math.max(1, rules.min_notice_min),
  to: dayStart(zone, dayNumberAt(zone, now) + rules.window_days + 1),
});

/** The starts that lie on one local day. */
export const startsOfDay = (slots: SlotList, zone: Zone, day: number): EpochMin[] => {
  const from = dayStart(zone, day);
  const to = dayStart(zone, day + 1);
  return slots.starts.filter((start) => start >= from && start < to);
};

/** The items of a request as chains of who can do them. */
export const chainOf = (
  needs: readonly Need[],
  staff: readonly StaffFree[],
  resources: readonly ResourceFree[],
): Chain => {
  const indexById = new Map(staff.map(({ id }, index) => [id, index]));
  return needs.map(({ by, people = 1, helpers = [], resources: wanted = [] }) =>
    by.flatMap(({ staffId, lengths }): Candidate[] => {
      const own = indexById.get(staffId);
      if (own === undefined) return [];
      const offsets = busyOffsets(lengths);
      const work: Candidate = { staff: own, offsets, visibleMin: visibleMinutes(lengths) };
      const limits: Windows[] =
        wanted.length > 0 ? [resourceStarts(wanted, lengths, resources)] : [];
      if (people > 1) {
        work.helpers = staff.flatMap((one, index) =>
          one.id !== staffId && helpers.includes(one.id)
            ? [{ staff: index, starts: possibleStarts(one, offsets) }]
            : [],
        );
        limits.push(
          atLeast(
            work.helpers.map(({ starts }) => starts),
            people - 1,
          ),
        );
      }
      return [limits.length === 0 ? work : { ...work, allowed: limits.reduce(intersect) }];
    }),
  );
};

const firstIn = (windows: Windows, from: EpochMin, to: EpochMin): EpochMin | null => {
  for (let i = 0; i < windows.length; i += 2) {
    if (windows[i + 1]! <= from) continue;
    const at = Math.max(windows[i]!, from);
    return at <= to ? at : null;
  }
  return null;
};
