import { isClass } from '#domain/appointments/seats.ts';
import { isActive } from '#domain/appointments/status.ts';
import { clientName } from '#domain/clients/name.ts';
import type {
  AppointmentRow,
  BlockOffReasonRow,
  DateExceptionRow,
  Day,
  Instant,
  StaffRow,
  TimeOffRow,
  Uuid,
} from '#domain/rows.ts';
import { instantAtWall } from '#domain/time/clock-text.ts';
import { addMinutes } from '#domain/time/epoch.ts';
import type { DaybookDb } from '../open.ts';

/** An appointment with its buffers is never longer: how far back one can begin that still lasts. */
const LONGEST_APPOINTMENT_MIN = 2 * 1440;

/** An appointment of somebody who would not be there. */
export type AwayClash = { appointment: AppointmentRow; who: string };

/** What is still to be kept of a person's appointments in [from, to), in order. */
export const appointmentsDuring = async (
  db: DaybookDb,
  staffId: Uuid,
  from: Instant,
  to: Instant,
): Promise<AwayClash[]> => {
  const segments = await db
    .rows('appointment_segments')
    .where('starts_at')
    .between(addMinutes(from, -LONGEST_APPOINTMENT_MIN), to, true, false)
    .toArray();
  const ids = segments.flatMap((segment) =>
    segment.staff_id === staffId && segment.ends_at > from ? [segment.appointment_id] : [],
  );
  const appointments = (await db.rows('appointments').bulkGet([...new Set(ids)])).filter(
    (row) => row !== undefined,
  );
  const clients = await db
    .rows('clients')
    .bulkGet(appointments.flatMap(({ client_id }) => client_id ?? []));
  const nameById = new Map(clients.flatMap((row) => (row ? [[row.id, clientName(row)]] : [])));
  return appointments
    .filter(({ status }) => isActive(status))
    .toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1))
    .map((appointment) => ({
      appointment,
      who: appointment.client_id
        ? (nameById.get(appointment.client_id) ?? 'Client')
        : isClass(appointment)
          ? (segments.find((one) => one.appointment_id === appointment.id)?.service_name ?? 'Class')
          : 'Walk-in',
    }));
};

export type AwayView = {
  timeOff: TimeOffRow;
  staff: StaffRow;
  reason: BlockOffReasonRow | null;
  /** What it would leave undone; empty when it was declined or cancelled. */
  clashes: AwayClash[];
};

export type Absences = {
  /** Not over, in order. */
  timeOff: AwayView[];
  /** Single days with other hours from today on, in order. `staff_id` null = everybody. */
  exceptions: DateExceptionRow[];
  /** What may be chosen for a new one, in order. */
  reasons: BlockOffReasonRow[];
};

/** Who is away when from a day on, as far as this device knows, and what is in the way of it. */
export const absencesFrom = async (
  db: DaybookDb,
  today: Day,
  timeZone: string,
): Promise<Absences> => {
  const [rows, staff, reasons, exceptions] = await Promise.all([
    db.rows('time_off').toArray(),
    db.rows('staff').toArray(),
    db.rows('block_off_reasons').toArray(),
    db.rows('date_exceptions').toArray(),
  ]);
  const begin = instantAtWall(timeZone, today, 0);
  const staffById = new Map(staff.map((one) => [one.id, one]));
  const reasonById = new Map(reasons.map((one) => [one.id, one]));
  const coming = rows
    .filter(({ ends_at }) => ends_at > begin)
    .toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1));
  const views: AwayView[] = [];
  for (const timeOff of coming) {
    const person = staffById.get(timeOff.staff_id);
    if (!person) continue;
    const matters = timeOff.status === 'requested' || timeOff.status === 'approved';
    views.push({
      timeOff,
      staff: person,
      reason: reasonById.get(timeOff.reason_id ?? '') ?? null,
      clashes: matters
        ? await appointmentsDuring(db, timeOff.staff_id, timeOff.starts_at, timeOff.ends_at)
        : [],
    });
  }
  return {
    timeOff: views,
    exceptions: exceptions
      .filter(({ on_day }) => on_day >= today)
      .toSorted((a, b) => (a.on_day < b.on_day ? -1 : 1)),
    reasons: reasons
      .filter(({ active }) => active)
      .toSorted((a, b) => (a.sort_key < b.sort_key ? -1 : 1)),
  };
};

/** Who has asked for time off that is not over and waits for an answer: names, each once. */
export const waitingForTimeOff = async (db: DaybookDb): Promise<string[]> => {
  const [rows, staff] = await Promise.all([
    db.rows('time_off').toArray(),
    db.rows('staff').toArray(),
  ]);
  const now = db.now();
  const asking = new Set(
    rows.flatMap(({ status, ends_at, staff_id }) =>
      status === 'requested' && ends_at > now ? [staff_id] : [],
    ),
  );
  return staff.filter(({ id }) => asking.has(id)).map(({ display_name }) => display_name);
};
