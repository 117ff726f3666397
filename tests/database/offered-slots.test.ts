import { expect, test } from 'vitest';
import { useDatabase } from '#supabase/tests/database/setup.ts';
import { differences, nothingSeen, type Seen } from './slots/differ.ts';

/**
 * A part of `npm run test:slots -- --runs=10000`: what booking pages offer is what is booked. With
 * gap_mode `strict` the page keeps times back that the server takes, and never all of a day; with
 * steps of "every length of the service" times begin where something comes free and lie one length apart
 * (supabase/decisions/0011). Bundles, guests and seats of classes are among them. What differs is seen again with `npm run test:slots -- --from=<seed> --runs=1`.
 */
const database = useDatabase();

const SEEDS = 50;
/** The businesses are made around today, so that a seed offers more on one day than on another. */
const MOST_SEEDS = 200;
/** What has to be seen, for nothing to differ not for want of anything to choose. */
const ENOUGH: Seen = {
  businesses: 20,
  offered: 120,
  refused: 120,
  booked: 30,
  bundles: 3,
  groups: 10,
  several: 1,
  sessions: 5,
  minutes: 20,
};
const KINDS = Object.keys(ENOUGH) as (keyof Seen)[];
const lacking = (seen: Seen) => KINDS.filter((kind) => seen[kind] < ENOUGH[kind]);

test('the times that pages offer are exactly those that are booked', async () => {
  const total = nothingSeen();
  for (let first = 1; first <= MOST_SEEDS && lacking(total).length > 0; first += SEEDS) {
    const seeds = Array.from({ length: SEEDS }, (_, index) => first + index);
    const { found, seen } = await differences(database.db, seeds);
    expect(found).toEqual([]);
    for (const kind of KINDS) total[kind] += seen[kind];
  }
  expect(lacking(total)).toEqual([]);
}, 60_000);
