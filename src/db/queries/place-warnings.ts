import { busyRanges, rangesMeet, resourceRange, workAt } from '#domain/appointments/busy.ts';
import { sharingBuffers } from '#domain/appointments/shared-buffers.ts';
import type { WorkLengths } from '#domain/appointments/busy.ts';
import { covers } from '#domain/availability/windows.ts';
import { rowKey } from '#domain/commands/op.ts';
import { assignResources } from '#domain/resources/assign.ts';
import type { ResourcePart } from '#domain/resources/assign.ts';
import type { AppointmentRow, Instant, Uuid } from '#domain/rows.ts';
import { epochMinOf, instantOfMin } from '#domain/time/epoch.ts';
import type { DaybookDb } from '../open.ts';
import { readTeam } from './team-time.ts';
import type { Team } from './team-time.ts';

export type PlaceWarning = {
  /** Row keys of the appointments in the way; none for `outside_hours`. */
  rows: string[];
} & (
  | { kind: 'overlap' | 'outside_hours'; staffId: Uuid }
  /** Not enough rooms or chairs; without rows nothing of the pool is in service. */
  | { kind: 'no_resource'; poolName: string }
);

type Wanted = WorkLengths & { staff_id: Uuid; starts_at: Instant; variant_id?: Uuid | null } & Pick<
    ResourcePart,
    'resource_needs' | 'resource_ids' | 'resource_fixed'
  >;

/**
 * What somebody should know before putting work there; staff may do it anyway. `place`: where it will
 * be; without it, where the one appointment is that it belongs to.
 */
export const placeWarnings = async (
  db: DaybookDb,
  segments: readonly Wanted[],
  except?: Uuid | readonly Uuid[],
  place?: AppointmentRow['location_type'],
): Promise<PlaceWarning[]> => {
  const stored =
    place === undefined && typeof except === 'string'
      ? await db.rows('appointments').get(except)
      : undefined;
  const at = place ?? stored?.location_type ?? 'business';
  if (segments.length === 0) return [];
  const ranges = segments.map((segment) => resourceRange(segment));
  const from = instantOfMin(Math.min(...ranges.map(([start]) => start)));
  const to = instantOfMin(Math.max(...ranges.map(([, end]) => end)));
  const team = await readTeam(db, from, to, except);
  const work = segments.map((segment) => sharingBuffers(workAt(segment, at), team.rules));
  const spans = work.flatMap((segment) => busyRanges(segment).map((range) => ({ range, segment })));
  // Hours, blocks and absences alone: give the appointments' time back.
  for (const segment of team.busy) team.schedule.release(segment);
  const open = new Map(
    team.schedule.free(epochMinOf(from), epochMinOf(to)).map(({ id, free }) => [id, free] as const),
  );

  const warnings: PlaceWarning[] = [];
  for (const staffId of new Set(segments.map(({ staff_id }) => staff_id))) {
    const own = spans.filter(({ segment }) => segment.staff_id === staffId);
    const rows = new Set(
      team.busy
        .filter((other) => other.staff_id === staffId)
        .filter((other) =>
          busyRanges(other).some((busy) => own.some(({ range }) => rangesMeet(range, busy))),
        )
        .map(({ appointment_id }) => rowKey('appointments', appointment_id)),
    );
    if (rows.size > 0) warnings.push({ kind: 'overlap', staffId, rows: [...rows] });
    if (!own.every(({ range: [start, end] }) => covers(open.get(staffId) ?? [], start, end))) {
      warnings.push({ kind: 'outside_hours', staffId, rows: [] });
    }
  }
  return [...warnings, ...resourceWarnings(team, work)];
};

/** Pools of which there is not enough; each once, with all who have something of it. */
const resourceWarnings = (team: Team, segments: readonly Wanted[]): PlaceWarning[] => {
  const parts = segments.map((segment) => ({
    ...segment,
    resource_needs: segment.resource_needs ?? team.needsOf(segment.variant_id ?? null),
  }));
  const missing = new Map<Uuid, Set<string>>();
  for (const part of assignResources(parts, team.resources, team.taken)) {
    for (const { poolId, takenBy } of part.missing) {
      const rows = missing.get(poolId) ?? new Set();
      for (const id of takenBy) rows.add(rowKey('appointments', id));
      missing.set(poolId, rows);
    }
  }
  const nameOf = new Map(team.resources.pools.map(({ id, name }) => [id, name]));
  return [...missing].map(([poolId, rows]) => ({
    kind: 'no_resource',
    poolName: nameOf.get(poolId) ?? '',
    rows: [...rows],
  }));
};
