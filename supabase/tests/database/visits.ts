import type { Op } from '#domain/commands/op.ts';
import type { Uuid } from '#domain/rows.ts';
import type { Database, Row } from '#supabase/local/database/database.ts';
import { insertAll, newId, put } from './setup.ts';

/** The rows of a visit of an hour, `minutes` unless that: one appointment with one segment. */
export const visitRows = (
  salon: { id: Uuid },
  staff: Uuid,
  startsAt: string,
  more: { appointment?: object; segment?: object; minutes?: number } = {},
) => {
  const appointment = newId();
  const minutes = more.minutes ?? 60;
  const endsAt = new Date(Date.parse(startsAt) + minutes * 60_000).toISOString();
  return {
    id: appointment,
    appointment: {
      id: appointment,
      business_id: salon.id,
      time_zone: 'UTC',
      starts_at: startsAt,
      ends_at: endsAt,
      status: 'booked',
      ical_uid: appointment,
      ...more.appointment,
    },
    segment: {
      id: newId(),
      business_id: salon.id,
      appointment_id: appointment,
      service_name: 'Cut',
      staff_id: staff,
      starts_at: startsAt,
      ends_at: endsAt,
      duration_min: minutes,
      ...more.segment,
    },
  };
};

/** Stores an appointment with one segment in one transaction, as a seed or an import does. */
export const addVisit = async (
  db: Database,
  salon: { id: Uuid },
  staff: Uuid,
  startsAt: string,
  more: Parameters<typeof visitRows>[3] = {},
): Promise<{ id: Uuid; segment: Uuid }> => {
  const rows = visitRows(salon, staff, startsAt, more);
  await db.transaction(async (sql) => {
    await insertAll(sql, 'appointments', [rows.appointment]);
    await insertAll(sql, 'appointment_segments', [rows.segment]);
  });
  return { id: rows.id, segment: rows.segment.id };
};

/** A row as a device sends it: id and business are said beside it. */
export const sentValue = ({ id: _id, business_id: _business, ...value }: Row): Row => value;

/** New visits as a device pushes them in one mutation. */
export const visitOps = (...visits: ReturnType<typeof visitRows>[]): Op[] => [
  ...visits.map(({ id, appointment }) => put('appointments', id, sentValue(appointment))),
  ...visits.map(({ segment }) => put('appointment_segments', segment.id, sentValue(segment))),
];
