import type { DaybookDb } from '#db/open.ts';
import { appointmentDetail, type AppointmentDetail } from '#db/queries/appointments.ts';
import { calendarEvent } from '#domain/appointments/calendar-event.ts';
import type { CalendarEvent } from '#domain/appointments/calendar-file.ts';
import type { AppointmentRow, BusinessRow } from '#domain/rows.ts';
import { wallAt } from '#domain/time/clock-text.ts';
import { download } from '#platform/download.ts';
import { loadOrTell } from '#ui/load-or-tell.ts';
import { visitName } from './visit-name.ts';

/** Hands over the appointment as a calendar file; the writer of such files comes only now. */
export async function saveCalendarFile(
  detail: AppointmentDetail,
  business: BusinessRow,
  madeAt: Date,
): Promise<void> {
  const calendarFile = await loadOrTell(
    async () => (await import('#domain/appointments/calendar-file.ts')).calendarFile,
  );
  if (!calendarFile) return;
  const { appointment } = detail;
  const event = eventOf(appointment, detail, business);
  download(fileName(detail, appointment), calendarFile(event, madeAt), 'text/calendar');
}

/** All dates of a series in one file, the given-up ones as cancelled, so that calendars drop them. */
export async function saveSeriesFile(
  db: DaybookDb,
  members: readonly AppointmentRow[],
  detail: AppointmentDetail,
  business: BusinessRow,
): Promise<void> {
  const calendarFileOf = await loadOrTell(
    async () => (await import('#domain/appointments/calendar-file.ts')).calendarFileOf,
  );
  if (!calendarFileOf) return;
  const details = await Promise.all(members.map(({ id }) => appointmentDetail(db, id)));
  const events = details.flatMap((one) => (one ? eventOf(one.appointment, one, business) : []));
  const [first] = members;
  if (!first) return;
  download(fileName(detail, first), calendarFileOf(events, new Date(db.nowMs())), 'text/calendar');
}

const fileName = (detail: AppointmentDetail, { starts_at, time_zone }: AppointmentRow): string =>
  `${visitName(detail)} ${wallAt(time_zone, starts_at).day}.ics`;

const eventOf = (
  appointment: AppointmentRow,
  detail: AppointmentDetail,
  business: BusinessRow,
): CalendarEvent =>
  calendarEvent(appointment, {
    clientName: visitName(detail),
    work: detail.segments.map(({ segment, staff }) => ({
      service: segment.service_name,
      staff: staff?.display_name ?? 'Somebody',
    })),
    businessAddress: business.address,
  });
