import { expect, test } from 'vitest';
import { useDatabase } from '#supabase/tests/database/setup.ts';
import { differences } from './slots/differ.ts';

/**
 * A part of `npm run test:slots -- --runs=10000`: what booking pages offer is what is booked. With
 * gap_mode `strict` the page keeps times back that the server takes, and never all of a day; with
 * steps of "every length of the service" times begin where something comes free and lie one length apart
 * (supabase/decisions/0011). Bundles, guests and seats of classes are among them. What differs is seen again with `npm run test:slots -- --from=<seed> --runs=1`.
 */
const database = useDatabase();

test('the times that pages offer are exactly those that are booked', async () => {
  const seeds = Array.from({ length: 50 }, (_, index) => index + 1);
  const { found, seen } = await differences(database.db, seeds);
  expect(found).toEqual([]);
  // Not for want of anything to choose.
  expect(seen.businesses).toBeGreaterThan(20);
  expect(seen.offered).toBeGreaterThan(120);
  expect(seen.refused).toBeGreaterThan(120);
  expect(seen.booked).toBeGreaterThan(30);
  expect(seen.bundles).toBeGreaterThan(2);
  expect(seen.groups).toBeGreaterThan(10);
  // Of these some in which a guest has several services.
  expect(seen.several).toBeGreaterThan(0);
  expect(seen.sessions).toBeGreaterThan(5);
  expect(seen.minutes).toBeGreaterThan(20);
}, 60_000);
