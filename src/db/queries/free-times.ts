import { visibleMinutes, workAt } from '#domain/appointments/busy.ts';
import { sharingBuffers } from '#domain/appointments/shared-buffers.ts';
import type { WorkLengths } from '#domain/appointments/busy.ts';
import { visitItems } from '#domain/appointments/visit-items.ts';
import type { Travel } from '#domain/appointments/travel.ts';
import { rankTimes } from '#domain/availability/rank.ts';
import type { RankedTime } from '#domain/availability/rank.ts';
import type { ResourceFree } from '#domain/availability/pools.ts';
import { findSlots } from '#domain/availability/slots.ts';
import type { Need, Slots, StaffFree } from '#domain/availability/slots.ts';
import { activeNeeds } from '#domain/resources/assign.ts';
import { freeResources } from '#domain/resources/free.ts';
import type {
  AddOnRow,
  AppointmentRow,
  AppointmentSegmentRow,
  Instant,
  ServiceRow,
  ServiceVariantRow,
  StaffRow,
  StaffServiceOverrideRow,
  Uuid,
} from '#domain/rows.ts';
import { offerOf, staffFor } from '#domain/services/offer.ts';
import { epochMinOf, instantOfMin } from '#domain/time/epoch.ts';
import type { EpochMin } from '#domain/time/epoch.ts';
import type { Zone } from '#domain/time/zone.ts';
import type { DaybookDb } from '../open.ts';
import { readTeam } from './team-time.ts';
import type { Team } from './team-time.ts';

/** What is wanted: variants in order, each by one person or by anybody who does it. */
export type WantedItem = {
  variantId: Uuid;
  addOnIds?: readonly Uuid[];
  staffId?: Uuid | null;
  /** Who does it at the same time, all of them; absent = as many of those who do it as it takes. */
  helperIds?: readonly Uuid[];
  /** One of these, as far as they do it; none = anybody who does. */
  staffIds?: readonly Uuid[];
  /** Minutes on the way there and back, beside the buffers of the work. */
  travel?: Partial<Travel>;
  /** At the business unless this says otherwise. */
  place?: AppointmentRow['location_type'];
};

export const resourcesFree = (team: Team, from: EpochMin, to: EpochMin): ResourceFree[] =>
  freeResources(team.resources, team.busy, from, to);

export type FreeTimes = { slots: Slots; staff: StaffFree[]; zone: Zone };

/** Every time at which the items can be done between two instants. Staff see times without notice. */
export const freeTimes = async (
  db: DaybookDb,
  items: readonly WantedItem[],
  from: Instant,
  to: Instant,
  exceptAppointmentId?: Uuid,
): Promise<FreeTimes> => {
  const team = await readTeam(db, from, to, exceptAppointmentId);
  return timesIn(team, needsOf(await readMenu(db), items, team), from, to);
};

/** The best other times for an appointment that must move: same work, anybody who does it. */
export const bestTimes = async (
  db: DaybookDb,
  appointmentId: Uuid,
  { days = 14, limit = 6 }: { days?: number; limit?: number } = {},
): Promise<(RankedTime & { startsAt: Instant })[]> => {
  const appointment = await db.rows('appointments').get(appointmentId);
  const segments = await db
    .rows('appointment_segments')
    .where('appointment_id')
    .equals(appointmentId)
    .sortBy('position');
  const [first] = segments;
  if (!appointment || !first) return [];
  const now = epochMinOf(db.now());
  const wanted = epochMinOf(appointment.starts_at);
  // Around the wanted time, but never in the past.
  const from = instantOfMin(Math.max(now, wanted - (days / 2) * 1440));
  const to = instantOfMin(Math.max(now, wanted) + days * 1440);
  const team = await readTeam(db, from, to, appointmentId);
  const work = segments.map((segment) => workAt(segment, appointment.location_type));
  const needs = await needsOfSegments(db, work, team);
  const { slots, staff, zone } = timesIn(team, needs, from, to);
  return rankTimes({
    slots,
    staff,
    zone,
    start: wanted,
    staffId: first.staff_id,
    lengthMin: visibleMinutes(first),
    limit,
  }).map((time) => ({ ...time, startsAt: instantOfMin(time.start) }));
};

