import { segmentEnd } from './appointments/busy.ts';
import type { appointmentSpan } from './appointments/busy.ts';
import { NEW_APPOINTMENT } from './appointments/schema.ts';
import type {
  AppointmentRow,
  AppointmentSegmentRow,
  BusinessRow,
  SyncedRow,
  Uuid,
} from './rows.ts';

/** A row without what the server gives it. */
export type Fields<Row> = Omit<Row, keyof SyncedRow>;

/** Tests only: a salon in New York. */
export const SAMPLE_BUSINESS: Fields<BusinessRow> = {
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
  retention_years: null,
  retention_since: null,
};

/** Tests only: a haircut of 45 minutes, first in its appointment. */
export const SAMPLE_SEGMENT: Omit<
  Fields<AppointmentSegmentRow>,
  'appointment_id' | 'staff_id' | 'starts_at' | 'ends_at'
> = {
  position: 0,
  variant_id: 'cut',
  service_name: 'Haircut',
  add_on_ids: [],
  any_staff: false,
  duration_min: 45,
  processing_min: 0,
  finishing_min: 0,
  buffer_before_min: 0,
  buffer_after_min: 0,
  travel_before_min: 0,
  travel_after_min: 0,
  processing_bookable: true,
  price_kind: 'fixed',
  price_cents: 6000,
};

/** Tests only: a segment by somebody from a moment on; its end follows from its parts. */
export const sampleSegment = (
  from: Pick<AppointmentSegmentRow, 'appointment_id' | 'staff_id' | 'starts_at'> &
    Partial<AppointmentSegmentRow>,
): Fields<AppointmentSegmentRow> => {
  const segment = { ...SAMPLE_SEGMENT, ...from };
  return { ...segment, ends_at: segmentEnd(segment) };
};

/** Tests only: an appointment booked by the staff of the sample business around its segments. */
export const sampleAppointment = (
  id: Uuid,
  span: ReturnType<typeof appointmentSpan>,
): Fields<AppointmentRow> => ({
  ...NEW_APPOINTMENT,
  client_id: null,
  source: 'staff',
  location_type: 'business',
  address: null,
  time_zone: SAMPLE_BUSINESS.time_zone,
  ...span,
  status: 'booked',
  client_note: null,
  staff_note: null,
  ical_uid: `${id}@daybook.app`,
});
