import { averageIntervalDays } from '#domain/clients/visit-interval.ts';
import type { AppointmentRow, AppointmentSegmentRow } from '#domain/rows.ts';

export type ClientCounters = {
  visits: number;
  cancelled: number;
  lateCancelled: number;
  noShows: number;
  /** Agreed prices of completed visits. */
  spendCents: number;
  lastVisit: AppointmentRow | null;
  nextVisit: AppointmentRow | null;
  /** Days between visits on average; null with fewer than two. */
  intervalDays: number | null;
};

export const countersOf = (
  appointments: readonly AppointmentRow[],
  segments: readonly AppointmentSegmentRow[],
  now: string,
): ClientCounters => {
  const completed = appointments.filter(({ status }) => status === 'completed');
  const completedIds = new Set(completed.map(({ id }) => id));
  const cancelled = appointments.filter(({ status }) => status === 'cancelled');
  const coming = appointments.filter(
    ({ status, starts_at }) => (status === 'booked' || status === 'pending') && starts_at >= now,
  );
  const byStart = (a: AppointmentRow, b: AppointmentRow) => (a.starts_at < b.starts_at ? -1 : 1);
  return {
    visits: completed.length,
    cancelled: cancelled.length,
    lateCancelled: cancelled.filter(({ cancel_late }) => cancel_late).length,
    noShows: appointments.filter(({ status }) => status === 'no_show').length,
    spendCents: segments
      .filter(({ appointment_id }) => completedIds.has(appointment_id))
      .reduce((sum, { price_cents }) => sum + price_cents, 0),
    lastVisit: completed.toSorted(byStart).at(-1) ?? null,
    nextVisit: coming.toSorted(byStart)[0] ?? null,
    intervalDays: averageIntervalDays(completed.map(({ starts_at }) => starts_at)),
  };
};
