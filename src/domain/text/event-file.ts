import { calendarFile } from '#domain/appointments/calendar-file.ts';
import { ICAL_DOMAIN } from '#domain/product.ts';
import type { Instant } from '#domain/rows.ts';
import { slugify } from './slug.ts';

/** Something to put into a calendar that has no record behind it. */
export type EventToExport = {
  startTime: Instant;
  endTime: Instant;
  title: string;
  description?: string;
  location?: string;
};

/** What a download takes. */
export type ExportedFile = { fileName: string; content: string; type: string };

/**
 * The calendar file of such an event. Its id is made from the current time and the product's
 * domain, with a random part, because two may be made in one millisecond. Appointments have an id
 * of their own that never changes: see calendar-file.ts. Load it lazily, the generator is large.
 */
export const eventFile = (
  event: EventToExport,
  { nowMs, random }: { nowMs: number; random: string },
): ExportedFile => ({
  fileName: `${slugify(event.title) || 'event'}.ics`,
  content: calendarFile(
    {
      uid: `${nowMs}-${random}@${ICAL_DOMAIN}`,
      sequence: 0,
      startsAt: event.startTime,
      endsAt: event.endTime,
      status: 'confirmed',
      title: event.title,
      description: event.description ?? '',
      location: event.location ?? null,
      url: null,
    },
    new Date(nowMs),
  ),
  type: 'text/calendar; charset=utf-8',
});
