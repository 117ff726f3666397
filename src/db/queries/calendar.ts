import { groupSizes } from '#domain/appointments/group.ts';
import { isClass, soldBySession } from '#domain/appointments/seats.ts';
import type {
  AppointmentRow,
  AppointmentSegmentRow,
  BlockOffReasonRow,
  BookingRulesRow,
  BusinessRow,
  ClientRow,
  DateExceptionRow,
  Instant,
  MembershipRow,
  ResourcePoolRow,
  ResourceRow,
  ServiceRow,
  ServiceVariantRow,
  StaffRow,
  TimeBlockRow,
  TimeOffRow,
  TravelZone,
  Uuid,
  WorkPatternRow,
} from '#domain/rows.ts';
import { bySortKey } from '#domain/sort-key.ts';
import { addMinutes } from '#domain/time/epoch.ts';
import type { DaybookDb } from '../open.ts';
import { withAlerts } from './client-alerts.ts';

/** Everything that stands in the calendar between two instants. */
export type CalendarPeriod = {
  appointments: AppointmentRow[];
  segments: AppointmentSegmentRow[];
  clients: ClientRow[];
  blocks: TimeBlockRow[];
  timeOff: TimeOffRow[];
  /** Seats that are sold, by class session; sessions that nobody has asked for are not here. */
  seatsSold: Map<Uuid, number>;
  /** How many come together, by group; those who come on other days are counted. */
  groupSizes: Map<Uuid, number>;
};

/** An appointment with its buffers is never longer, so a period begins to read this much earlier. */
const LONGEST_APPOINTMENT_MIN = 2 * 1440;
/** Blocks are at most 31 days long. */
const LONGEST_BLOCK_MIN = 32 * 1440;
/** Time off may be a year of parental leave. */
const LONGEST_TIME_OFF_MIN = 400 * 1440;

/** What overlaps [from, to), cancelled appointments included: the screen decides what it draws. */
export const calendarPeriod = async (
  db: DaybookDb,
  from: Instant,
  to: Instant,
): Promise<CalendarPeriod> => {
  const overlapping = async <
    T extends 'appointments' | 'appointment_segments' | 'time_blocks' | 'time_off',
  >(
    table: T,
    longestMin: number,
  ) => {
    const rows = await db
      .rows(table)
      .where('starts_at')
      .between(addMinutes(from, -longestMin), to, true, false)
      .toArray();
    // Here and not in the query: Dexie would walk a cursor, an event for each row, instead of
    // taking them all at once.
    return (rows as { ends_at: Instant }[]).filter(({ ends_at }) => ends_at > from) as typeof rows;
  };
  const [appointments, segments, blocks, timeOff] = await Promise.all([
    overlapping('appointments', LONGEST_APPOINTMENT_MIN),
    overlapping('appointment_segments', LONGEST_APPOINTMENT_MIN),
    overlapping('time_blocks', LONGEST_BLOCK_MIN),
    overlapping('time_off', LONGEST_TIME_OFF_MIN),
  ]);
  const clientIds = new Set<Uuid>();
  for (const { client_id } of appointments) if (client_id) clientIds.add(client_id);
  const [clients, seatsSold, sizes] = await Promise.all([
    db.rows('clients').bulkGet([...clientIds]),
    soldIn(db, appointments),
    sizesOf(db, appointments),
  ]);
  return {
    appointments,
    segments,
    blocks,
    timeOff,
    seatsSold,
    groupSizes: sizes,
    clients: await withAlerts(
      db,
      clients.filter((client) => client !== undefined),
    ),
  };
};

/** Most days have no class: then nothing is read. */
const soldIn = async (
  db: DaybookDb,
  appointments: readonly AppointmentRow[],
): Promise<Map<Uuid, number>> => {
  const sessions = appointments.flatMap((one) => (isClass(one) ? one.id : []));
  if (sessions.length === 0) return new Map();
  const rows = await db.rows('attendees').where('appointment_id').anyOf(sessions).toArray();
  return soldBySession(rows);
};

/** On most days nobody comes together: then nothing is read. */
const sizesOf = async (
  db: DaybookDb,
  appointments: readonly AppointmentRow[],
): Promise<Map<Uuid, number>> => {
  const groups = new Set(appointments.flatMap(({ group_id }) => group_id ?? []));
  if (groups.size === 0) return new Map();
  return groupSizes(
    await db
      .rows('appointments')
      .where('group_id')
      .anyOf([...groups])
      .toArray(),
  );
};

/** What the calendar needs to know beside appointments; small tables, read whole. */
export type CalendarBook = {
  business: BusinessRow | undefined;
  rules: BookingRulesRow | undefined;
  /** In their order; archived people too, because their past stays in the calendar. */
  staff: StaffRow[];
  patterns: WorkPatternRow[];
  exceptions: DateExceptionRow[];
  reasons: BlockOffReasonRow[];
  services: ServiceRow[];
  variants: ServiceVariantRow[];
  /** In their order, archived ones too: past visits stand in them. */
  pools: ResourcePoolRow[];
  resources: ResourceRow[];
  /** The signed-in person's membership: what they may do. */
  membership: MembershipRow | undefined;
  /** The signed-in person's own staff record, if they have one. */
  ownStaffId: Uuid | null;
};

/** Who works by other clocks when. Rows that were stored before there was travel have none. */
export const travelOf = ({ staff }: Pick<CalendarBook, 'staff'>): Map<Uuid, TravelZone[]> =>
  new Map(staff.map(({ id, travel }) => [id, travel ?? []]));

export const calendarBook = async (db: DaybookDb): Promise<CalendarBook> => {
  const [
    business,
    rules,
    staff,
    patterns,
    exceptions,
    reasons,
    services,
    variants,
    pools,
    resources,
    memberships,
  ] = await Promise.all([
    db.rows('businesses').get(db.businessId),
    db.rows('booking_rules').get(db.businessId),
    db.rows('staff').toArray(),
    db.rows('work_patterns').toArray(),
    db.rows('date_exceptions').toArray(),
    db.rows('block_off_reasons').toArray(),
    db.rows('services').toArray(),
    db.rows('service_variants').toArray(),
    db.rows('resource_pools').toArray(),
    db.rows('resources').toArray(),
    db.rows('memberships').toArray(),
  ]);
  const membership = memberships.find(({ user_id }) => user_id === db.userId);
  const own = membership && staff.find(({ membership_id }) => membership_id === membership.id);
  return {
    business,
    rules,
    staff: staff.toSorted((a, b) => a.rank - b.rank || (a.id < b.id ? -1 : 1)),
    patterns,
    exceptions,
    reasons,
    services,
    variants,
    pools: pools.toSorted(bySortKey),
    resources: resources.toSorted(bySortKey),
    membership,
    ownStaffId: own?.id ?? null,
  };
};
