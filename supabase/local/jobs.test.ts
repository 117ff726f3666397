import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BOOT_TIMEOUT_MS, openTestDatabase } from '#tests/harness/database-image.ts';
import type { Database } from './database/database.ts';
import { startJobs } from './jobs.ts';

describe('timed jobs', () => {
  let database: Database;
  const logged: string[] = [];
  const log = (_level: string, text: string) => void logged.push(text);
  const options = {
    removeFiles: async (): Promise<void> => {},
    bringPaymentsOn: async (): Promise<void> => {},
    fetchCalendar: async () => ({ failure: 'unreachable' as const }),
  };
  beforeAll(async () => {
    database = await openTestDatabase();
  }, BOOT_TIMEOUT_MS);
  afterAll(() => database.close());
  beforeEach(() => (logged.length = 0));

  it('do nothing, silently, in a database that has none', async () => {
    const jobs = startJobs(database, { ...options, everyMs: 3_600_000 }, log);
    await jobs.run();
    await jobs.stop();
    expect(logged).toEqual([]);
  });

  it('call private.run_jobs(), by the clock and when asked, never twice at once', async () => {
    await database.exec(`
      create schema private; create table private.runs (at timestamptz default now());
      create function private.run_jobs() returns void language sql as $$
        insert into private.runs default values; $$;`);
    const jobs = startJobs(database, { ...options, everyMs: 3_600_000 }, log);
    await Promise.all([jobs.run(), jobs.run()]);
    await jobs.run();
    expect(await database.sql('select count(*)::int as n from private.runs')).toEqual([{ n: 2 }]);

    const soon = startJobs(database, { ...options, everyMs: 1 }, log);
    const ran = async () =>
      (await database.sql<{ n: number }>('select count(*)::int as n from private.runs'))[0]!.n;
    await expect.poll(ran).toBeGreaterThan(2);
    await soon.stop();
    await jobs.stop();
  });

  it('that fail are logged and tried again', async () => {
    await database.exec(`create or replace function private.run_jobs() returns void
      language plpgsql as $$ begin raise exception 'no'; end $$`);
    const jobs = startJobs(database, { ...options, everyMs: 3_600_000 }, log);
    await jobs.run();
    await jobs.run();
    await jobs.stop();
    expect(logged).toEqual(['timed jobs failed', 'timed jobs failed']);
  });
});
