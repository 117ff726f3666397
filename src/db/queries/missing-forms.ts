import { clientName } from '#domain/clients/name.ts';
import type { AppointmentRow, AppointmentSegmentRow, ClientRow, Uuid } from '#domain/rows.ts';
import { addDays } from '#domain/time/day.ts';
import { epochMinOf, instantOfMin } from '#domain/time/epoch.ts';
import { daySpan, epochToWall } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { DaybookDb } from '../open.ts';
import { calendarPeriod } from './calendar.ts';
import { formsBefore } from './forms-before.ts';

type MissingForms = {
  appointment: AppointmentRow;
  clientName: string;
  /** What the missing ones are called. */
  forms: string[];
};

const COMING: readonly AppointmentRow['status'][] = ['booked', 'arrived', 'in_service'];

type ComingVisit = {
  appointment: AppointmentRow;
  client: ClientRow;
  segments: readonly AppointmentSegmentRow[];
};

/**
 * The visits of today and tomorrow that are not over, in order; for one person when `staffId` is given.
 * Guests of a class stand with the class.
 */
export const comingVisits = async (db: DaybookDb, staffId: Uuid | null): Promise<ComingVisit[]> => {
  const business = await db.rows('businesses').get(db.businessId);
  const zone = zoneOf(business?.time_zone ?? 'UTC');
  const today = epochToWall(zone, epochMinOf(db.now())).day;
  const { start, end } = daySpan(zone, today, addDays(today, 1));
  const from = instantOfMin(start);
  const period = await calendarPeriod(db, from, instantOfMin(end));
  return period.appointments
    .flatMap((appointment) => {
      const client = period.clients.find(({ id }) => id === appointment.client_id);
      const segments = period.segments.filter((one) => one.appointment_id === appointment.id);
      return client ? { appointment, client, segments } : [];
    })
    .filter(
      ({ appointment, segments }) =>
        COMING.includes(appointment.status) &&
        appointment.starts_at >= from &&
        (staffId === null || segments.some((segment) => segment.staff_id === staffId)),
    )
    .toSorted((a, b) => (a.appointment.starts_at < b.appointment.starts_at ? -1 : 1));
};

/**
 * Those of some visits whose client has not filled in what is wanted before. A query of its own: Dexie
 * watches what is read after a whole period of the calendar only some of the time.
 */
export const missingForms = async (
  db: DaybookDb,
  visits: readonly ComingVisit[],
): Promise<MissingForms[]> => {
  const wanted = await formsBefore(db, visits);
  return visits.flatMap(({ appointment, client }): MissingForms[] => {
    const missing = (wanted.get(appointment.id) ?? []).filter(({ submission }) => !submission);
    if (missing.length === 0) return [];
    return [
      {
        appointment,
        clientName: clientName(client),
        forms: missing.map(({ form }) => form.name),
      },
    ];
  });
};
