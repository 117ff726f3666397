import type { DateExceptionRow, Day, Uuid, WorkPatternRow } from '#domain/rows.ts';
import {
  workingDays,
  workingHoursOn,
  type WorkingDays,
} from '#domain/availability/working-time.ts';
import type { Range } from './columns.ts';

/** Who works when, by person and day; each person's patterns are sorted out once. */
export function workHours(
  patterns: readonly WorkPatternRow[],
  exceptions: readonly DateExceptionRow[],
): (staffId: Uuid, day: Day) => Range[] {
  const known = new Map<Uuid, WorkingDays>();
  return (staffId, day) => {
    let works = known.get(staffId);
    if (!works) known.set(staffId, (works = workingDays(staffId, patterns, exceptions)));
    return workingHoursOn(works, day).map(([start, end]) => ({ start, end }));
  };
}

/** `9 AM – 5 PM`, breaks left out, or that nobody works. */
export function hoursText(work: readonly Range[], minute: (minuteOfDay: number) => string): string {
  if (work.length === 0) return 'Not working';
  const start = Math.min(...work.map((range) => range.start));
  const end = Math.max(...work.map((range) => range.end));
  return `${minute(start)} – ${minute(end)}`;
}
