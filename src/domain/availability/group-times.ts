/**
 * Times for several people who come together. `private.plan_group` plans them by the same rules: all at
 * once, each with somebody of the team for themselves; else some at a time; else one after the other as
 * the items of one visit.
 */
import { busyOffsets, visibleMinutes } from '#domain/appointments/busy.ts';
import type { BusyRange } from '#domain/appointments/busy.ts';
import type { Uuid } from '#domain/rows.ts';
import type { EpochMin } from '#domain/time/epoch.ts';
import { layByLength, layOnGrid } from './grid.ts';
import { openDays } from './open-days.ts';
import type { OpenTimes, TimesRequest } from './open-days.ts';
import { atLeast } from './pools.ts';
import { bookingSpan, chainOf } from './slots.ts';
import type { Need, SlotRequest } from './slots.ts';
import { chainStarts, possibleStarts } from './starts.ts';
import { NO_WINDOWS, clip, intersect, union } from './windows.ts';
import type { Windows } from './windows.ts';

/** What each of those who come together needs, whoever books at the head. */
export type Group = readonly (readonly Need[])[];

type GroupRequest = Pick<SlotRequest, 'staff' | 'resources' | 'maxGapMin'> & {
  group: Group;
  /** One after the other is fine where all at once cannot be. */
  inTurn: boolean;
};

/** The times at which all of them can begin, or the first of them, with the others after them. */
export const findGroupTimes = ({
  staff,
  resources = [],
  group,
  inTurn,
  rules,
  zone,
  now,
  shownIn,
}: Omit<TimesRequest, 'needs'> & { group: Group; inTurn: boolean }): OpenTimes => {
  const { from, to } = bookingSpan(rules, zone, now);
  const request = { staff, resources, group, inTurn, maxGapMin: rules.max_gap_min };
  const all = [clip(groupStarts(request), from, to)];
  const { starts } =
    rules.slot_step_min > 0
      ? layOnGrid(all, rules.slot_step_min, zone, from, to)
      : layByLength(all, [shortestOf(group[0]?.[0])], from, to);
  // What it leaves of the day of so many people is not looked at.
  return { days: openDays(starts, shownIn), suggested: new Set() };
};

const groupStarts = (request: GroupRequest): Windows => {
  const people = request.group.length;
  const together = inRounds(request, people);
  if (!request.inTurn) return together;
  let starts = union(together, oneByOne(request));
  for (let size = people - 1; size > 1; size -= 1) starts = union(starts, inRounds(request, size));
  return starts;
};

/** Starts from which so many of them are served at a time, the next ones after the last of those before. */
const inRounds = (request: GroupRequest, size: number): Windows => {
  const { group } = request;
  let starts: Windows | null = null;
  let offset = 0;
  for (let first = 0; first < group.length; first += size) {
    const those = group.slice(first, first + size);
    const following = group.slice(first + size, first + 2 * size).flat();
    const own = shifted(sideBySide({ ...request, group: those }), -offset);
    starts = starts === null ? own : intersect(starts, own);
    offset += longestOfAll(those) + mostOf(those.flat(), 'after') + mostOf(following, 'before');
  }
  return starts ?? NO_WINDOWS;
};

/** Starts from which everybody has somebody of the team, and rooms, for themselves without a break. */
const sideBySide = ({ staff, resources = [], group }: GroupRequest): Windows => {
  if (group.flat().some(({ people = 1 }) => people > 1)) return NO_WINDOWS;
  const ways = group.map((needs) => staff.map((one) => servedAlone(needs, one)));
  let starts = roomForAll(group, resources);
  // By Hall's theorem there is somebody for each if any of them, taken together, have as many to choose from.
  for (let some = 1; some < 1 << group.length; some += 1) {
    const those = ways.filter((_, person) => some & (1 << person));
    const byStaff = staff.map((_, at) =>
      those.reduce<Windows>((sum, way) => union(sum, way[at] ?? NO_WINDOWS), NO_WINDOWS),
    );
    const enough = atLeast(byStaff, those.length);
    starts = starts === null ? enough : intersect(starts, enough);
  }
  return starts ?? NO_WINDOWS;
};

/** Starts from which one member of the team can do all of it in one go. */
const servedAlone = (needs: readonly Need[], one: SlotRequest['staff'][number]): Windows => {
  let starts: Windows | null = null;
  let offset = 0;
  for (const { by } of needs) {
    const lengths = by.find(({ staffId }) => staffId === one.id)?.lengths;
    if (!lengths) return NO_WINDOWS;
    const own = shifted(possibleStarts(one, busyOffsets(lengths)), -offset);
    starts = starts === null ? own : intersect(starts, own);
    offset += visibleMinutes(lengths);
  }
  return starts ?? NO_WINDOWS;
};

/**
 * Starts at which there are rooms for all of them, as long as the longest of them could take; null = they
 * need none. Rather too few times than one at which somebody stands.
 */
const roomForAll = (
  group: Group,
  resources: NonNullable<GroupRequest['resources']>,
): Windows | null => {
  const wanted = new Map<Uuid, number>();
  for (const needs of group) {
    const own = new Map<Uuid, number>();
    for (const { pool_id, qty } of needs.flatMap((need) => need.resources ?? [])) {
      own.set(pool_id, Math.max(own.get(pool_id) ?? 0, qty));
    }
    for (const [pool, qty] of own) wanted.set(pool, (wanted.get(pool) ?? 0) + qty);
  }
  const all = group.flat();
  const span: BusyRange = [-mostOf(all, 'before'), longestOfAll(group) + mostOf(all, 'after')];
  let starts: Windows | null = null;
  for (const [pool, qty] of wanted) {
    const free = resources
      .filter(({ pool_id }) => pool_id === pool)
      .map((one) => possibleStarts({ free: one.free }, [span]));
    const enough = atLeast(free, qty);
    starts = starts === null ? enough : intersect(starts, enough);
  }
  return starts;
};

/** Starts of a visit with the items of all of them, with room for the buffers of each between two people. */
const oneByOne = ({ staff, resources = [], group, maxGapMin }: GroupRequest): Windows => {
  const chain = group.flatMap((needs, person) => {
    const next = group[person + 1];
    const pause = next ? mostOf(needs, 'after') + mostOf(next, 'before') : 0;
    return chainOf(needs, staff, resources).map((candidates, item) =>
      item === needs.length - 1
        ? candidates.map((one) => ({ ...one, visibleMin: one.visibleMin + pause }))
        : candidates,
    );
  });
  const [first = []] = chainStarts(chain, staff, maxGapMin);
  return first.reduce(union, NO_WINDOWS);
};

/** Minutes after which the last of them is done who begin together, whoever serves them. */
const longestOfAll = (group: Group): number =>
  Math.max(
    ...group.map((needs) =>
      needs.reduce(
        (sum, { by }) => sum + Math.max(0, ...by.map(({ lengths }) => visibleMinutes(lengths))),
        0,
      ),
    ),
  );

const shortestOf = (need: Need | undefined): number =>
  Math.min(1440, ...(need?.by ?? []).map(({ lengths }) => visibleMinutes(lengths)));

/** The longest buffer on one side. */
const mostOf = (needs: readonly Need[], side: 'before' | 'after'): number =>
  Math.max(
    0,
    ...needs.flatMap(({ by }) => by.map(({ lengths }) => lengths[`buffer_${side}_min` as const])),
  );

const shifted = (windows: Windows, by: number): EpochMin[] => windows.map((at) => at + by);
