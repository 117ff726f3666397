import type { CalendarBook } from '#db/queries/calendar.ts';
import type { Day, Uuid } from '#domain/rows.ts';
import { zoneOf } from '#domain/time/zone.ts';
import {
  workingDays,
  workingHoursOn,
  type WorkingDays,
} from '#domain/availability/working-time.ts';
import type { Range } from './columns.ts';

/** Who works when, by person and day; each person's patterns are sorted out once. */
export function workHours({
  business,
  staff,
  patterns,
  exceptions,
}: Pick<CalendarBook, 'business' | 'staff' | 'patterns' | 'exceptions'>): (
  staffId: Uuid,
  day: Day,
) => Range[] {
  const zone = zoneOf(business?.time_zone ?? 'UTC');
  const people = new Map(staff.map((one) => [one.id, one]));
  const known = new Map<Uuid, WorkingDays>();
  return (staffId, day) => {
    let works = known.get(staffId);
    const person = people.get(staffId);
    if (!works) known.set(staffId, (works = workingDays(staffId, patterns, exceptions, person)));
    return workingHoursOn(works, day, zone, person?.travel).map(([start, end]) => ({
      start,
      end,
    }));
  };
}

/** `9 AM – 5 PM`, breaks left out, or that nobody works. */
export function hoursText(work: readonly Range[], minute: (minuteOfDay: number) => string): string {
  if (work.length === 0) return 'Not working';
  const start = Math.min(...work.map((range) => range.start));
  const end = Math.max(...work.map((range) => range.end));
  return `${minute(start)} – ${minute(end)}`;
}