const timesIn = (team: Team, needs: readonly Need[], from: Instant, to: Instant): FreeTimes => {
  const span = { from: epochMinOf(from), to: epochMinOf(to) };
  const staff = team.schedule.free(span.from, span.to);
  const slots = findSlots({
    staff,
    resources: resourcesFree(team, span.from, span.to),
    needs,
    zone: team.zone,
    stepMin: team.rules?.slot_step_min ?? 15,
    maxGapMin: team.rules?.max_gap_min ?? 15,
    ...span,
  });
  return { slots, staff, zone: team.zone };
};

export type Menu = {
  variants: ReadonlyMap<Uuid, ServiceVariantRow>;
  services: ReadonlyMap<Uuid, ServiceRow>;
  staff: StaffRow[];
  overrides: StaffServiceOverrideRow[];
  addOns: AddOnRow[];
};

/** What is offered, and by whom. */
export const readMenu = async (db: DaybookDb): Promise<Menu> => {
  const [variants, services, staff, overrides, addOns] = await Promise.all([
    db.rows('service_variants').toArray(),
    db.rows('services').toArray(),
    db.rows('staff').toArray(),
    db.rows('staff_service_overrides').toArray(),
    db.rows('add_ons').toArray(),
  ]);
  return {
    variants: new Map(variants.map((variant) => [variant.id, variant])),
    services: new Map(services.map((service) => [service.id, service])),
    staff,
    overrides,
    addOns,
  };
};

/** Who may do each item, how long it takes them, and what else it needs. */
export const needsOf = (
  { variants, services, staff, overrides, addOns }: Menu,
  items: readonly WantedItem[],
  team: Pick<Team, 'needsOf' | 'rules'>,
): Need[] =>
  items.map((item) => {
    const variant = variants.get(item.variantId);
    if (!variant) return { by: [] };
    const chosen = addOns.filter(({ id }) => item.addOnIds?.includes(id));
    const able = staffFor(item.variantId, staff, overrides);
    const needed = services.get(variant.service_id)?.staff_needed ?? 1;
    const wished = item.staffIds ?? [];
    const people = item.staffId
      ? [item.staffId]
      : able.filter((id) => wished.length === 0 || wished.includes(id));
    return {
      resources: team.needsOf(item.variantId),
      people: item.helperIds ? item.helperIds.length + 1 : needed,
      helpers: item.helperIds ?? able,
      by: people.map((staffId) => ({
        staffId,
        lengths: sharingBuffers(
          workAt(
            onTheWay(
              offerOf(
                variant,
                overrides.find((one) => one.variant_id === variant.id && one.staff_id === staffId),
                chosen,
              ),
              item.travel,
            ),
            item.place ?? 'business',
          ),
          team.rules,
        ),
      })),
    };
  });

const onTheWay = <L extends WorkLengths>(lengths: L, travel: Partial<Travel> = {}): L => ({
  ...lengths,
  buffer_before_min: lengths.buffer_before_min + (travel.before ?? 0),
  buffer_after_min: lengths.buffer_after_min + (travel.after ?? 0),
});

/** Agreed lengths stay as they are; whoever does the variant may do it. */
const needsOfSegments = async (
  db: DaybookDb,
  segments: readonly AppointmentSegmentRow[],
  { staffIds, resources, rules }: Team,
): Promise<Need[]> => {
  const [staff, overrides] = await Promise.all([
    db.rows('staff').toArray(),
    db.rows('staff_service_overrides').toArray(),
  ]);
  return visitItems(segments).map(([segment, ...helping]) => {
    const people = segment.variant_id ? staffFor(segment.variant_id, staff, overrides) : staffIds;
    const all = people.includes(segment.staff_id) ? people : [segment.staff_id, ...people];
    return {
      by: all.map((staffId) => ({ staffId, lengths: sharingBuffers(segment, rules) })),
      people: 1 + helping.length,
      helpers: [...all, ...helping.map(({ staff_id }) => staff_id)],
      resources: activeNeeds(segment, resources),
    };
  });
};
