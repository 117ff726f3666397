import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { getAuthSchemaSql, getStorageSchemaSql } from './lite.ts';
import type { Database } from './database/database.ts';

const sqlFolder = new URL('./sql/', import.meta.url);

/**
 * Everything a hosted project has before its first migration: roles, grants, the auth, storage
 * and realtime schemas. Safe to run on every start.
 */
export async function ensureSystemSchema(database: Database): Promise<void> {
  await database.exec(await ours('roles.sql'));
  await database.exec(getAuthSchemaSql());
  await database.exec(await ours('auth.sql'));
  await database.exec(getStorageSchemaSql());
  await database.exec(await ours('storage.sql'));
  await database.exec(await ours('schema-watch.sql'));
  await database.exec(await ours('realtime.sql'));
}

async function ours(name: string): Promise<string> {
  const path = fileURLToPath(new URL(name, sqlFolder));
  return existsSync(path) ? readFile(path, 'utf8') : '';
}
