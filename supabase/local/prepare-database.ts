import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Database } from './database/database.ts';
import type { Log } from './log.ts';
import { applyMigrations, applySeed } from './migrations.ts';
import { ensureSystemSchema } from './system-schema.ts';

/**
 * Brings a database to what this code expects: system schemas, migrations, and the seed if it is
 * new. Answers whether the database was new. Throws what applyMigrations throws.
 */
export async function prepareDatabase(
  database: Database,
  migrationsDir: string,
  seedFile: string,
  log: Log,
): Promise<boolean> {
  await ensureSystemSchema(database);
  const report = await applyMigrations(database, migrationsDir);
  if (report.applied.length > 0) log('debug', `applied ${report.applied.join(', ')}`);
  if (report.isNew && existsSync(seedFile)) {
    await applySeed(database, 'supabase/seed.sql', await readFile(seedFile, 'utf8'));
  }
  return report.isNew;
}
