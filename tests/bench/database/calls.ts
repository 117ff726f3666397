/** Functions called as the API calls them: each in a transaction of its own, with role and settings. */
import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { callerSettings } from '#supabase/local/database/caller.ts';
import type { Caller } from '#supabase/local/database/caller.ts';
import type { Database } from '#supabase/local/database/database.ts';
import { RpcCalls } from '#supabase/local/rest/rpc.ts';

export type Answer = { ok: boolean; code?: string } & Record<string, unknown>;

/** One call: what it answered and where its time went, in milliseconds. */
export type Called = {
  answer: Answer;
  /** Until a connection of the pool was free. */
  waitMs: number;
  /** By the clock of the database, from the arrival of the statement to its result; without commit. */
  databaseMs: number;
};

export type Call = (caller: Caller, name: string, args: Record<string, unknown>) => Promise<Called>;

export const callOn =
  (pool: { connect: () => Promise<pg.PoolClient> }): Call =>
  async (caller, name, args) => {
    const asked = performance.now();
    const client = await pool.connect();
    const waitMs = performance.now() - asked;
    try {
      await client.query('begin');
      const settings = callerSettings(caller);
      await client.query({ name: 'settings', text: settings.text, values: settings.params });
      const { text, values } = statement(name, args);
      const { rows } = await client.query<{ answer: string; ms: number }>({ name, text, values });
      await client.query('commit');
      return { answer: JSON.parse(rows[0]!.answer) as Answer, waitMs, databaseMs: rows[0]!.ms };
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  };

/** Calls as our backend takes them: who waits for whom is decided there. Answers its status and body. */
export const callOverRest = (db: Database) => {
  const rest = new RpcCalls(db, () => {});
  return async (caller: Caller, name: string, args: Record<string, unknown>) => {
    const request = new Request(`http://localhost/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...caller.request?.headers },
      body: JSON.stringify(args),
    });
    const { role, claims = null } = caller;
    const response = await rest.handle(request, { key: 'publishable', role, claims, token: null });
    if (!response) throw new Error(`${name} is no function of ours`);
    return { status: response.status, answer: (await response.json()) as Answer };
  };
};

/** Columns are worked out in their order: the second one is read when the function is done. */
export const statement = (
  name: string,
  args: Record<string, unknown>,
): { text: string; values: unknown[] } => ({
  text:
    `select public.${name}(${Object.keys(args)
      .map((arg, at) => `"${arg}" => $${at + 1}`)
      .join(', ')})::text as answer, ` +
    `(extract(epoch from clock_timestamp() - statement_timestamp()) * 1000)::float8 as ms`,
  values: Object.values(args).map((value) =>
    typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
  ),
});

/**
 * A session whose processor time can be read: what other programs take of the machine does not
 * count. Null where the system does not tell (anything but Linux).
 */
export const processorMs = (client: pg.ClientBase): number | null => {
  const pid = (client as unknown as { processID: number }).processID;
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return null;
  }
};

/** Milliseconds each of `count` runs took the session: of its processor, else of the clock. */
export const costOf = async (
  client: pg.ClientBase,
  count: number,
  run: (index: number) => Promise<unknown>,
): Promise<number> => {
  const [cpu, clock] = [processorMs(client), performance.now()];
  for (let index = 0; index < count; index += 1) await run(index);
  const after = processorMs(client);
  const spent = cpu !== null && after !== null ? after - cpu : performance.now() - clock;
  return spent / count;
};

/** Codes of PostgreSQL for what waited too long: whoever asks does so again, for the same thing. */
const TOO_LONG = ['57014', '55P03'];
export const isTooLong = (error: unknown): boolean =>
  TOO_LONG.includes((error as { code?: string }).code ?? '');

export const must = (answer: Answer): Answer => {
  if (!answer.ok) throw new Error(`refused: ${answer.code}`);
  return answer;
};
