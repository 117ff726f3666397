import { workingDays } from '#domain/availability/working-time.ts';
import type {
  DateExceptionRow,
  Day,
  MembershipRow,
  MinuteRange,
  StaffRow,
  StaffServiceOverrideRow,
  TimeOffRow,
  Uuid,
  WorkPatternRow,
} from '#domain/rows.ts';
import { dayNumber } from '#domain/time/day.ts';
import type { DaybookDb } from '../open.ts';

export type StaffView = {
  staff: StaffRow;
  /** Their account; null for somebody who does not sign in. */
  membership: MembershipRow | null;
  /** The pattern in force on the day asked for. */
  pattern: WorkPatternRow | null;
  /** The one that takes its place later, if any. */
  next: WorkPatternRow | null;
  /** Hours on that day, exceptions included. */
  hours: readonly MinuteRange[];
};

/** The team in column order, with their hours on a day. Archived people come last, if asked for. */
export const staffList = async (
  db: DaybookDb,
  onDay: Day,
  { archived = false }: { archived?: boolean } = {},
): Promise<StaffView[]> => {
  const [staff, memberships, patterns, exceptions] = await Promise.all([
    db.rows('staff').toArray(),
    db.rows('memberships').toArray(),
    db.rows('work_patterns').toArray(),
    db.rows('date_exceptions').toArray(),
  ]);
  const membershipById = new Map(memberships.map((membership) => [membership.id, membership]));
  return staff
    .filter(({ status }) => archived || status === 'active')
    .toSorted(
      (a, b) =>
        Number(a.status === 'archived') - Number(b.status === 'archived') ||
        a.rank - b.rank ||
        (a.id < b.id ? -1 : 1),
    )
    .map((one) => ({
      staff: one,
      membership: membershipById.get(one.membership_id ?? '') ?? null,
      pattern: patternOn(patterns, one.id, onDay),
      next: patternAfter(patterns, one.id, onDay),
      hours: workingDays(one.id, patterns, exceptions, one)(dayNumber(onDay)),
    }));
};

export type StaffDetail = StaffView & {
  /** All patterns, newest first. */
  patterns: WorkPatternRow[];
  /** Theirs and those of the whole business from the day on, in order. */
  exceptions: DateExceptionRow[];
  /** Not over on the day, in order. */
  timeOff: TimeOffRow[];
  overrides: StaffServiceOverrideRow[];
};

export const staffDetail = async (
  db: DaybookDb,
  id: Uuid,
  onDay: Day,
): Promise<StaffDetail | undefined> => {
  const [staff, memberships, patterns, exceptions, timeOff, overrides] = await Promise.all([
    db.rows('staff').get(id),
    db.rows('memberships').toArray(),
    db.rows('work_patterns').toArray(),
    db.rows('date_exceptions').toArray(),
    db.rows('time_off').toArray(),
    db.rows('staff_service_overrides').toArray(),
  ]);
  if (!staff) return undefined;
  return {
    staff,
    membership: memberships.find((one) => one.id === staff.membership_id) ?? null,
    pattern: patternOn(patterns, id, onDay),
    next: patternAfter(patterns, id, onDay),
    hours: workingDays(id, patterns, exceptions, staff)(dayNumber(onDay)),
    patterns: patterns
      .filter(({ staff_id }) => staff_id === id)
      .toSorted((a, b) => (a.valid_from < b.valid_from ? 1 : -1)),
    exceptions: exceptions
      .filter(({ staff_id, on_day }) => (staff_id === null || staff_id === id) && on_day >= onDay)
      .toSorted((a, b) => (a.on_day < b.on_day ? -1 : 1)),
    timeOff: timeOff
      .filter(({ staff_id, ends_at }) => staff_id === id && ends_at >= onDay)
      .toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1)),
    overrides: overrides.filter(({ staff_id }) => staff_id === id),
  };
};

const patternOn = (
  patterns: readonly WorkPatternRow[],
  staffId: Uuid,
  onDay: Day,
): WorkPatternRow | null =>
  patterns
    .filter(({ staff_id, valid_from }) => staff_id === staffId && valid_from <= onDay)
    .toReversed()
    .toSorted(
      (a, b) => Number(a.valid_from < b.valid_from) - Number(a.valid_from > b.valid_from),
    )[0] ?? null;

const patternAfter = (
  patterns: readonly WorkPatternRow[],
  staffId: Uuid,
  onDay: Day,
): WorkPatternRow | null =>
  patterns
    .filter(({ staff_id, valid_from }) => staff_id === staffId && valid_from > onDay)
    .toSorted((a, b) => (a.valid_from < b.valid_from ? -1 : 1))[0] ?? null;

/** Names of the active team by id, in column order. */
export const staffNames = async (db: DaybookDb): Promise<ReadonlyMap<Uuid, string>> => {
  const staff = await db.rows('staff').toArray();
  return new Map(
    staff
      .filter(({ status }) => status === 'active')
      .toSorted((a, b) => a.rank - b.rank || (a.id < b.id ? -1 : 1))
      .map(({ id, display_name }) => [id, display_name]),
  );
};
