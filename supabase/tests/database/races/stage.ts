import assert from 'node:assert/strict';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { callerSettings, type Caller } from '#supabase/local/database/caller.ts';
import type { Database } from '#supabase/local/database/database.ts';
import { openPostgres } from '#supabase/local/database/postgres.ts';
import { isUnreachable } from '#supabase/local/rest/database-errors.ts';
import { BOOT_TIMEOUT_MS } from '#tests/harness/database-image.ts';
import type { TestPostgres } from '#tests/harness/postgres.ts';
import { startServedPostgres } from '#tests/harness/served-database.ts';
import { countOf, signedIn, newId, type Answer } from '../setup.ts';
import type { Salon } from '../salon.ts';

/**
 * What goes wrong while everybody runs. Callers behave as the product does: whoever gets no answer
 * asks again with the same key.
 */
export const TROUBLES = ['no trouble', 'lost answers', 'a crash halfway'] as const;
export type Trouble = (typeof TROUBLES)[number];

/** How often each race is run. */
export const ROUNDS = Number(process.env['ROUNDS'] ?? 1);
/** Of a block of tests that each make ground of their own: the others come after the first one. */
export const EACH_ROUND = { repeats: ROUNDS - 1 };

/** Of the answers under way this is lost: one in so many. */
const LOST_ONE_IN = 3;
/** Answers with a key of their own are the same for ever. */
const KEEPS_ITS_ANSWER = [
  'book',
  'cancel_booking',
  'reschedule_booking',
  'join_waitlist',
  'leave_waitlist',
  'change_waitlist',
  'answer_offer',
];

export type Limits = { lock: string; statement: string };
export const PATIENT: Limits = { lock: '60s', statement: '60s' };
/** What anybody on the internet gets (supabase/config.toml). */
export const API_LIMITS: Limits = { lock: '2s', statement: '3s' };

/** A lock or an answer that did not come in time, and what the server gave up to let others go on. */
const PASSES = new Set(['55P03', '57014', '40001', '40P01']);
const TRIES_MORE = 3;

/** Many sessions on a real server, which only it can show. */
export class Stage {
  readonly db: Database;
  readonly server: TestPostgres;
  readonly #pool: pg.Pool;
  trouble: Trouble = 'no trouble';
  /**
   * How long a call may wait for a lock, and take. Forty people on two cores wait longer for their turn
   * than the API lets them, so that most races are run without its limits.
   */
  limits: Limits = PATIENT;
  /** How long each answer of the last race took, in milliseconds. */
  waits: number[] = [];
  #ready: Promise<void> = Promise.resolve();
  #answersUntilCrash = Number.POSITIVE_INFINITY;
  #answers = 0;

  constructor(db: Database, server: TestPostgres, pool: pg.Pool) {
    this.db = db;
    this.server = server;
    this.#pool = pool;
    // Sessions that a crash ends; whoever used them asks again.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
  }

  /** Lets everybody run at once, with the trouble that is set; answers what each was told. */
  async race<T>(runners: (() => Promise<T>)[]): Promise<T[]> {
    this.#answersUntilCrash =
      this.trouble === 'a crash halfway'
        ? Math.max(1, Math.floor(runners.length / 3))
        : Number.POSITIVE_INFINITY;
    const waits: number[] = [];
    const startedMs = performance.now();
    try {
      return await Promise.all(
        runners.map(async (run) => {
          const answer = await run();
          waits.push(performance.now() - startedMs);
          return answer;
        }),
      );
    } finally {
      this.waits = waits;
      this.#answersUntilCrash = Number.POSITIVE_INFINITY;
      await this.#ready;
    }
  }

  /** A call of the API in a transaction of its own, sent again until it is answered. */
  async call(caller: Caller, name: string, args: Record<string, unknown>): Promise<Answer> {
    const answer = await this.#untilAnswered(caller, name, args);
    if ((this.#answersUntilCrash -= 1) === 0) this.#ready = this.server.crashAndRestart();
    this.#answers += 1;
    if (this.trouble !== 'lost answers' || this.#answers % LOST_ONE_IN > 0) return answer;
    const again = await this.#untilAnswered(caller, name, args);
    if (KEEPS_ITS_ANSWER.includes(name)) assert.deepEqual(again, answer);
    return again;
  }

  async #untilAnswered(
    caller: Caller,
    name: string,
    args: Record<string, unknown>,
  ): Promise<Answer> {
    let tries = 0;
    for (;;) {
      await this.#ready;
      const answer = await this.#once(caller, name, args).catch((error: unknown) => {
        if (isLost(error)) return null;
        const code = String((error as { code?: string }).code);
        // As the product does: what passes is asked again, a few times and with the same key.
        if (PASSES.has(code) && (tries += 1) <= TRIES_MORE) return null;
        return { ok: false, code: `error ${code}` };
      });
      if (answer) return answer;
    }
  }

