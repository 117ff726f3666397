import { ROLE_NAMES } from '#domain/permissions/role-names.ts';
import type { Day, MembershipRow, StaffRow, TravelZone } from '#domain/rows.ts';
import { workSpans } from '#domain/staff/week.ts';
import type { Week } from '#domain/staff/week.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { DATE_SHORT } from '#domain/time/format.ts';
import { zoneCity } from '#ui/zone-names.ts';

/** `Monday`, or `Mon`, in the language of the business; 0 = Monday. */
export const weekdayName = (
  weekday: number,
  locale: string,
  length: 'long' | 'short' = 'long',
): string =>
  // The first of January 2024 was a Monday.
  new Intl.DateTimeFormat(locale, { weekday: length, timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, 1 + weekday),
  );

/** `Mon – Fri 9:00 AM – 6:00 PM`, one line for each kind of day. */
export const weekLines = (
  week: Week,
  weekStart: number,
  locale: string,
  formats: Pick<BusinessFormats, 'minute'>,
): string[] =>
  workSpans(week, weekStart).map(({ from, to, ranges }) => {
    const first = weekdayName(from, locale, 'short');
    const days = from === to ? first : `${first} – ${weekdayName(to, locale, 'short')}`;
    const times = ranges.map(([a, b]) => `${formats.minute(a)} – ${formats.minute(b)}`);
    return `${days} ${times.join(', ')}`;
  });

/** What somebody's account allows; people without one are on the calendar only. */
export const accountText = (membership: MembershipRow | null): string => {
  if (!membership || membership.status === 'removed') return 'No account';
  if (membership.status === 'invited') return `${ROLE_NAMES[membership.role]}, invited`;
  if (membership.status === 'suspended') return `${ROLE_NAMES[membership.role]}, suspended`;
  return ROLE_NAMES[membership.role];
};

/** `Until Dec 31, 2027`; null while nothing is to be known. */
export const employmentText = (
  { employed_from: from, employed_until: until }: Partial<StaffRow>,
  today: Day,
  { date }: Pick<BusinessFormats, 'date'>,
): string | null => {
  if (until && until < today) return `Left on ${date(until)}`;
  const parts = [from && from > today && `from ${date(from)}`, until && `until ${date(until)}`];
  const text = parts.filter(Boolean).join(' ');
  return text ? text.charAt(0).toUpperCase() + text.slice(1) : null;
};

/** The trips that are not over. Rows that were stored before there was travel have none. */
export const tripsAhead = (staff: Pick<StaffRow, 'travel'>, today: Day): TravelZone[] =>
  (staff.travel ?? []).filter(({ to_day }) => to_day >= today);

/** `Dec 3 – Dec 17 by the clocks of Lisbon` */
export const tripText = (
  { time_zone, from_day, to_day }: TravelZone,
  { date }: Pick<BusinessFormats, 'date'>,
): string => {
  const days = from_day === to_day ? [from_day] : [from_day, to_day];
  const span = days.map((day) => date(day, DATE_SHORT)).join(' – ');
  return `${span} by the clocks of ${zoneCity(time_zone)}`;
};
