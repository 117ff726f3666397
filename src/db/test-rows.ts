import { appointmentSpan } from '#domain/appointments/busy.ts';
import type { SegmentInput } from '#domain/appointments/schema.ts';
import { DEFAULT_RULES } from '#domain/business/default-rules.ts';
import { NEW_CLIENT } from '#domain/clients/schema.ts';
import type { Op } from '#domain/commands/op.ts';
import type { AppError, Result } from '#domain/errors/result.ts';
import type {
  AppointmentRow,
  AppointmentSegmentRow,
  Instant,
  Rows,
  SyncedRow,
  TableName,
  Uuid,
} from '#domain/rows.ts';
import { SAMPLE_BUSINESS, sampleAppointment, sampleSegment } from '#domain/sample-rows.ts';
import type { Fields } from '#domain/sample-rows.ts';
import { EMPTY_SERVICE, EMPTY_VARIANT } from '#domain/services/schema.ts';
import { EMPTY_STAFF, defaultWeek } from '#domain/staff/schema.ts';
import { TEST_BUSINESS, TEST_USER, openMemoryDb } from './memory-db.ts';
import type { DaybookDb } from './open.ts';

/** Tests only: Tuesday, 9 March 2027, 10:00 in New York, before the change of the clocks. */
export const TEST_NOW: Instant = '2027-03-09T15:00:00+00:00';

/** Tests only: an instant by the clock of UTC, on the day of TEST_NOW unless another is named. */
export const at = (clock: string, day = '2027-03-09'): Instant => `${day}T${clock}:00+00:00`;

const BORN: SyncedRow = {
  id: '',
  business_id: TEST_BUSINESS,
  rev: 1,
  created_at: '2027-01-01T00:00:00+00:00',
  updated_at: '2027-01-01T00:00:00+00:00',
  created_by: TEST_USER,
};

/** Tests only: rows as the server would have sent them, confirmed and without outbox entries. */
export const putRows = async <T extends TableName>(
  db: DaybookDb,
  table: T,
  rows: (Omit<Rows[T], keyof SyncedRow> & { id: Uuid })[],
): Promise<void> => {
  await db.table(table).bulkPut(rows.map((row) => ({ ...BORN, ...row })));
};

/**
 * Tests only: a small salon. Ana and Ben work Monday to Saturday 9–18; `cut` takes 45 minutes,
 * `colour` 30 + 30 processing + 30 with 10 minutes afterwards; Cleo is a client.
 */
export const openSalon = async (nowMs: () => number = () => Date.parse(TEST_NOW)) => {
  const db = await openMemoryDb({ nowMs });
  await putRows(db, 'businesses', [{ ...SAMPLE_BUSINESS, id: TEST_BUSINESS }]);
  await putRows(db, 'booking_rules', [{ id: TEST_BUSINESS, ...DEFAULT_RULES }]);
  await putRows(db, 'memberships', [
    {
      id: 'm-owner',
      user_id: TEST_USER,
      email: 'owner@salon.example',
      role: 'owner',
      custom_permissions: {},
      status: 'active',
      invitation_expires_at: null,
      ownership_offered_until: null,
    },
  ]);
  await putRows(db, 'staff', [
    {
      ...EMPTY_STAFF,
      id: 'ana',
      display_name: 'Ana',
      membership_id: 'm-owner',
      rank: 0,
      status: 'active',
    },
    { ...EMPTY_STAFF, id: 'ben', display_name: 'Ben', rank: 1, status: 'active' },
  ]);
  await putRows(
    db,
    'work_patterns',
    ['ana', 'ben'].map((staff_id) => ({
      id: `hours-${staff_id}`,
      staff_id,
      valid_from: '2027-01-01',
      weeks: [defaultWeek()],
    })),
  );
  await putRows(db, 'services', [
    { ...EMPTY_SERVICE, id: 's-cut', name: 'Haircut', sort_key: 'V', status: 'active' },
    { ...EMPTY_SERVICE, id: 's-colour', name: 'Colour', sort_key: 'W', status: 'active' },
  ]);
  await putRows(db, 'service_variants', [
    {
      ...EMPTY_VARIANT,
      id: 'cut',
      service_id: 's-cut',
      duration_min: 45,
      price_cents: 6000,
      sort_key: 'V',
      status: 'active',
    },
    {
      ...EMPTY_VARIANT,
      id: 'colour',
      service_id: 's-colour',
      name: 'Long hair',
      duration_min: 30,
      processing_min: 30,
      finishing_min: 30,
      buffer_after_min: 10,
      price_cents: 12_000,
      sort_key: 'V',
      status: 'active',
    },
  ]);
  await putRows(db, 'clients', [
    {
      ...NEW_CLIENT,
      id: 'cleo',
      first_name: 'Cleo',
      last_name: 'Adams',
      email: 'cleo@mail.example',
    },
  ]);
  return db;
};

/** Tests only: what a block that does not repeat says about that. */
export const ALONE = { repeat_id: null, repeat_rule: null, repeat_detached: false } as const;

/** Tests only: a segment of appointment `a1` by somebody from a moment on. */
export const segmentOf = (
  id: Uuid,
  staffId: Uuid,
  startsAt: Instant,
  more: Partial<AppointmentSegmentRow> = {},
): Fields<AppointmentSegmentRow> & { id: Uuid } => ({
  ...sampleSegment({ appointment_id: 'a1', staff_id: staffId, starts_at: startsAt, ...more }),
  id,
});

/** Tests only: the same as a person enters it. */
export const segmentInput = (staffId: Uuid, startsAt: Instant): SegmentInput => {
  const {
    appointment_id: _appointment,
    position: _position,
    ends_at: _end,
    ...input
  } = sampleSegment({ appointment_id: '', staff_id: staffId, starts_at: startsAt });
  return input;
};

/** Tests only: what a command gave back, or a failed test that says why it gave nothing. */
export const valueOf = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
};

/** Tests only: why a command did nothing; null when it did something. */
export const errorOf = (result: Result<unknown>): AppError | null =>
  result.ok ? null : result.error;

/** Tests only: what the last command would send. */
export const lastOps = async (db: DaybookDb): Promise<Op[] | undefined> =>
  (await db.outbox.orderBy('seq').last())?.ops;

/** Tests only: an appointment with its segments, as the server would have sent it. */
export const putAppointment = async (
  db: DaybookDb,
  id: Uuid,
  segments: ReturnType<typeof segmentOf>[],
  more: Partial<AppointmentRow> = {},
): Promise<void> => {
  await putRows(db, 'appointments', [
    { ...sampleAppointment(id, appointmentSpan(segments)), client_id: 'cleo', ...more, id },
  ]);
  await putRows(
    db,
    'appointment_segments',
    segments.map((segment, position) => ({ ...segment, appointment_id: id, position })),
  );
};
