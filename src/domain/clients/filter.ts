import type { ClientRow, Day, Instant } from '#domain/rows.ts';
import type { ClientEntry } from './search.ts';

/** Who is wanted; every part that is set must fit. */
export type ClientFilter = {
  /** One of these tags is enough. */
  tags: string[];
  lastVisitBefore: Day | null;
  lastVisitAfter: Day | null;
  /** `once` = one visit and none ahead; `never` = nothing yet and nothing ahead. */
  visits: 'any' | 'once' | 'never';
  upcoming: 'any' | 'yes' | 'no';
  /** 1 = January. */
  birthdayMonth: number | null;
  /** Neither phone nor e-mail. */
  noContact: boolean;
  onlineBooking: ClientRow['online_booking'] | null;
};

export const NO_FILTER: ClientFilter = {
  tags: [],
  lastVisitBefore: null,
  lastVisitAfter: null,
  visits: 'any',
  upcoming: 'any',
  birthdayMonth: null,
  noContact: false,
  onlineBooking: null,
};

/** What is known of a client's visits. */
export type VisitFacts = { completed: number; last: Instant | null; hasUpcoming: boolean };

export const NO_VISITS: VisitFacts = { completed: 0, last: null, hasUpcoming: false };

/** Whether the calendar has to be asked. */
export const asksVisits = (filter: ClientFilter): boolean =>
  filter.lastVisitBefore !== null ||
  filter.lastVisitAfter !== null ||
  filter.visits !== 'any' ||
  filter.upcoming !== 'any';

/** How many parts of a filter are set: the number on its button. */
export const filterParts = (filter: ClientFilter): number =>
  [
    filter.tags.length > 0,
    filter.lastVisitBefore !== null,
    filter.lastVisitAfter !== null,
    filter.visits !== 'any',
    filter.upcoming !== 'any',
    filter.birthdayMonth !== null,
    filter.noContact,
    filter.onlineBooking !== null,
  ].filter(Boolean).length;

/** `lastVisit…` are days as the business sees them, given as the instants at which they begin. */
export type FilterEdges = { before: Instant | null; after: Instant | null };

export const fitsFilter = (
  entry: ClientEntry,
  visits: VisitFacts,
  filter: ClientFilter,
  { before, after }: FilterEdges,
): boolean => {
  if (filter.tags.length > 0 && !filter.tags.some((tag) => entry.tags.includes(tag))) return false;
  if (filter.noContact && (entry.phone || entry.email)) return false;
  if (filter.onlineBooking !== null && entry.onlineBooking !== filter.onlineBooking) return false;
  if (filter.birthdayMonth !== null && monthOf(entry.birthday) !== filter.birthdayMonth) {
    return false;
  }
  if (before !== null && !(visits.last !== null && visits.last < before)) return false;
  if (after !== null && !(visits.last !== null && visits.last >= after)) return false;
  if (filter.upcoming !== 'any' && visits.hasUpcoming !== (filter.upcoming === 'yes')) return false;
  if (filter.visits === 'any') return true;
  return visits.completed === (filter.visits === 'once' ? 1 : 0) && !visits.hasUpcoming;
};

/** `1990-05-17` and `--05-17` are in May. */
const monthOf = (birthday: string | null): number | null =>
  birthday === null ? null : Number(birthday.slice(-5, -3));
