import type { PGlite } from '@supabase/lite/pglite';
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely';
import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Turns } from './turns.ts';

/** Kysely on one PGlite session, taking turns; a transaction keeps its turn until it ends. */
export function singleSessionDialect(pglite: PGlite, turns: Turns): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new SingleSessionDriver(pglite, turns),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class SessionConnection implements DatabaseConnection {
  readonly pglite: PGlite;
  readonly endTurn: () => void;

  constructor(pglite: PGlite, endTurn: () => void) {
    this.pglite = pglite;
    this.endTurn = endTurn;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, affectedRows } = await this.pglite.query<R>(query.sql, [...query.parameters]);
    return affectedRows === undefined ? { rows } : { rows, numAffectedRows: BigInt(affectedRows) };
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('PGlite does not stream rows.');
  }
}

class SingleSessionDriver implements Driver {
  readonly #pglite: PGlite;
  readonly #turns: Turns;

  constructor(pglite: PGlite, turns: Turns) {
    this.#pglite = pglite;
    this.#turns = turns;
  }

  init(): Promise<void> {
    return this.#pglite.waitReady;
  }

  async acquireConnection(): Promise<SessionConnection> {
    const endTurn = this.#turns.isMine() ? () => {} : await this.#turns.take();
    return new SessionConnection(this.#pglite, endTurn);
  }

  async releaseConnection(connection: SessionConnection): Promise<void> {
    connection.endTurn();
  }

  async beginTransaction(): Promise<void> {
    await this.#pglite.exec('begin');
  }

  async commitTransaction(): Promise<void> {
    await this.#pglite.exec('commit');
  }

  async rollbackTransaction(): Promise<void> {
    await this.#pglite.exec('rollback');
  }

  // PGlite is closed by the connection that owns it.
  async destroy(): Promise<void> {}
}
