import { visibleMinutes } from '#domain/appointments/busy.ts';
import { findSlots, planner, staffIdsAt } from '#domain/availability/slots.ts';
import type { SlotRequest } from '#domain/availability/slots.ts';
import type { Uuid } from '#domain/rows.ts';
import { MINUTES_PER_DAY } from '#domain/time/epoch.ts';
import type { EpochMin } from '#domain/time/epoch.ts';
import { dayNumberAt } from '#domain/time/wall.ts';
import type { Zone } from '#domain/time/zone.ts';
import { fitsIn } from './windows.ts';
import type { Opening } from './windows.ts';

/** A time that fits somebody who waits: from when to when, and who would begin. */
type FittingTime = { start: EpochMin; end: EpochMin; staffId: Uuid };

type Wish = {
  /** When they can come. */
  openings: readonly Opening[];
  /** When they are here already. */
  busy: readonly { start: EpochMin; end: EpochMin }[];
  /** Only times that one of these begins; none = anybody. */
  staffIds: readonly Uuid[];
  limit: number;
};

/**
 * A few of the times at which the request can be done inside what somebody wishes, soonest first: the
 * first of each day, then others of those days that lie well apart.
 */
export const fittingTimes = (request: SlotRequest, wish: Wish): FittingTime[] => {
  const { needs, zone } = request;
  if (needs.some(({ by }) => by.length === 0)) return [];
  const slots = findSlots(request);
  const plan = planner(request);
  const found: FittingTime[] = [];
  const days = new Set<number>();
  slots.starts.forEach((start, index) => {
    if (days.size >= wish.limit || !fitsIn(wish.openings, start, start + 1)) return;
    for (const staffId of staffIdsAt(slots, index)) {
      if (wish.staffIds.length > 0 && !wish.staffIds.includes(staffId)) continue;
      const end = endOf(request, plan(start, [staffId]), staffId);
      if (end === null || !fitsIn(wish.openings, start, end)) continue;
      if (wish.busy.some((visit) => start < visit.end && visit.start < end)) continue;
      found.push({ start, end, staffId });
      days.add(dayNumberAt(zone, start));
    }
  });
  return pickApart(found, zone, wish.limit);
};

/** null = somebody else would have to begin. */
const endOf = (
  { needs }: SlotRequest,
  planned: ReturnType<ReturnType<typeof planner>>,
  staffId: Uuid,
): EpochMin | null => {
  if (planned?.[0]?.staffId !== staffId) return null;
  return Math.max(
    ...planned.map((item, place) => {
      const by = needs[place]?.by.find((one) => one.staffId === item.staffId);
      return item.start + (by ? visibleMinutes(by.lengths) : 0);
    }),
  );
};

/** Times closer than this to one that is shown are the same offer once more. */
const APART_MIN = 90;

const pickApart = (times: readonly FittingTime[], zone: Zone, limit: number): FittingTime[] => {
  const picked: FittingTime[] = [];
  for (const apartMin of [MINUTES_PER_DAY, APART_MIN]) {
    for (const time of times) {
      const isNear = (other: FittingTime): boolean =>
        apartMin === MINUTES_PER_DAY
          ? dayNumberAt(zone, other.start) === dayNumberAt(zone, time.start)
          : Math.abs(other.start - time.start) < apartMin;
      if (picked.length < limit && !picked.some(isNear)) picked.push(time);
    }
  }
  return picked.toSorted((a, b) => a.start - b.start);
};
