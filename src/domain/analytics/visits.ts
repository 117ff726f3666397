import type { Day } from '#domain/rows.ts';
import { addMonths, dayNumber, dayOf, monthStart } from '#domain/time/day.ts';
import { MINUTES_PER_DAY } from '#domain/time/epoch.ts';
import type { EpochMin } from '#domain/time/epoch.ts';
import { dayNumberAt, dayStart } from '#domain/time/wall.ts';
import type { Zone } from '#domain/time/zone.ts';
import { within } from './facts.ts';
import type { Book } from './facts.ts';
import type { Parts } from './period.ts';

/** Visits by when they begin. Requests that were not answered with yes are not among them. */
export type VisitFigures = {
  booked: number;
  /** Begun, neither cancelled nor missed. */
  kept: number;
  /** Still to come. */
  coming: number;
  cancelled: number;
  /** Of the cancelled ones. */
  late: number;
  byClient: number;
  noShows: number;
  online: number;
  /** Agreed prices, in cents. */
  keptCents: number;
  lostCents: number;
  /** Kept ones, part of the period by part. */
  parts: number[];
  /** Clients with a kept visit, each counted once. */
  clients: number;
  /** Their first visit ever is in the period. */
  newClients: number;
  /** Have another visit, not cancelled or missed, after their last kept one of the period. */
  rebooked: number;
  /** Kept visits of nobody who is known. */
  walkIns: number;
  /** Of those who came in the period before, how many came in this one; null = nobody came then. */
  stayed: number | null;
  before: number;
  rows: number;
  waiting: number;
};

export const visitFigures = (
  book: Book,
  { edges }: Parts,
  before: Parts | null,
  now: EpochMin,
): VisitFigures => {
  const figures: VisitFigures = {
    booked: 0,
    kept: 0,
    coming: 0,
    cancelled: 0,
    late: 0,
    byClient: 0,
    noShows: 0,
    online: 0,
    keptCents: 0,
    lostCents: 0,
    parts: edges.slice(1).map(() => 0),
    clients: 0,
    newClients: 0,
    rebooked: 0,
    walkIns: 0,
    stayed: null,
    before: 0,
    rows: 0,
    waiting: 0,
  };
  const [from, to] = [edges[0]!, edges.at(-1)!];
  /** The last kept visit by client, in epoch minutes; 0 = none. */
  const seen = new Int32Array(book.names.length);
  let part = 0;
  for (const visit of within(book.visits, from, to)) {
    while (visit.at >= edges[part + 1]!) part += 1;
    figures.booked += 1;
    figures.rows += 1;
    if (visit.waiting) figures.waiting += 1;
    if (visit.isOnline) figures.online += 1;
    if (visit.state === 'cancelled') {
      figures.cancelled += 1;
      if (visit.isLate) figures.late += 1;
      if (visit.byClient) figures.byClient += 1;
      figures.lostCents += visit.cents;
    } else if (visit.state === 'no_show') {
      figures.noShows += 1;
      figures.lostCents += visit.cents;
    } else if (visit.at > now) {
      figures.coming += 1;
    } else {
      figures.kept += 1;
      figures.keptCents += visit.cents;
      figures.parts[part]! += 1;
      if (visit.client === 0) figures.walkIns += 1;
      else seen[visit.client] = visit.at;
    }
  }
  seen.forEach((last, client) => {
    if (last === 0) return;
    const history = book.clients[client]!;
    figures.clients += 1;
    if (history.first >= from) figures.newClients += 1;
    if (history.last > last) figures.rebooked += 1;
  });
  if (before) {
    const then = keptBy(book, before.edges[0]!, before.edges.at(-1)!, now);
    let stayed = 0;
    then.forEach((isThere, client) => {
      figures.before += isThere;
      if (isThere && seen[client]! > 0) stayed += 1;
    });
    if (figures.before > 0) figures.stayed = stayed;
  }
  return figures;
};

/** By client: 1 = came in that time. */
const keptBy = (book: Book, from: EpochMin, to: EpochMin, now: EpochMin): Uint8Array => {
  const clients = new Uint8Array(book.names.length);
  for (const { at, client, state } of within(book.visits, from, to)) {
    if (state === 'active' && at <= now && client !== 0) clients[client] = 1;
  }
  return clients;
};

/** Within so many days after the first visit somebody counts as having come again. */
export const AGAIN_WITHIN_DAYS = 90;
const COHORTS = 12;

/** Clients by the month of their first visit. `isOver`: everybody had the time to come again. */
export type Cohort = { month: Day; clients: number; again: number; isOver: boolean };

/** The last twelve months, the oldest first, those of nobody included. */
export const cohortsOf = (book: Book, zone: Zone, now: EpochMin): Cohort[] => {
  const thisMonth = monthStart(dayOf(dayNumberAt(zone, now)));
  const within = AGAIN_WITHIN_DAYS * MINUTES_PER_DAY;
  const months = Array.from({ length: COHORTS }, (_, place) =>
    addMonths(thisMonth, place - COHORTS + 1),
  );
  const starts = [...months, addMonths(thisMonth, 1)].map((day) => dayStart(zone, dayNumber(day)));
  const cohorts = months.map((month, place): Cohort => ({
    month,
    clients: 0,
    again: 0,
    isOver: starts[place + 1]! + within <= now,
  }));
  for (const history of book.clients) {
    if (!history || history.first > now || history.first < starts[0]!) continue;
    const cohort = cohorts[starts.findLastIndex((start) => start <= history.first)]!;
    cohort.clients += 1;
    const { first, second } = history;
    if (second > 0 && second <= now && second - first <= within) cohort.again += 1;
  }
  return cohorts;
};
