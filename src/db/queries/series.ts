import { workAt } from '#domain/appointments/busy.ts';
import { seriesPlace } from '#domain/appointments/series-plan.ts';
import { parseRule } from '#domain/appointments/series-rule.ts';
import type { SeriesRule } from '#domain/appointments/series-rule.ts';
import type { AppointmentRow, AppointmentSegmentRow, SeriesRow, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';

export type SeriesView = {
  series: SeriesRow;
  /** null = written by a newer version of the app. */
  rule: SeriesRule | null;
  /** By their start, given-up ones included. */
  members: AppointmentRow[];
};

/** A series with all of its appointments on this device. */
export const seriesView = async (db: DaybookDb, id: Uuid): Promise<SeriesView | null> => {
  const [series, members] = await Promise.all([
    db.rows('series').get(id),
    db.rows('appointments').where('series_id').equals(id).sortBy('starts_at'),
  ]);
  return series ? { series, rule: parseRule(series.rule), members } : null;
};

/** Its place in the series, for a line of text: null when it stands alone or was given up. */
export const placeInSeries = (
  view: SeriesView | null,
  id: Uuid,
): { place: number; total: number } | null => (view ? seriesPlace(view.members, id) : null);

/** The segments of several appointments, in their order, as they take their people where they are had. */
export const segmentsOfAll = async (
  db: DaybookDb,
  ids: readonly Uuid[],
): Promise<Map<Uuid, AppointmentSegmentRow[]>> => {
  const found = new Map<Uuid, AppointmentSegmentRow[]>(ids.map((id) => [id, []]));
  const rows = await db
    .rows('appointment_segments')
    .where('appointment_id')
    .anyOf([...ids])
    .sortBy('position');
  const appointments = await db.rows('appointments').bulkGet([...found.keys()]);
  const rowOf = new Map(appointments.flatMap((row) => (row ? [[row.id, row]] : [])));
  for (const row of rows) {
    const place = rowOf.get(row.appointment_id)?.location_type ?? 'business';
    found.get(row.appointment_id)?.push(workAt(row, place));
  }
  return found;
};
