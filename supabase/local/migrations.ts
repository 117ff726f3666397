import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from './database/database.ts';
import { type Statement, splitStatements } from './split-statements.ts';

export type MigrationReport = {
  applied: string[];
  /** Whether the database had no history before: the time for seed.sql. */
  isNew: boolean;
};

type Migration = { file: string; version: string; name: string; statements: Statement[] };

/** A migration that PostgreSQL refused; nothing of its file was kept. */
export class MigrationError extends Error {
  readonly file: string;
  readonly statement: string;

  constructor(migration: Migration, index: number, cause: unknown) {
    const { text, line } = migration.statements[index]!;
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      `${migration.file}: statement ${index + 1} of ${migration.statements.length} ` +
        `(line ${line}) failed: ${reason}\n  ${firstLines(text)}`,
      { cause },
    );
    this.file = migration.file;
    this.statement = text;
  }
}

/** The database was made from other files than these: no further ones can be trusted to fit. */
export class OtherHistoryError extends Error {
  /** Applied earlier, but the file on disk says something else now. */
  readonly changed: readonly string[];
  /** Versions applied earlier without a file any more. */
  readonly missing: readonly string[];

  constructor(changed: readonly string[], missing: readonly string[]) {
    const what = [
      changed.length > 0 ? `changed since: ${changed.join(', ')}` : '',
      missing.length > 0 ? `gone: ${missing.join(', ')}` : '',
    ];
    super(
      `Migrations that were applied are no longer the same (${what.filter(Boolean).join('; ')})`,
    );
    this.changed = changed;
    this.missing = missing;
  }
}

/** The Supabase CLI's own history table, so that either tool understands what the other did. */
const HISTORY = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (
    version text primary key, statements text[], name text
  );
  create table if not exists supabase_migrations.seed_files (
    path text primary key, hash text not null
  );
`;

/** Migrations sometimes change session settings; the next user of the session must not notice. */
const RESET_SESSION = [
  'reset role',
  'reset all',
  `set timezone to 'UTC'`,
  'set search_path to "$user", public, extensions',
];

/**
 * Applies the files of `folder` that the history lacks, by version, each in one transaction with
 * its history row. Throws MigrationError at the first that fails; those before it stay. Throws
 * OtherHistoryError, and touches nothing, when what was applied is not what the files say now.
 */
export async function applyMigrations(
  database: Database,
  folder: string,
): Promise<MigrationReport> {
  await database.exec(HISTORY);
  const files = await readMigrations(folder);
  const history = await readHistory(database);
  const changed = files.filter(({ version, statements }) => {
    const known = history.get(version);
    return known !== undefined && known !== fingerprint(statements.map(({ text }) => text));
  });
  const missing = [...history.keys()].filter(
    (version) => !files.some((f) => f.version === version),
  );
  if (changed.length > 0 || missing.length > 0) {
    throw new OtherHistoryError(
      changed.map(({ file }) => file),
      missing,
    );
  }
  const report: MigrationReport = { applied: [], isNew: history.size === 0 };
  for (const migration of files) {
    if (history.has(migration.version)) continue;
    if (await apply(database, migration)) report.applied.push(migration.file);
  }
  return report;
}

/** Runs seed.sql, statement by statement in one transaction, and remembers that it did. */
export async function applySeed(database: Database, path: string, text: string): Promise<void> {
  const statements = splitStatements(text);
  const seed = { file: path, version: '', name: '', statements };
  await database.transaction(async (sql) => {
    await runAll(seed, sql);
    await sql(
      `insert into supabase_migrations.seed_files (path, hash) values ($1, $2)
       on conflict (path) do update set hash = excluded.hash`,
      [path, createHash('sha256').update(text).digest('hex')],
    );
  });
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.sql'));
  const migrations: Migration[] = [];
  for (const file of names.sort()) {
    const [, version, name] = /^(\d+)_(.+)\.sql$/.exec(file) ?? [];
    if (!version || !name) {
      throw new Error(`${file}: a migration is named <timestamp>_<name>.sql`);
    }
    const same = migrations.find((other) => other.version === version);
    if (same) throw new Error(`${file} and ${same.file} have the same version.`);
    const statements = splitStatements(await readFile(join(folder, file), 'utf8'));
    migrations.push({ file, version, name, statements });
  }
  return migrations;
}

async function readHistory(database: Database): Promise<Map<string, string>> {
  const rows = await database.sql<{ version: string; statements: string[] | null }>(
    'select version, statements from supabase_migrations.schema_migrations',
  );
  return new Map(rows.map((row) => [row.version, fingerprint(row.statements ?? [])]));
}

/** False when another process was faster. */
function apply(database: Database, migration: Migration): Promise<boolean> {
  return database.transaction(async (sql) => {
    await sql(`select pg_advisory_xact_lock(hashtext('supabase_migrations'))`);
    const [done] = await sql(
      'select 1 from supabase_migrations.schema_migrations where version = $1',
      [migration.version],
    );
    if (done) return false;
    await runAll(migration, sql);
    await sql(
      `insert into supabase_migrations.schema_migrations (version, name, statements)
       select $1, $2, array(select jsonb_array_elements_text($3::jsonb))`,
      [
        migration.version,
        migration.name,
        JSON.stringify(migration.statements.map((statement) => statement.text)),
      ],
    );
    return true;
  });
}

async function runAll(
  migration: Migration,
  sql: (text: string) => Promise<unknown>,
): Promise<void> {
  for (const [index, statement] of migration.statements.entries()) {
    try {
      await sql(statement.text);
    } catch (error) {
      throw new MigrationError(migration, index, error);
    }
  }
  for (const statement of RESET_SESSION) await sql(statement);
}

function fingerprint(statements: string[]): string {
  return JSON.stringify(statements);
}

function firstLines(text: string): string {
  const lines = text.split('\n');
  return lines.slice(0, 3).join('\n  ') + (lines.length > 3 ? '\n  …' : '');
}
