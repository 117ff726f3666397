import { resourceStarts } from '#domain/availability/pools.ts';
import { covers } from '#domain/availability/windows.ts';
import type { Windows } from '#domain/availability/windows.ts';
import { needsResources } from '#domain/resources/assign.ts';
import type { Instant, Uuid } from '#domain/rows.ts';
import { epochMinOf, instantOfMin, MINUTES_PER_DAY } from '#domain/time/epoch.ts';
import type { EpochMin } from '#domain/time/epoch.ts';
import { dayNumberAt, epochToWall, wallToEpoch } from '#domain/time/wall.ts';
import type { DateChecker } from './date-clashes.ts';
import { spansOf } from './planned-work.ts';
import type { PlannedWork } from './planned-work.ts';

/**
 * The free time nearest to a date for the same people, on its day if there is one, else up to
 * `reachDays` before or after it; never in the past. All parts move along. null = there is none.
 */
export const nearestFree = async (
  checker: DateChecker,
  segments: readonly PlannedWork[],
  { now, reachDays }: { now: Instant; reachDays: number },
): Promise<Instant | null> => {
  const [first] = segments;
  if (!first) return null;
  const { zone, stepMin } = checker;
  const start = Math.min(...segments.map(({ starts_at }) => epochMinOf(starts_at)));
  const { minute: wanted } = epochToWall(zone, start);
  const day = dayNumberAt(zone, start);
  const earliest = Math.max(epochMinOf(now) + 1, wallToEpoch(zone, day - reachDays, 0));
  const latest = wallToEpoch(zone, day + reachDays + 1, 0);
  if (latest <= earliest) return null;
  const spans = segments.flatMap(spansOf);
  const free = new Map<Uuid, Windows>();
  for (const staffId of new Set(spans.map((span) => span.staffId))) {
    const from = earliest - MINUTES_PER_DAY;
    free.set(staffId, await checker.freeAround(staffId, from, latest + MINUTES_PER_DAY));
  }
  const parts = segments.map(checker.withNeeds).filter(needsResources);
  const rooms =
    parts.length === 0
      ? []
      : await checker.resourcesAround(earliest - MINUTES_PER_DAY, latest + MINUTES_PER_DAY);
  const roomStarts = parts.map((part) => ({
    start: epochMinOf(part.starts_at),
    starts: resourceStarts(part.resource_needs ?? [], part, rooms),
  }));
  const fits = (shift: number): boolean =>
    spans.every(({ staffId, range }) =>
      covers(free.get(staffId) ?? [], range[0] + shift, range[1] + shift),
    ) &&
    roomStarts.every((part) => covers(part.starts, part.start + shift, part.start + shift + 1));

  let best: { at: EpochMin; far: number } | null = null;
  for (let away = -reachDays; away <= reachDays; away += 1) {
    for (let minute = 0; minute < MINUTES_PER_DAY; minute += stepMin) {
      const at = wallToEpoch(zone, day + away, minute);
      if (at < earliest || at >= latest || at === start || !fits(at - start)) continue;
      // Any time of the same day is nearer than another day; there, the hour should be the same.
      const far = Math.abs(away) * MINUTES_PER_DAY + Math.abs(minute - wanted);
      if (best === null || far < best.far) best = { at, far };
    }
  }
  return best && instantOfMin(best.at);
};
