import { expect, test } from 'vitest';
import { useDatabase } from '../setup.ts';

/**
 * Races of the test plan that nobody can run yet, because what they are about does not exist. When
 * its table arrives this test fails, and the race has to be written (and its line removed).
 */
const NOT_YET: [race: string, about: string, table: RegExp][] = [
  ['B19 (per client)', 'a limit of open bookings per client', /client_limit/],
];

const database = useDatabase();

test.each(NOT_YET)('%s waits for its tables: %s', async (_race, _about, table) => {
  const tables = await database.db.sql<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind = 'r'`,
  );
  expect(tables.length).toBeGreaterThan(20);
  expect(tables.map(({ name }) => name).filter((name) => table.test(name))).toEqual([]);
});
