import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#supabase/local/database/database.ts';
import { openPostgres } from '#supabase/local/database/postgres.ts';
import { applyMigrations } from '#supabase/local/migrations.ts';
import { ensureSystemSchema } from '#supabase/local/system-schema.ts';
import {
  cacheFolder,
  databaseFingerprint,
  forgetOldImages,
  productMigrations,
} from './database-image.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';

/**
 * A PostgreSQL server with the product's tables, for what is asked of them and not of the embedded
 * backend: several times quicker than PGlite, and what the hosted product runs on. Its clock is that
 * of the machine, whatever a test says of its own process.
 */
export const startServedPostgres = async (
  settings: Record<string, string> = {},
): Promise<TestPostgres> =>
  startPostgres({
    from: await migratedData(),
    // Plans do not depend on when statistics happened to be gathered.
    settings: { autovacuum: 'off', jit: 'off', ...settings },
  });

/** The same, opened; closing it stops the server. */
export const openServedDatabase = async (): Promise<Database> => {
  const server = await startServedPostgres();
  const database = await openPostgres(server.url);
  return {
    ...database,
    async close() {
      await database.close();
      await server.stop();
    },
  };
};

/** The data of a server with all migrations applied, kept until one of them or a package changes. */
const migratedData = async (): Promise<string> => {
  const folder = join(cacheFolder, `postgres-${await databaseFingerprint(productMigrations)}`);
  if (existsSync(folder)) return folder;
  const server = await startPostgres();
  try {
    const database = await openPostgres(server.url);
    await ensureSystemSchema(database);
    await applyMigrations(database, productMigrations);
    await database.close();
    await mkdir(cacheFolder, { recursive: true });
    const part = `${folder}.${process.pid}.part`;
    await server.keep(part);
    // Two test files may make it at once: the first stays, with the same content.
    await rename(part, folder).catch(() => rm(part, { recursive: true, force: true }));
    await forgetOldImages();
    return folder;
  } finally {
    await server.stop();
  }
};
