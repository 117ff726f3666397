import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import type { Caller } from '#supabase/local/database/caller.ts';
import type { Database, Row, Sql } from '#supabase/local/database/database.ts';
import {
  BOOT_TIMEOUT_MS,
  openTestDatabase,
  productMigrations,
} from '#tests/harness/database-image.ts';
import { openServedDatabase } from '#tests/harness/served-database.ts';
import type { Op } from '#domain/commands/op.ts';
import type { AnyRow, TableName, Uuid } from '#domain/rows.ts';

const opened =
  (open: () => Promise<Database>) =>
  (seed?: (db: Database) => Promise<void>): { db: Database } => {
    const holder = {} as { db: Database };
    beforeAll(async () => {
      holder.db = await open();
      await seed?.(holder.db);
    }, BOOT_TIMEOUT_MS);
    afterAll(() => holder.db.close());
    return holder;
  };

/** One migrated database for a test file. Read `.db` inside tests only. */
export const useDatabase = opened(openServedDatabase);

/** The same inside of this process, where the test says what time it is. */
export const useEmbeddedDatabase = opened(() => openTestDatabase(productMigrations));

export const newId = (): Uuid => randomUUID();

export const anon: Caller = { role: 'anon', claims: { role: 'anon' } };

/** A signed-in person, as their access token tells it. */
export const signedIn = (userId: Uuid, email = `${userId}@example.com`): Caller => ({
  role: 'authenticated',
  claims: { role: 'authenticated', sub: userId, email, aal: 'aal1' },
});

/** An anonymous caller from another network; each caller has limits of their own. */
export const fromAddress = (address: string): Caller => ({
  ...anon,
  request: { method: 'POST', path: '/rpc', headers: { 'x-forwarded-for': address } },
});

/** Whatever a function answers; tests say what they expect of it. */
// eslint-disable-next-line typescript/no-explicit-any -- answers are checked by the expectations
export type Answer = Record<string, any>;

/** Calls a function of the API under the caller's rights, in a transaction of its own. */
export const rpc = async (
  db: Database,
  caller: Caller,
  name: string,
  args: Record<string, unknown>,
): Promise<Answer> => {
  const entries = Object.entries(args);
  const list = entries.map(([arg], index) => `"${arg}" => $${index + 1}`).join(', ');
  const values = entries.map(([, value]) =>
    typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
  );
  const [row] = await db.as(caller, (sql) =>
    sql<{ answer: string }>(`select public.${name}(${list})::text as answer`, values),
  );
  return JSON.parse(row!.answer) as Answer;
};

/** Inserts rows with the same columns in one statement. */
export const insertAll = async (
  sql: Sql,
  table: TableName,
  rows: readonly Row[],
): Promise<void> => {
  const columns = Object.keys(rows[0]!)
    .map((name) => `"${name}"`)
    .join(', ');
  await sql(
    `insert into public.${table} (${columns})
     select ${columns} from jsonb_populate_recordset(null::public.${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
};

/** Inserts rows as the database's owner: what a test starts from. */
export const insert = async (db: Database, table: TableName, ...rows: Row[]): Promise<void> => {
  for (const row of rows) await insertAll(db.sql, table, [row]);
};

export const rowOf = async (db: Database, table: TableName, id: Uuid): Promise<AnyRow> => {
  const [row] = await db.sql<{ body: AnyRow }>(
    `select to_jsonb(t) as body from public.${table} t where t.id = $1`,
    [id],
  );
  return row!.body;
};

export const countOf = async (db: Database, from: string, params: unknown[] = []) => {
  const [row] = await db.sql<{ n: number }>(`select count(*)::int as n from ${from}`, params);
  return row!.n;
};

type Sent = { name?: string; at?: string; base_rev?: number; ops: Op[]; id?: Uuid; seq?: number };

/** A device that numbers its mutations and pushes them one batch at a time. */
export class Device {
  readonly clientId = newId();
  readonly #db: Database;
  readonly #caller: Caller;
  readonly #business: Uuid;
  cursor = 0;
  epoch: string | null = null;
  seq = 0;

  constructor(db: Database, userId: Uuid, business: Uuid) {
    this.#db = db;
    this.#caller = signedIn(userId);
    this.#business = business;
  }

  /** A mutation with the next number; nothing is sent. */
  mutation(sent: Sent) {
    return {
      id: newId(),
      seq: (this.seq += 1),
      name: 'test.change',
      at: new Date().toISOString(),
      base_rev: this.cursor,
      ...sent,
    };
  }

  send(mutations: unknown[], clientId = this.clientId): Promise<Answer> {
    return rpc(this.#db, this.#caller, 'sync_push', {
      business_id: this.#business,
      client_id: clientId,
      schema: 1,
      mutations,
    });
  }

  /** Pushes one mutation and answers its result with the whole answer beside it. */
  async push(ops: Op[], more: Omit<Sent, 'ops'> = {}): Promise<{ result: Answer; answer: Answer }> {
    const answer = await this.send([this.mutation({ ops, ...more })]);
    return { result: answer['results'][0], answer };
  }

  /** Pulls one page and remembers where it stands. */
  async pull(pageSize = 2000): Promise<Answer> {
    const answer = await rpc(this.#db, this.#caller, 'sync_pull', {
      business_id: this.#business,
      client_id: this.clientId,
      cursor: this.cursor,
      epoch: this.epoch,
      schema: 1,
      page_size: pageSize,
    });
    if (answer['ok']) {
      this.cursor = answer['cursor'];
      this.epoch = answer['epoch'];
    }
    return answer;
  }
}

export const op = (
  table: TableName,
  id: Uuid,
  kind: Op['op'],
  value: Record<string, unknown> | null,
): Op => ({ table, id, op: kind, value });

export const put = (table: TableName, id: Uuid, value: Record<string, unknown>): Op =>
  op(table, id, 'put', value);
export const patch = (table: TableName, id: Uuid, value: Record<string, unknown>): Op =>
  op(table, id, 'patch', value);
