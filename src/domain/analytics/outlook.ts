import type { Day, Uuid } from '#domain/rows.ts';
import { dayOf } from '#domain/time/day.ts';
import { MINUTES_PER_DAY } from '#domain/time/epoch.ts';
import type { EpochMin } from '#domain/time/epoch.ts';
import { dayNumberAt, dayStart } from '#domain/time/wall.ts';
import type { Zone } from '#domain/time/zone.ts';
import { within } from './facts.ts';
import type { Book, LedgerFact } from './facts.ts';
import type { Parts } from './period.ts';

/** What was paid and not used yet at the end of a period, in cents. */
export type LiabilityFigures = { gifts: number; packages: number };

export const liabilityFigures = ({ gifts, packages }: Book, { edges }: Parts): LiabilityFigures => {
  const upToEnd = (ledger: readonly LedgerFact[]): number =>
    within(ledger, -Infinity, edges.at(-1)!).reduce((sum, { cents }) => sum + cents, 0);
  return { gifts: upToEnd(gifts), packages: upToEnd(packages) };
};

/** So many days from now are looked ahead, today included, … */
export const FORECAST_DAYS = 30;
/** … and back, to see how much of what is booked takes place. */
export const FORECAST_LEARNS_DAYS = 90;

/** Visits that are booked and have not begun, at their agreed prices. */
export type Forecast = {
  visits: number;
  cents: number;
  /** Of what was to begin lately, so much was kept; null = there was nothing. */
  keptShare: number | null;
  /** What is booked times that share. */
  likelyCents: number;
  /** Seven days each, from today; the last ones are fewer. */
  weeks: { from: Day; visits: number; cents: number }[];
};

export const forecastOf = (book: Book, zone: Zone, now: EpochMin): Forecast => {
  const today = dayNumberAt(zone, now);
  const weeks: Forecast['weeks'] = [];
  for (let day = 0; day < FORECAST_DAYS; day += 7) {
    const end = Math.min(day + 7, FORECAST_DAYS);
    const from = Math.max(now + 1, dayStart(zone, today + day));
    const coming = within(book.visits, from, dayStart(zone, today + end)).filter(
      ({ state }) => state === 'active',
    );
    weeks.push({
      from: dayOf(today + day),
      visits: coming.length,
      cents: coming.reduce((sum, { cents }) => sum + cents, 0),
    });
  }
  const cents = weeks.reduce((sum, week) => sum + week.cents, 0);
  const lately = within(book.visits, dayStart(zone, today - FORECAST_LEARNS_DAYS), now + 1);
  const kept = lately.filter(({ state }) => state === 'active').length;
  const keptShare = lately.length === 0 ? null : kept / lately.length;
  return {
    visits: weeks.reduce((sum, { visits }) => sum + visits, 0),
    cents,
    keptShare,
    likelyCents: Math.round(cents * (keptShare ?? 1)),
    weeks,
  };
};

/** Who was not there for so long, and has nothing booked, stays away. */
export const LAPSED_AFTER_DAYS = 90;
const LAPSED_SHOWN = 100;

export type Lapsed = {
  clients: number;
  /** Those who were there last, first; not all of them. `name` is filled in by whoever asks. */
  list: { clientId: Uuid; name: string; last: EpochMin }[];
};

export const lapsedOf = ({ clients, clientIds }: Book, now: EpochMin): Lapsed => {
  const since = now - LAPSED_AFTER_DAYS * MINUTES_PER_DAY;
  const list: Lapsed['list'] = [];
  clients.forEach(({ last }, ref) => {
    if (last <= since) list.push({ clientId: clientIds[ref]!, name: '', last });
  });
  return {
    clients: list.length,
    list: list
      .toSorted((a, b) => b.last - a.last || (a.clientId < b.clientId ? -1 : 1))
      .slice(0, LAPSED_SHOWN),
  };
};
