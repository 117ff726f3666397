import { appointmentSpan, segmentEnd } from '#domain/appointments/busy.ts';
import { DEFAULT_RULES } from '#domain/business/schema.ts';
import { EMPTY_CLIENT } from '#domain/clients/schema.ts';
import type {
  AppointmentRow,
  AppointmentSegmentRow,
  Instant,
  Rows,
  SyncedRow,
  TableName,
  Uuid,
} from '#domain/rows.ts';
import { EMPTY_SERVICE, EMPTY_VARIANT } from '#domain/services/schema.ts';
import { EMPTY_STAFF, defaultWeek } from '#domain/staff/schema.ts';
import { TEST_BUSINESS, TEST_USER, openMemoryDb } from './memory-db.ts';
import type { DaybookDb } from './open.ts';

/** Tests only: Tuesday, 9 March 2027, 10:00 in New York, before the change of the clocks. */
export const TEST_NOW: Instant = '2027-03-09T15:00:00+00:00';

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
  await putRows(db, 'businesses', [
    {
      id: TEST_BUSINESS,
      name: 'Test Salon',
      slug: 'test-salon',
      logo_path: null,
      brand_colour: '#0f766e',
      email: null,
      phone: null,
      address: null,
      country_code: 'US',
      currency: 'USD',
      time_zone: 'America/New_York',
      locale: 'en-US',
      week_start: 1,
      time_format: 'h12',
      onboarding_state: 'done',
      booking_enabled: true,
      paused_message: null,
      privacy_text: null,
    },
  ]);
  await putRows(db, 'booking_rules', [{ id: TEST_BUSINESS, ...DEFAULT_RULES }]);
  await putRows(db, 'memberships', [
    {
      id: 'm-owner',
      user_id: TEST_USER,
      email: 'owner@salon.example',
      role: 'owner',
      custom_permissions: {},
      status: 'active',
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
      ...EMPTY_CLIENT,
      id: 'cleo',
      first_name: 'Cleo',
      last_name: 'Adams',
      email: 'cleo@mail.example',
      merged_into: null,
      status: 'active',
    },
  ]);
  return db;
};

/** Tests only: a segment by somebody from a moment on. */
export const segmentOf = (
  id: Uuid,
  staffId: Uuid,
  startsAt: Instant,
  more: Partial<AppointmentSegmentRow> = {},
): Omit<AppointmentSegmentRow, keyof SyncedRow> & { id: Uuid } => {
  const segment = {
    id,
    appointment_id: 'a1',
    position: 0,
    variant_id: 'cut',
    service_name: 'Haircut',
    add_on_ids: [],
    staff_id: staffId,
    any_staff: false,
    starts_at: startsAt,
    duration_min: 45,
    processing_min: 0,
    finishing_min: 0,
    buffer_before_min: 0,
    buffer_after_min: 0,
    processing_bookable: true,
    price_kind: 'fixed' as const,
    price_cents: 6000,
    ...more,
  };
  return { ...segment, ends_at: segmentEnd(segment) };
};

/** Tests only: an appointment with its segments, as the server would have sent it. */
export const putAppointment = async (
  db: DaybookDb,
  id: Uuid,
  segments: ReturnType<typeof segmentOf>[],
  more: Partial<AppointmentRow> = {},
): Promise<void> => {
  await putRows(db, 'appointments', [
    {
      client_id: 'cleo',
      source: 'staff',
      location_type: 'business',
      address: null,
      time_zone: 'America/New_York',
      ...appointmentSpan(segments),
      status: 'booked',
      confirmation: 'none',
      client_note: null,
      staff_note: null,
      policy_version: null,
      reschedule_count: 0,
      cancel_by: null,
      cancel_reason: null,
      cancelled_at: null,
      cancel_late: false,
      ical_uid: `${id}@daybook.app`,
      ical_sequence: 0,
      arrived_at: null,
      started_at: null,
      finished_at: null,
      conflict: false,
      overlap_accepted: false,
      series_id: null,
      series_index: null,
      series_detached: false,
      ...more,
      id,
    },
  ]);
  await putRows(
    db,
    'appointment_segments',
    segments.map((segment, position) => ({ ...segment, appointment_id: id, position })),
  );
};
