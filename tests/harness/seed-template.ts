import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startBackend } from '#supabase/local/backend.ts';
import type { DataPlace } from '#supabase/local/backend-types.ts';
import { SMALL, seedDemo } from '#supabase/demo/seed.ts';
import { migratedImage, productMigrations } from './database-image.ts';
import { startServedPostgres } from './served-database.ts';
import { TEMPLATE } from './server-data.ts';

const app = join(import.meta.dirname, '../../dist/index.html');

/**
 * Before all end-to-end tests: the small demo business, to be copied, in a data folder with a PGlite
 * and in a database of a PostgreSQL server, which is there until the answered function is called.
 */
export default async function seedTemplate(): Promise<() => Promise<void>> {
  if (!existsSync(app)) throw new Error('There is no built app yet: run `npm run build` first.');
  const postgres = await startServedPostgres();
  process.env[TEMPLATE.serverVariable] = postgres.url;
  const url = await postgres.createDatabase(TEMPLATE.database, 'postgres');
  await seed({ kind: 'postgres', url, dir: TEMPLATE.folders.postgres });
  const image = await migratedImage(productMigrations);
  await seed({ kind: 'pglite', dir: TEMPLATE.folders.pglite, image });
  return () => postgres.stop();
}

const seed = async (data: DataPlace & { dir: string }): Promise<void> => {
  await rm(data.dir, { recursive: true, force: true });
  const backend = await startBackend({ data, port: 0 });
  try {
    await seedDemo(backend.sql, { now: new Date(), size: SMALL });
  } finally {
    await backend.stop();
  }
};
