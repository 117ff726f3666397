import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BOOT_TIMEOUT_MS, openTestDatabase } from '#tests/harness/database-image.ts';
import type { Database } from './database/database.ts';
import { applyMigrations, applySeed, MigrationError, OtherHistoryError } from './migrations.ts';

describe('migrations', () => {
  let database: Database;
  let folder: string;
  beforeAll(async () => {
    database = await openTestDatabase();
    await forget();
  }, BOOT_TIMEOUT_MS);
  afterAll(() => database.close());
  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'daybook-mig-')), 'migrations');
    mkdirSync(folder);
  });
  const forget = () =>
    database.exec(`
      drop schema if exists supabase_migrations cascade;
      drop schema public cascade; create schema public;`);
  afterEach(async () => {
    await forget();
    rmSync(join(folder, '..'), { recursive: true, force: true });
  });
  const write = (file: string, sql: string) => writeFileSync(join(folder, file), sql);
  const tables = async () =>
    (
      await database.sql<{ t: string }>(
        `select tablename as t from pg_tables where schemaname = 'public' order by 1`,
      )
    ).map((row) => row.t);

  it('are applied in the order of their versions and kept in the history of the Supabase CLI', async () => {
    write('20260102000000_second.sql', 'alter table a add column b int;');
    write('20260101000000_first.sql', 'create table a (id int);\ninsert into a values (1);');
    const report = await applyMigrations(database, folder);
    expect(report).toEqual({
      applied: ['20260101000000_first.sql', '20260102000000_second.sql'],
      isNew: true,
    });
    expect(
      await database.sql('select * from supabase_migrations.schema_migrations order by version'),
    ).toEqual([
      {
        version: '20260101000000',
        name: 'first',
        statements: ['create table a (id int)', 'insert into a values (1)'],
      },
      { version: '20260102000000', name: 'second', statements: ['alter table a add column b int'] },
    ]);
  });

  it('are applied once', async () => {
    write('1_a.sql', 'create table a (id int);');
    await applyMigrations(database, folder);
    const again = await applyMigrations(database, folder);
    expect(again).toEqual({ applied: [], isNew: false });
  });

  it('that were edited after they had been applied, or are lost, let no further one in', async () => {
    write('1_a.sql', 'create table a (id int);');
    write('2_b.sql', 'create table b (id int);');
    await applyMigrations(database, folder);
    write('1_a.sql', 'create table a (id bigint);');
    rmSync(join(folder, '2_b.sql'));
    write('3_c.sql', 'create table c (id int);');
    const failure = await applyMigrations(database, folder).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(OtherHistoryError);
    expect(failure).toMatchObject({ changed: ['1_a.sql'], missing: ['2'] });
    expect(await tables()).toEqual(['a', 'b']);
  });

  it('that fail leave nothing of their file behind and name the statement', async () => {
    write('1_a.sql', 'create table a (id int);');
    write('2_b.sql', 'create table b (id int);\n\n-- the bad one\ncreate tabel c (id int);');
    write('3_d.sql', 'create table d (id int);');
    const failure = await applyMigrations(database, folder).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MigrationError);
    expect((failure as MigrationError).message).toMatch(
      /^2_b\.sql: statement 2 of 2 \(line 3\) failed: syntax error at or near "tabel"/,
    );
    expect(await tables()).toEqual(['a']);

    write('2_b.sql', 'create table b (id int);');
    expect((await applyMigrations(database, folder)).applied).toEqual(['2_b.sql', '3_d.sql']);
  });

  it('cannot leave their session settings to those who come after', async () => {
    write(
      '1_a.sql',
      `set search_path = ''; set statement_timeout = 5; create role lost; set role lost;`,
    );
    await applyMigrations(database, folder);
    const [now] = await database.sql(
      `select current_user as me, current_setting('search_path') as path,
              current_setting('statement_timeout') as timeout`,
    );
    expect(now).toEqual({ me: 'postgres', path: '"$user", public, extensions', timeout: '0' });
  });

  it.each([
    ['a name without a version', ['first.sql'], /named <timestamp>_<name>\.sql/],
    ['the same version twice', ['1_a.sql', '1_b.sql'], /same version/],
  ])('refuse %s', async (_name, files, message) => {
    for (const file of files) write(file, 'select 1;');
    await expect(applyMigrations(database, folder)).rejects.toThrow(message);
  });

  it('do without a folder', async () => {
    const report = await applyMigrations(database, join(folder, 'nowhere'));
    expect(report.applied).toEqual([]);
  });

  it('are followed by the seed, all of it or nothing', async () => {
    await applyMigrations(database, folder);
    await expect(
      applySeed(database, 'seed.sql', 'create table s (id int); insert into nowhere values (1);'),
    ).rejects.toThrow('seed.sql: statement 2 of 2');
    expect(await tables()).toEqual([]);
    await applySeed(database, 'seed.sql', 'create table s (id int);');
    expect(await tables()).toEqual(['s']);
    expect(await database.sql('select path from supabase_migrations.seed_files')).toEqual([
      { path: 'seed.sql' },
    ]);
  });
});