  async #once(caller: Caller, name: string, args: Record<string, unknown>): Promise<Answer> {
    const client = await this.#pool.connect();
    let broken = false;
    try {
      await client.query('begin');
      // The statements of the product's server, with limits of our own in the one that sets them.
      const { text, params } = callerSettings(caller);
      const { lock, statement } = this.limits;
      await client.query(
        `${text}, set_config('lock_timeout', '${lock}', true),
           set_config('statement_timeout', '${statement}', true)`,
        params,
      );
      const names = Object.keys(args);
      const { rows } = await client.query<{ answer: string }>(
        `select public.${name}(${names.map((arg, n) => `"${arg}" => $${n + 1}`).join(', ')})::text as answer`,
        Object.values(args).map((value) =>
          typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
        ),
      );
      await client.query('commit');
      return JSON.parse(rows[0]!.answer) as Answer;
    } catch (error) {
      broken = isLost(error);
      if (!broken) await client.query('rollback');
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /** A job of the clock, which comes again at its time: one that a crash takes is not asked again. */
  async clock(job: string): Promise<Answer> {
    await this.db.sql(`select private.${job}()`).catch((error: unknown) => {
      if (!isUnreachable(error)) throw error;
    });
    return { ok: true };
  }

  /** A session of the database's owner, for what somebody else holds meanwhile; to be released. */
  session(): Promise<pg.PoolClient> {
    return this.#pool.connect();
  }

  push(salon: Salon, mutations: object[], options: { device?: string; user?: string } = {}) {
    return this.call(signedIn(options.user ?? salon.users.owner), 'sync_push', {
      business_id: salon.id,
      client_id: options.device ?? newId(),
      schema: 1,
      mutations,
    });
  }
}

/** Nobody knows whether it happened: the connection broke before the answer came. */
const isLost = (error: unknown): boolean => {
  const { code, message } = error as { code?: string; message?: string };
  return (
    /^(57P|08)/.test(code ?? '') ||
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(code ?? '') ||
    /terminated|not queryable|Connection ended/i.test(message ?? '')
  );
};

export const useStage = (connections = 40): { stage: Stage } => {
  const holder = {} as { stage: Stage };
  let pool: pg.Pool;
  beforeAll(async () => {
    const server = await startServedPostgres({ max_connections: '80', deadlock_timeout: '200ms' });
    const db = await openPostgres(server.url);
    pool = new pg.Pool({ connectionString: server.url, max: connections });
    holder.stage = new Stage(db, server, pool);
    // Everybody is at the start before anybody runs.
    const clients = await Promise.all(Array.from({ length: connections }, () => pool.connect()));
    for (const client of clients) client.release();
  }, BOOT_TIMEOUT_MS * 2);
  afterAll(async () => {
    await pool?.end();
    await holder.stage?.db.close();
    await holder.stage?.server.stop();
  });
  return holder;
};

/** The tests of this block meet `trouble`; making ready for the next ones does not. */
export const meetTrouble = (theatre: { stage: Stage }, trouble: Trouble): void => {
  beforeEach(() => {
    theatre.stage.trouble = trouble;
  });
  afterEach(() => {
    theatre.stage.trouble = 'no trouble';
  });
};

/** How many were told what. */
export const outcomes = (answers: Answer[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { ok, code } of answers) {
    const name = ok ? 'ok' : String(code);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};

/** Pairs of occupations that exclude each other and overlap all the same. */
export const overlaps = (db: Database, salon: Salon): Promise<number> =>
  countOf(
    db,
    `private.busy_segments a join private.busy_segments b
       on a.owner_id = b.owner_id and a.during && b.during and a.id < b.id
     where a.business_id = $1 and not a.overlap and not b.overlap`,
    [salon.id],
  );

export const mutation = (seq: number, ops: object[], more: object = {}) => ({
  id: newId(),
  seq,
  name: 'race',
  at: new Date().toISOString(),
  base_rev: 1_000_000,
  ops,
  ...more,
});

/** Status of the first mutation of a push; one whose first answer got lost was applied as well. */
export const statusOf = (answer: Answer): string => {
  const status = String(answer['results'][0].status);
  return status === 'duplicate' ? 'applied' : status;
};
