import type { AppointmentRow } from '#domain/rows.ts';
import { seriesView, type SeriesView } from '#db/queries/series.ts';
import { useQuery } from '#db/use-query.ts';

/** The series of an appointment with its dates; null = it stands alone, or nothing is known yet. */
export const useSeries = ({ series_id: id }: AppointmentRow): SeriesView | null =>
  useQuery(async (db) => (id ? seriesView(db, id) : null), [id]) ?? null;
