import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BOOT_TIMEOUT_MS, openTestDatabase } from '#tests/harness/database-image.ts';
import type { PgliteDatabase } from './database/pglite.ts';
import { ensureDemoBusiness } from './demo-business.ts';

describe('the demo business', () => {
  let database: PgliteDatabase;
  let seeded: number;
  beforeAll(async () => {
    database = await openTestDatabase();
  }, BOOT_TIMEOUT_MS);
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.sql('delete from supabase_migrations.seed_files');
    seeded = 0;
  });
  const start = (isNew: boolean, seed = async () => void seeded++) =>
    ensureDemoBusiness({ sql: database.sql, isNew, url: '', secretKey: '' }, () => {}, seed);

  it('is set up in a new database, once', async () => {
    await start(true);
    await start(false);
    expect(seeded).toBe(1);
  });

  it('that was interrupted is set up at the next start', async () => {
    const interrupted = start(true, () => Promise.reject(new Error('power cut')));
    await expect(interrupted).rejects.toThrow('power cut');
    await start(false);
    expect(seeded).toBe(1);
  });

  it('never appears among somebody’s own data', async () => {
    await start(false);
    expect(seeded).toBe(0);
  });
});
