import { visibleMinutes } from '#domain/appointments/busy.ts';
import { dayOfNextVisit } from '#domain/appointments/next-visit.ts';
import { isActive } from '#domain/appointments/status.ts';
import { visitItems } from '#domain/appointments/visit-items.ts';
import { rankTimes } from '#domain/availability/rank.ts';
import type { Instant, Uuid } from '#domain/rows.ts';
import { wallAt } from '#domain/time/clock-text.ts';
import { dayNumber } from '#domain/time/day.ts';
import { epochMinOf, instantOfMin } from '#domain/time/epoch.ts';
import { wallToEpoch } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { DaybookDb } from '../open.ts';
import { freeTimes } from './free-times.ts';

/** So far around the day on which somebody would come again. */
const BEFORE_MIN = 2 * 1440;
const AFTER_MIN = 8 * 1440;

type NextTimes = { clientId: Uuid; times: Instant[] };

/**
 * When the same people could do the same again, the best first: at the same time of day, about when
 * the services say that somebody comes again. null = it cannot be said (a walk-in, somebody's home,
 * something that is not offered any more), or the client is expected already.
 */
export const nextTimes = async (
  db: DaybookDb,
  appointmentId: Uuid,
  limit = 3,
): Promise<NextTimes | null> => {
  const [appointment, segments, business] = await Promise.all([
    db.rows('appointments').get(appointmentId),
    db
      .rows('appointment_segments')
      .where('appointment_id')
      .equals(appointmentId)
      .sortBy('position'),
    db.rows('businesses').get(db.businessId),
  ]);
  const [first] = segments;
  const clientId = appointment?.client_id;
  if (!first || !business || !clientId || appointment.location_type !== 'business') return null;
  const now = db.now();
  const visits = await db.rows('appointments').where('client_id').equals(clientId).toArray();
  if (visits.some(({ starts_at, status }) => starts_at > now && isActive(status))) return null;
  const variants = await db
    .rows('service_variants')
    .bulkGet(segments.map(({ variant_id }) => variant_id ?? ''));
  const services = await db
    .rows('services')
    .bulkGet(variants.map((variant) => variant?.service_id ?? ''));
  const isOffered = [...variants, ...services].every((row) => row?.status === 'active');
  if (!isOffered) return null;

  const { time_zone } = business;
  const wall = wallAt(time_zone, appointment.starts_at);
  const day = dayOfNextVisit(
    wall.day,
    wallAt(time_zone, now).day,
    services.map((service) => service?.rebook_after_days),
  );
  const wanted = wallToEpoch(zoneOf(time_zone), dayNumber(day), wall.minute);
  const { slots, staff, zone } = await freeTimes(
    db,
    visitItems(segments).map(([{ variant_id, add_on_ids, staff_id }, ...helping]) => ({
      variantId: variant_id ?? '',
      addOnIds: add_on_ids,
      staffId: staff_id,
      helperIds: helping.map((segment) => segment.staff_id),
    })),
    instantOfMin(Math.max(epochMinOf(now), wanted - BEFORE_MIN)),
    instantOfMin(wanted + AFTER_MIN),
  );
  const times = rankTimes({
    slots,
    staff,
    zone,
    start: wanted,
    // Nobody in particular: the wanted time itself is the best of all.
    staffId: null,
    lengthMin: visibleMinutes(first),
    limit,
  });
  return { clientId, times: times.map(({ start }) => instantOfMin(start)) };
};
