import type { DateExceptionRow, TimeOffRow } from '#domain/rows.ts';
import type { ChipTone } from '#ui/chip.tsx';
import { wallAt } from '#domain/time/clock-text.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { addDays } from '#domain/time/day.ts';
import { DATE_WEEKDAY_SHORT } from '#domain/time/format.ts';

/** `Mon, Mar 15 – Fri, Mar 19`, or with the times when it is not about whole days. */
export const spanText = (
  { starts_at, ends_at }: Pick<TimeOffRow, 'starts_at' | 'ends_at'>,
  timeZone: string,
  formats: BusinessFormats,
): string => {
  const [from, to] = [wallAt(timeZone, starts_at), wallAt(timeZone, ends_at)];
  const dayText = (day: string): string => formats.date(day, DATE_WEEKDAY_SHORT);
  if (from.minute === 0 && to.minute === 0) {
    const last = addDays(to.day, -1);
    return from.day === last ? dayText(from.day) : `${dayText(from.day)} – ${dayText(last)}`;
  }
  if (from.day === to.day) {
    return `${dayText(from.day)}, ${formats.timeRange(starts_at, ends_at)}`;
  }
  return `${formats.dateTime(starts_at)} – ${formats.dateTime(ends_at)}`;
};

export const STATUS_WORDS: Record<TimeOffRow['status'], { word: string; tone: ChipTone }> = {
  requested: { word: 'Waits for an answer', tone: 'warning' },
  approved: { word: 'Approved', tone: 'success' },
  declined: { word: 'Declined', tone: 'danger' },
  cancelled: { word: 'Cancelled', tone: 'neutral' },
};

/** `Closed`, or the hours of a single day. */
export const exceptionText = (
  { kind, ranges }: Pick<DateExceptionRow, 'kind' | 'ranges'>,
  formats: Pick<BusinessFormats, 'minute'>,
): string =>
  kind === 'closed' || ranges.length === 0
    ? 'Does not work'
    : ranges.map(([a, b]) => `${formats.minute(a)} – ${formats.minute(b)}`).join(', ');

/** The next absence that holds or is asked for, and how many follow. */
export const awayText = (
  timeOff: readonly Pick<TimeOffRow, 'starts_at' | 'ends_at' | 'status'>[],
  timeZone: string,
  formats: BusinessFormats,
): string => {
  const open = timeOff.filter(({ status }) => status === 'approved' || status === 'requested');
  const [first] = open;
  if (!first) return 'No time off planned';
  const more = open.length > 1 ? `, and ${open.length - 1} more` : '';
  const asked = first.status === 'requested' ? ' (asked for)' : '';
  return `Away ${spanText(first, timeZone, formats)}${asked}${more}`;
};

export const clashText = (count: number): string =>
  count === 1 ? 'One appointment is in this time' : `${count} appointments are in this time`;
