import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { withJsonArrays } from './array-parameters.ts';
import { namedIfGone } from './connection-gone.ts';

/** Of one server process; a small business never needs more. */
const POOL_SIZE = 10;
/** For a session of a server that is far away or has all of its hands full. */
const CONNECT_TIMEOUT_MS = 30_000;
/** How long work may take that is under way when the backend stops. */
const GRACE_MS = 5_000;

type Rows = pg.QueryResult<pg.QueryResultRow>;

/** The sessions on a PostgreSQL server, as Kysely asks for them. */
export class Sessions implements PostgresPool {
  readonly #pool: pg.Pool;
  readonly #open = new Set<pg.PoolClient>();

  constructor(config: pg.ClientConfig) {
    this.#pool = new pg.Pool({
      ...config,
      max: POOL_SIZE,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    // A session that ends: the pool drops it, and whoever uses it gets the error as an answer.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => {
      client.on('error', () => {});
      this.#open.add(client);
    });
    this.#pool.on('remove', (client) => this.#open.delete(client));
  }

  async connect(): Promise<PostgresPoolClient> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw namedIfGone(error);
    });
    let isGone = false;
    const query = async (text: string, params: readonly unknown[]): Promise<Rows> => {
      try {
        return await client.query(text, await withJsonArrays(client, text, params));
      } catch (error) {
        const named = namedIfGone(error);
        isGone ||= named !== error;
        throw named;
      }
    };
    return {
      // Cursors, which Kysely's type also allows, are for streams: nobody here asks for one.
      query: query as unknown as PostgresPoolClient['query'],
      release: () => client.release(isGone),
    };
  }

  /** Several statements, which only a text without parameters may hold. */
  async exec(text: string): Promise<void> {
    // A session on which something failed halfway is not used again.
    await this.#pool.query(text).catch((error: unknown) => {
      throw namedIfGone(error);
    });
  }

  async end(): Promise<void> {
    // An end while a statement runs cuts it short.
    const hurry = setTimeout(() => {
      for (const client of this.#open) void client.end();
    }, GRACE_MS);
    await this.#pool.end();
    clearTimeout(hurry);
  }
}
