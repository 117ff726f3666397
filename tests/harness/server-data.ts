import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import pg from 'pg';
import type { DataPlace } from '#supabase/local/backend-types.ts';
import { openPglite } from '#supabase/local/database/pglite.ts';

const root = resolve(import.meta.dirname, '../..');

/**
 * Where a server keeps its data: in a database of a PostgreSQL server that all tests of a run share,
 * which takes a third of the time, or in a PGlite of its own, as the product does by itself.
 */
export type DatabaseKind = 'postgres' | 'pglite';

/** What seed-template.ts makes once per run: the small demo business, to be copied. */
export const TEMPLATE = {
  folders: {
    postgres: join(root, 'tests/results/template-postgres'),
    pglite: join(root, 'tests/results/template-pglite'),
  } satisfies Record<DatabaseKind, string>,
  database: 'template_demo',
  /** The variable that tells the workers of a run where its PostgreSQL server is. */
  serverVariable: 'DAYBOOK_TEST_POSTGRES',
} as const;

type Restart = { start: () => Promise<void>; stop: () => Promise<void> };

/** Where a server of ours keeps its data, and how a test gets at it. */
export type ServerData = {
  place: DataPlace;
  sql(statement: string, server: Restart): Promise<unknown[]>;
  /** Besides the folder. */
  remove(): Promise<void>;
};

export const inPglite = (dir: string): ServerData => ({
  place: { kind: 'pglite', dir },
  // One process at a time can open it.
  async sql(statement, { stop, start }) {
    await stop();
    const database = await openPglite(join(dir, 'database'));
    const rows = await database.sql(statement);
    await database.close();
    await start();
    return rows;
  },
  remove: () => Promise.resolve(),
});

/** A copy of the template's database; `dir` has the rest. */
export const inPostgres = async (dir: string): Promise<ServerData> => {
  const server = process.env[TEMPLATE.serverVariable];
  if (server === undefined) throw new Error('No PostgreSQL server: seed-template.ts starts it.');
  const name = `e2e_${randomUUID().replaceAll('-', '')}`;
  const ask = async (url: string, statement: string): Promise<unknown[]> => {
    const client = new pg.Client(url);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows;
    } finally {
      await client.end();
    }
  };
  await ask(server, `create database ${name} template ${TEMPLATE.database}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    place: { kind: 'postgres', url: url.href, dir },
    sql: (statement) => ask(url.href, statement),
    remove: async () => void (await ask(server, `drop database ${name} with (force)`)),
  };
};
