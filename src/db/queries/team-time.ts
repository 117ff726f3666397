import { workAt } from '#domain/appointments/busy.ts';
import { sharingBuffers } from '#domain/appointments/shared-buffers.ts';
import { makeSchedule, takesTime } from '#domain/availability/schedule.ts';
import type { Schedule } from '#domain/availability/schedule.ts';
import type { StaffFree } from '#domain/availability/slots.ts';
import { activeNeeds, takenBy } from '#domain/resources/assign.ts';
import type { ResourceBook, TakenResource } from '#domain/resources/assign.ts';
import type {
  AppointmentSegmentRow,
  BookingRulesRow,
  Instant,
  ResourceNeed,
  ServiceRow,
  ServiceVariantRow,
  Uuid,
} from '#domain/rows.ts';
import { addMinutes, epochMinOf } from '#domain/time/epoch.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { Zone } from '#domain/time/zone.ts';
import type { DaybookDb } from '../open.ts';
import { calendarBook, calendarPeriod, travelOf } from './calendar.ts';

export type Team = {
  zone: Zone;
  rules: BookingRulesRow | undefined;
  staffIds: Uuid[];
  schedule: Schedule;
  /** Segments that take time, with the key of their appointment. */
  busy: AppointmentSegmentRow[];
  resources: ResourceBook;
  taken: TakenResource[];
  needsOf: (variantId: Uuid | null) => ResourceNeed[];
};

/** No buffer is longer. */
const BUFFER_MAX_MIN = 480;

/** The free time of the team between two instants, as this device knows it. */
export const readTeam = async (
  db: DaybookDb,
  from: Instant,
  to: Instant,
  except: Uuid | readonly Uuid[] = [],
): Promise<Team> => {
  const left = typeof except === 'string' ? [except] : except;
  const [book, period] = await Promise.all([
    calendarBook(db),
    // Buffers reach into the span from appointments that lie outside.
    calendarPeriod(db, addMinutes(from, -BUFFER_MAX_MIN), addMinutes(to, BUFFER_MAX_MIN)),
  ]);
  const zone = zoneOf(book.business?.time_zone ?? 'UTC');
  const taking = new Map(
    period.appointments
      .filter((one) => !left.includes(one.id) && takesTime(one, book.rules))
      .map((one) => [one.id, one]),
  );
  const busy = period.segments.flatMap((segment) => {
    const appointment = taking.get(segment.appointment_id);
    return appointment
      ? [sharingBuffers(workAt(segment, appointment.location_type), book.rules)]
      : [];
  });
  const staffIds = book.staff.map(({ id }) => id);
  const schedule = makeSchedule({
    zone,
    from: epochMinOf(from),
    to: epochMinOf(to),
    staffIds,
    patterns: book.patterns,
    exceptions: book.exceptions,
    travel: travelOf(book),
    employment: new Map(book.staff.map((one) => [one.id, one])),
    timeOff: period.timeOff,
    blocks: period.blocks,
    busy,
    online: false,
    sharesBuffers: book.rules?.share_buffers ?? false,
  });
  const resources = { zone, pools: book.pools, resources: book.resources };
  const taken = busy.flatMap((segment) =>
    takenBy(
      segment,
      segment.appointment_id,
      taking.get(segment.appointment_id)?.overlap_accepted ?? false,
    ),
  );
  const needsOf = needsByVariant(book, resources);
  return { zone, rules: book.rules, staffIds, schedule, busy, resources, taken, needsOf };
};

/** When everybody on the team is free between two instants, gaps of any length. */
export const freeWindows = async (
  db: DaybookDb,
  from: Instant,
  to: Instant,
): Promise<StaffFree[]> => {
  const team = await readTeam(db, from, to);
  return team.schedule.free(epochMinOf(from), epochMinOf(to));
};

/** What the service of a variant needs of the pools that are there. */
const needsByVariant = (
  { services, variants }: { services: ServiceRow[]; variants: ServiceVariantRow[] },
  resources: ResourceBook,
): Team['needsOf'] => {
  const serviceOf = new Map(services.map((service) => [service.id, service]));
  const variantOf = new Map(variants.map((variant) => [variant.id, variant]));
  return (variantId) => {
    const service = serviceOf.get(variantOf.get(variantId ?? '')?.service_id ?? '');
    return service ? activeNeeds(service, resources) : [];
  };
};
