/**
 * A full day of people who do not exist, on the business's own menu and team: to try the calendar before
 * anybody has booked. Everybody is called Sample, so that nobody takes them for clients.
 */
import { appointmentSpan, segmentEnd, visibleMinutes } from '#domain/appointments/busy.ts';
import { NEW_APPOINTMENT } from '#domain/appointments/schema.ts';
import { NEW_CLIENT } from '#domain/clients/schema.ts';
import type {
  AppointmentRow,
  AppointmentSegmentRow,
  BusinessRow,
  ClientRow,
  Instant,
  ServiceRow,
  ServiceVariantRow,
  StaffRow,
  SyncedRow,
  Uuid,
} from '#domain/rows.ts';
import { offerOf, segmentName } from '#domain/services/offer.ts';
import { instantAtWall, wallAt } from '#domain/time/clock-text.ts';

const LAST_NAME = 'Sample';
const FIRST_NAMES = [
  'Ada',
  'Bruno',
  'Chidi',
  'Dana',
  'Elif',
  'Farid',
  'Greta',
  'Hugo',
  'Ines',
  'Jonas',
  'Kaja',
  'Liam',
  'Mina',
  'Noor',
  'Oskar',
  'Petra',
] as const;

/** When the day begins and ends, in minutes, and when nobody works in between. */
const OPENS_MIN = 9 * 60;
const CLOSES_MIN = 18 * 60;
const LUNCH = { from: 13 * 60, to: 13 * 60 + 45 } as const;
/** Between two visits, so that there are gaps to book into. */
const GAPS_MIN = [0, 30, 15] as const;
const MOST_PEOPLE = 4;

type TrialBook = {
  business: BusinessRow;
  staff: readonly StaffRow[];
  services: readonly ServiceRow[];
  variants: readonly ServiceVariantRow[];
};

type MadeUpDay = {
  clients: ClientRow[];
  appointments: AppointmentRow[];
  appointment_segments: AppointmentSegmentRow[];
};

/** Today, by the business's clock: what is over is done, what runs is in service, the rest is booked. */
export const madeUpDay = (
  { business, staff, services, variants }: TrialBook,
  { now, userId, newId }: { now: Instant; userId: Uuid; newId: () => Uuid },
): MadeUpDay => {
  const made: SyncedRow = {
    id: '',
    business_id: business.id,
    rev: 0,
    created_at: now,
    updated_at: now,
    created_by: userId,
  };
  const clients = FIRST_NAMES.map((first_name): ClientRow => ({
    ...made,
    ...NEW_CLIENT,
    id: newId(),
    first_name,
    last_name: LAST_NAME,
  }));
  const menu = variants.flatMap((variant) => {
    const service = services.find(({ id }) => id === variant.service_id);
    if (service?.status !== 'active' || variant.status !== 'active') return [];
    // Classes have seats instead of a client, and what fits no half of the day would end it.
    const fits = visibleMinutes(offerOf(variant, undefined)) <= CLOSES_MIN - LUNCH.to;
    return (service.capacity ?? null) === null && fits ? [{ service, variant }] : [];
  });
  const people = staff
    .filter(({ status, bookable }) => status === 'active' && bookable)
    .slice(0, MOST_PEOPLE);
  const { day } = wallAt(business.time_zone, now);
  const result: MadeUpDay = { clients, appointments: [], appointment_segments: [] };
  if (menu.length === 0) return result;

  let turn = 0;
  for (const person of people) {
    let minute = OPENS_MIN;
    while (turn < 100) {
      const { service, variant } = menu[turn % menu.length]!;
      const offer = offerOf(variant, undefined);
      const lasts = visibleMinutes(offer);
      if (minute < LUNCH.to && minute + lasts > LUNCH.from) minute = LUNCH.to;
      if (minute + lasts > CLOSES_MIN) break;
      const id = newId();
      const starts_at = instantAtWall(business.time_zone, day, minute);
      const work = { ...offer, starts_at };
      const segment: AppointmentSegmentRow = {
        ...made,
        ...work,
        id: newId(),
        appointment_id: id,
        position: 0,
        variant_id: variant.id,
        service_name: segmentName(service, variant),
        add_on_ids: [],
        staff_id: person.id,
        any_staff: false,
        ends_at: segmentEnd(work),
        // Times between visits are what is tried out, not buffers.
        buffer_before_min: 0,
        buffer_after_min: 0,
        travel_before_min: 0,
        travel_after_min: 0,
      };
      const span = appointmentSpan([segment]);
      const isOver = span.ends_at <= now;
      const isRunning = !isOver && span.starts_at <= now;
      result.appointments.push({
        ...made,
        ...NEW_APPOINTMENT,
        ...span,
        id,
        client_id: clients[turn % clients.length]!.id,
        source: turn % 3 === 0 ? 'online' : 'staff',
        location_type: 'business',
        address: null,
        time_zone: business.time_zone,
        status: isOver ? 'completed' : isRunning ? 'in_service' : 'booked',
        confirmation: turn % 2 === 0 ? 'confirmed' : 'none',
        client_note: null,
        staff_note: null,
        arrived_at: isOver || isRunning ? span.starts_at : null,
        started_at: isOver || isRunning ? span.starts_at : null,
        finished_at: isOver ? span.ends_at : null,
        ical_uid: id,
      });
      result.appointment_segments.push(segment);
      minute += lasts + GAPS_MIN[turn % GAPS_MIN.length]!;
      turn += 1;
    }
  }
  return result;
};
