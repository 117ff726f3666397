import { busyRanges } from '#domain/appointments/busy.ts';
import { lateShifts, type LateVisit } from '#domain/appointments/late.ts';
import { isClass } from '#domain/appointments/seats.ts';
import { isActive } from '#domain/appointments/status.ts';
import type { Reach } from '#domain/clients/guardian.ts';
import { clientName } from '#domain/clients/name.ts';
import type { ClientRow, Instant, Uuid } from '#domain/rows.ts';
import { dayNumber } from '#domain/time/day.ts';
import { addMinutes, epochMinOf, instantOfMin } from '#domain/time/epoch.ts';
import { dayStart, epochToWall } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { DaybookDb } from '../open.ts';
import { calendarPeriod } from './calendar.ts';
import { reachOfClients } from './family.ts';
import { placeWarnings } from './place-warnings.ts';

export type LateMove = {
  id: Uuid;
  byMin: number;
  from: Instant;
  to: Instant;
  client: ClientRow | null;
  /** How the client is reached, perhaps by their guardian. */
  reach: Reach | null;
  name: string;
  /** Names of those who stand where it would go. */
  overlaps: string[];
  /** Ends after hours, or reaches into blocked time or an absence. */
  isOutsideHours: boolean;
};

export type LateQuestion = {
  staffId: Uuid;
  /** The first that is late; null = whoever comes next, from now on. */
  fromId: Uuid | null;
  byMin: number;
  usesGaps: boolean;
};

/** Who moves when somebody runs late today, in order of time, and what each would run into. */
export const lateMoves = async (db: DaybookDb, question: LateQuestion): Promise<LateMove[]> => {
  const { staffId, fromId, byMin, usesGaps } = question;
  const business = await db.rows('businesses').get(db.businessId);
  const first = fromId === null ? undefined : await db.rows('appointments').get(fromId);
  const zone = zoneOf(business?.time_zone ?? 'UTC');
  const now = epochMinOf(db.now());
  const number = dayNumber(epochToWall(zone, first ? epochMinOf(first.starts_at) : now).day);
  const period = await calendarPeriod(
    db,
    instantOfMin(dayStart(zone, number)),
    instantOfMin(dayStart(zone, number + 1)),
  );

  const visits = period.appointments.flatMap((appointment): LateVisit[] => {
    const busy = period.segments
      .filter((one) => one.appointment_id === appointment.id && one.staff_id === staffId)
      .flatMap((segment) => busyRanges(segment));
    if (busy.length === 0 || !isActive(appointment.status)) return [];
    const isLater = first
      ? appointment.starts_at >= first.starts_at
      : epochMinOf(appointment.ends_at) > now;
    if (!isLater) return [];
    return [
      {
        id: appointment.id,
        start: Math.min(...busy.map(([start]) => start)),
        end: Math.max(...busy.map(([, end]) => end)),
        isRunning: appointment.status === 'in_service',
      },
    ];
  });
  const shifts = lateShifts(visits, byMin, usesGaps);
  const ids = [...shifts.keys()];
  const clients = new Map(period.clients.map((client) => [client.id, client]));
  const reaches = await reachOfClients(db, period.clients);
  const moves = await Promise.all(
    period.appointments.flatMap((appointment) => {
      const by = shifts.get(appointment.id);
      if (by === undefined) return [];
      const client = appointment.client_id ? (clients.get(appointment.client_id) ?? null) : null;
      const later = period.segments
        .filter((one) => one.appointment_id === appointment.id)
        .map((segment) => ({ ...segment, starts_at: addMinutes(segment.starts_at, by) }));
      return [
        placeWarnings(db, later, ids, appointment.location_type).then(
          async (warnings): Promise<LateMove> => ({
            id: appointment.id,
            byMin: by,
            from: appointment.starts_at,
            to: addMinutes(appointment.starts_at, by),
            client,
            reach: reaches.get(client?.id ?? '') ?? null,
            name: client
              ? clientName(client)
              : isClass(appointment)
                ? nameOfWork(later)
                : 'Walk-in',
            overlaps: await namesAt(
              db,
              warnings.flatMap(({ rows }) => rows),
            ),
            isOutsideHours: warnings.some(({ kind }) => kind === 'outside_hours'),
          }),
        ),
      ];
    }),
  );
  return moves.toSorted((a, b) => (a.from < b.from ? -1 : 1));
};

const namesAt = async (db: DaybookDb, rowKeys: readonly string[]): Promise<string[]> => {
  const ids = [...new Set(rowKeys)].map((row) => row.slice(row.indexOf(':') + 1));
  const rows = await db.rows('appointments').bulkGet(ids);
  const clients = await db.rows('clients').bulkGet(rows.flatMap((row) => row?.client_id ?? []));
  const names = clients.flatMap((client) => (client ? [clientName(client)] : []));
  if (names.length === ids.length) return names;
  return [...names, rows.some((row) => row && isClass(row)) ? 'a class' : 'a walk-in'];
};

const nameOfWork = (segments: readonly { service_name: string }[]): string =>
  segments[0]?.service_name ?? 'Class';
