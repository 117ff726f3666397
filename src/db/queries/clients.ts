import {
  NO_FILTER,
  NO_VISITS,
  asksVisits,
  filterParts,
  fitsFilter,
} from '#domain/clients/filter.ts';
import type { ClientFilter, FilterEdges } from '#domain/clients/filter.ts';
import { searchClientEntries } from '#domain/clients/search.ts';
import type { ClientEntry, SearchMemory } from '#domain/clients/search.ts';
import type { ClientRow, Day, Instant, Uuid } from '#domain/rows.ts';
import { dayNumber } from '#domain/time/day.ts';
import { instantOfMin } from '#domain/time/epoch.ts';
import { dayStart } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { DaybookDb } from '../open.ts';
import { clientEntries } from './client-index.ts';
import { visitFacts } from './visit-facts.ts';

type SearchOptions = {
  /** Most lines wanted; without one, everybody who matches. */
  limit?: number;
  status?: ClientRow['status'];
  filter?: ClientFilter;
};

/**
 * Clients whose name, phone, e-mail or tags contain every word of the text, best first; the whole
 * list in order when the text is empty. Made for every keystroke over 20,000 clients.
 */
export const searchClients = async (
  db: DaybookDb,
  text: string,
  { limit, status = 'active', filter = NO_FILTER }: SearchOptions = {},
): Promise<ClientEntry[]> => {
  return searchClientEntries(await filteredClients(db, status, filter), text, limit, memory);
};

const memory: SearchMemory = new WeakMap();

/** Everybody of a status whom a filter finds, in order: to be searched by `searchAmong` at each key. */
export const listClients = (
  db: DaybookDb,
  status: ClientRow['status'],
  filter: ClientFilter = NO_FILTER,
): Promise<readonly ClientEntry[]> => filteredClients(db, status, filter);

/** As `searchClients`, among clients that are at hand: the answer is there before the next frame. */
export const searchAmong = (
  clients: readonly ClientEntry[],
  text: string,
): readonly ClientEntry[] =>
  text.trim() === '' ? clients : searchClientEntries(clients, text, undefined, memory);

/** How many clients each filter finds. */
export const countFiltered = async (
  db: DaybookDb,
  filters: readonly ClientFilter[],
): Promise<number[]> => {
  const counts: number[] = [];
  for (const filter of filters) counts.push((await filteredClients(db, 'active', filter)).length);
  return counts;
};

const filteredClients = async (
  db: DaybookDb,
  status: ClientRow['status'],
  filter: ClientFilter,
): Promise<readonly ClientEntry[]> => {
  const ofStatus = entriesOf(await clientEntries(db), status);
  if (filterParts(filter) === 0) return ofStatus;
  const facts = asksVisits(filter) ? await visitFacts(db) : null;
  const edges = await edgesOf(db, filter);
  return ofStatus.filter((entry) =>
    fitsFilter(entry, facts?.get(entry.id) ?? NO_VISITS, filter, edges),
  );
};

/** The same list for the same clients: to look at each of 20,000 takes as long as to search them. */
const entriesOf = (
  entries: readonly ClientEntry[],
  status: ClientRow['status'],
): readonly ClientEntry[] => {
  const known = lists.get(entries) ?? new Map<ClientRow['status'], readonly ClientEntry[]>();
  lists.set(entries, known);
  const list = known.get(status) ?? entries.filter((entry) => entry.status === status);
  known.set(status, list);
  return list;
};

const lists = new WeakMap<
  readonly ClientEntry[],
  Map<ClientRow['status'], readonly ClientEntry[]>
>();

/** The days of a filter begin when they do for the business. */
const edgesOf = async (db: DaybookDb, filter: ClientFilter): Promise<FilterEdges> => {
  const { lastVisitBefore, lastVisitAfter } = filter;
  if (lastVisitBefore === null && lastVisitAfter === null) return { before: null, after: null };
  const business = await db.rows('businesses').get(db.businessId);
  const zone = zoneOf(business?.time_zone ?? 'UTC');
  const start = (day: Day | null): Instant | null =>
    day === null ? null : instantOfMin(dayStart(zone, dayNumber(day)));
  return { before: start(lastVisitBefore), after: start(lastVisitAfter) };
};

/** Every tag in use with how many active clients have it, most used first. */
export const clientTags = async (db: DaybookDb): Promise<{ tag: string; count: number }[]> => {
  const counts = new Map<string, number>();
  for (const { tags, status } of await clientEntries(db)) {
    if (status === 'active') for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts]
    .map(([tag, count]) => ({ tag, count }))
    .toSorted((a, b) => b.count - a.count || (a.tag < b.tag ? -1 : 1));
};

/** Other clients with the same e-mail or one of the same phones: a warning, never a refusal. */
export const possibleDuplicates = async (
  db: DaybookDb,
  person: {
    id?: Uuid;
    email?: string | null;
    phone?: string | null;
    alt_phone?: string | null | undefined;
  },
): Promise<ClientRow[]> => {
  const numbers = [person.phone, person.alt_phone].flatMap((number) => number || []);
  const [byEmail, byPhone, bySecond] = await Promise.all([
    person.email ? db.rows('clients').where('email').equals(person.email).toArray() : [],
    db.rows('clients').where('phone').anyOf(numbers).toArray(),
    db.rows('clients').where('alt_phone').anyOf(numbers).toArray(),
  ]);
  const found = new Map([...byEmail, ...byPhone, ...bySecond].map((client) => [client.id, client]));
  return [...found.values()].filter(
    (client) => client.id !== person.id && client.status === 'active',
  );
};
