import { busyRanges, resourceRange, workAt } from '#domain/appointments/busy.ts';
import { sharingBuffers } from '#domain/appointments/shared-buffers.ts';
import type { ResourceFree } from '#domain/availability/pools.ts';
import { takesTime } from '#domain/availability/schedule.ts';
import { subtract, windowsOf } from '#domain/availability/windows.ts';
import type { Windows } from '#domain/availability/windows.ts';
import { isClass } from '#domain/appointments/seats.ts';
import { clientName } from '#domain/clients/name.ts';
import { activeNeeds, assignResources, needsResources, takenBy } from '#domain/resources/assign.ts';
import type { ResourcePart, TakenResource } from '#domain/resources/assign.ts';
import { freeResources } from '#domain/resources/free.ts';
import type { AppointmentSegmentRow, Uuid } from '#domain/rows.ts';
import { instantOfMin, MINUTES_PER_DAY } from '#domain/time/epoch.ts';
import type { EpochMin } from '#domain/time/epoch.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { Zone } from '#domain/time/zone.ts';
import type { DaybookDb } from '../open.ts';
import { calendarBook } from './calendar.ts';
import { edges, meets, spansOf } from './planned-work.ts';
import type { Clash, PlannedWork } from './planned-work.ts';
import { hoursOf } from './team-hours.ts';

/** One of several dates that are looked at together. */
export type PlannedDate = { key: string; segments: readonly PlannedWork[] };

/** A segment with its buffers is never longer: how far back something can begin that still lasts. */
const LONGEST_MIN = 3 * MINUTES_PER_DAY;

/** What several dates have to be compared with, read once for all of them. */
export type DateChecker = {
  zone: Zone;
  stepMin: number;
  /** Who or what is in the way of each date; dates without anything are left out. */
  clashesOf: (dates: readonly PlannedDate[]) => Promise<Map<string, Clash[]>>;
  /** The free time of somebody around a moment, hours and appointments counted. */
  freeAround: (staffId: Uuid, from: EpochMin, to: EpochMin) => Promise<Windows>;
  /** The rooms and chairs that are free around a moment. */
  resourcesAround: (from: EpochMin, to: EpochMin) => Promise<ResourceFree[]>;
  /** The work with what its service needs of rooms and chairs. */
  withNeeds: <W extends PlannedWork>(work: W) => W & Pick<ResourcePart, 'resource_needs'>;
};

/**
 * Looks at many dates, weeks apart from each other: only the days around them are read. `except` are
 * appointments that would not be in the way, because they are the ones that move.
 */
export const dateChecker = async (
  db: DaybookDb,
  except: readonly Uuid[] = [],
): Promise<DateChecker> => {
  const left = new Set(except);
  const [book, blocks, timeOff] = await Promise.all([
    calendarBook(db),
    db.rows('time_blocks').toArray(),
    db.rows('time_off').toArray(),
  ]);
  const zone = zoneOf(book.business?.time_zone ?? 'UTC');
  const hours = hoursOf(book, zone, blocks, timeOff);
  const resources = { zone, pools: book.pools, resources: book.resources };
  const withNeeds: DateChecker['withNeeds'] = (work) => {
    const variant = book.variants.find(({ id }) => id === work.variant_id);
    const service = book.services.find(({ id }) => id === variant?.service_id);
    return {
      ...work,
      resource_needs: activeNeeds(work.resource_needs ? work : (service ?? {}), resources),
    };
  };

  /** Segments that take time and may touch a span, with their appointments. */
  const takenIn = async (from: EpochMin, to: EpochMin): Promise<AppointmentSegmentRow[]> => {
    const near = await db
      .rows('appointment_segments')
      .where('starts_at')
      .between(instantOfMin(from - LONGEST_MIN), instantOfMin(to + 481), true, false)
      .toArray();
    const others = near.filter(({ appointment_id }) => !left.has(appointment_id));
    const rows = await db
      .rows('appointments')
      .bulkGet([...new Set(others.map(({ appointment_id }) => appointment_id))]);
    const taking = new Map(
      rows.flatMap((row) => (row && takesTime(row, book.rules) ? [[row.id, row]] : [])),
    );
    return others.flatMap((segment) => {
      const appointment = taking.get(segment.appointment_id);
      return appointment
        ? [sharingBuffers(workAt(segment, appointment.location_type), book.rules)]
        : [];
    });
  };

  const clashesOf: DateChecker['clashesOf'] = async (dates) => {
    const spans = dates.map(({ key, segments: own }) => {
      const segments = own.map((segment) => sharingBuffers(segment, book.rules));
      return { key, segments, spans: segments.flatMap(spansOf) };
    });
    const looked = await Promise.all(
      spans.map(async ({ key, segments, spans: own }) => {
        if (own.length === 0) return null;
        const parts = segments.map(withNeeds);
        const [from, to] = edges([
          ...own.map(({ range }) => range),
          ...parts.map((part) => resourceRange(part)),
        ]);
        const near = await takenIn(from, to);
        const taken = near.flatMap((segment) =>
          spansOf(segment).map((span) => ({ ...span, id: segment.appointment_id })),
        );
        const ids = new Map<Uuid, Uuid>();
        for (const mine of own) {
          for (const other of taken) if (meets(mine, other)) ids.set(other.id, other.staffId);
        }
        const clashes = await namedAppointments(db, ids);
        for (const other of spans) {
          if (other.key === key) continue;
          const met = own.find((mine) => other.spans.some((theirs) => meets(mine, theirs)));
          if (met) clashes.push({ kind: 'same_plan', key: other.key, staffId: met.staffId });
        }
        clashes.push(...hours.inTheWay(own));
        return { key, parts, near, clashes };
      }),
    );
    const found = new Map<string, Clash[]>();
    // Each takes its rooms beside those before it.
    const planned: TakenResource[] = [];
    for (const date of looked) {
      if (!date) continue;
      date.clashes.push(...withoutResource(date.parts, date.near, planned));
      if (date.clashes.length > 0) found.set(date.key, date.clashes);
    }
    return found;
  };

  const withoutResource = (
    parts: readonly (PlannedWork & ResourcePart)[],
    near: readonly AppointmentSegmentRow[],
    planned: TakenResource[],
  ): Clash[] => {
    if (!parts.some(needsResources)) return [];
    const taken = near.flatMap((segment) => takenBy(segment, segment.appointment_id, false));
    const assigned = assignResources(parts, resources, [...taken, ...planned]);
    const missing = assigned.flatMap((part) => part.missing);
    for (const [place, { resourceIds, missing: lacking }] of assigned.entries()) {
      if (lacking.length > 0) continue;
      planned.push(...takenBy({ ...parts[place]!, resource_ids: resourceIds }, '', false));
    }
    const staffId = parts[0]?.staff_id ?? '';
    return [...new Set(missing.map(({ poolId }) => poolId))].map((poolId) => ({
      kind: 'no_resource',
      staffId,
      name: book.pools.find(({ id }) => id === poolId)?.name ?? '',
    }));
  };

  return {
    zone,
    withNeeds,
    resourcesAround: async (from, to) =>
      freeResources(resources, await takenIn(from, to), from, to),
    stepMin: book.rules?.slot_step_min || 15,
    clashesOf,
    freeAround: async (staffId, from, to) => {
      const taken = await takenIn(from, to);
      const busy = taken.filter(({ staff_id }) => staff_id === staffId).flatMap(busyRanges);
      return subtract(hours.openTime(staffId, from, to), windowsOf(busy));
    },
  };
};

const namedAppointments = async (
  db: DaybookDb,
  staffById: ReadonlyMap<Uuid, Uuid>,
): Promise<Clash[]> => {
  const rows = (await db.rows('appointments').bulkGet([...staffById.keys()])).flatMap(
    (row) => row ?? [],
  );
  const clients = await db.rows('clients').bulkGet(rows.map(({ client_id }) => client_id ?? ''));
  return rows.map((row, index): Clash => {
    const client = clients[index];
    return {
      kind: 'appointment',
      id: row.id,
      staffId: staffById.get(row.id) ?? '',
      name: client ? clientName(client) : isClass(row) ? 'a class' : 'a walk-in',
      startsAt: row.starts_at,
      endsAt: row.ends_at,
    };
  });
};
