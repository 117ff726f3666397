import { AsyncLocalStorage } from 'node:async_hooks';
import type { ConnectionContextOptions, VarsContext } from '@supabase/lite';
import { type Kysely, CompiledQuery } from 'kysely';
import { type Caller, callerSettings } from './caller.ts';
import type { Row, Sql } from './database.ts';
import type { Share } from './share.ts';

type Db = Kysely<unknown>;
type Begin = <T>(work: (open: Db) => Promise<T>) => Promise<T>;

/** Carries a result out of a transaction that must not be kept. */
class RolledBack extends Error {
  readonly result: unknown;

  constructor(result: unknown) {
    super('rolled back on purpose');
    this.result = result;
  }
}

/** The transactions of one connection: nested ones join the open one instead of ending it early. */
export class Transactions {
  readonly #open = new AsyncLocalStorage<Db>();
  readonly #begin: Begin;
  readonly #strangers: Share;

  /** However many strangers ask, only as many as have a place in their share are let in at once. */
  constructor(begin: Begin, strangers: Share) {
    this.#begin = begin;
    this.#strangers = strangers;
  }

  run<T>(work: (open: Db) => Promise<T>): Promise<T> {
    const open = this.#open.getStore();
    return open ? work(open) : this.#begin((db) => this.#open.run(db, () => work(db)));
  }

  /** One transaction under the caller's rights. */
  async runAs<T>(
    caller: Caller,
    work: (open: Db) => Promise<T>,
    options: { readOnly?: boolean; rollback?: boolean } = {},
  ): Promise<T> {
    if (this.#open.getStore()) {
      throw new Error('A caller cannot take over an open transaction: its rights would leak.');
    }
    const begin = () =>
      this.run(async (open) => {
        if (options.readOnly) await execute(open, 'set transaction read only');
        const { text, params } = callerSettings(caller);
        await execute(open, text, params);
        const result = await work(open);
        if (options.rollback) throw new RolledBack(result);
        return result;
      });
    try {
      return await (caller.role === 'anon' ? this.#strangers.run(begin) : begin());
    } catch (error) {
      if (error instanceof RolledBack) return error.result as T;
      throw error;
    }
  }

  /** What @supabase/lite calls around every request, see `Connection.withContext` there. */
  async withContext<T>(
    db: Db,
    vars: VarsContext | undefined,
    work: (open: Db) => Promise<T>,
    options: ConnectionContextOptions = {},
  ): Promise<T> {
    const caller = vars && callerOf(vars, options);
    if (options.transaction) {
      // A trusted preflight of the storage service: the rest of its transaction is the caller's.
      if (caller) {
        const { text, params } = callerSettings(caller);
        await execute(options.transaction, text, params);
      }
      return work(options.transaction);
    }
    if (!caller) return options.forceRollback ? this.#discard(work) : work(db);
    return this.runAs(caller, work, {
      readOnly: options.rpc?.readOnly === true,
      rollback: options.forceRollback === true,
    });
  }

  async #discard<T>(work: (open: Db) => Promise<T>): Promise<T> {
    try {
      return await this.run(async (open) => {
        throw new RolledBack(await work(open));
      });
    } catch (error) {
      if (error instanceof RolledBack) return error.result as T;
      throw error;
    }
  }
}

/** The same connection as a plain function from text and parameters to rows. */
export function sqlOn(db: Db): Sql {
  return async <T extends object = Row>(text: string, params: readonly unknown[] = []) =>
    (await execute(db, text, params)) as T[];
}

async function execute(db: Db, text: string, params: readonly unknown[] = []): Promise<unknown[]> {
  const { rows } = await db.executeQuery(CompiledQuery.raw(text, [...params]));
  return rows;
}

function callerOf(vars: VarsContext, options: ConnectionContextOptions): Caller {
  const auth = (vars['auth'] ?? {}) as { role?: string; jwt?: Record<string, unknown> | null };
  const storage = vars['storage'] as { operation?: string | null } | undefined;
  const rpc = options.rpc;
  return {
    role: auth.role ?? 'anon',
    claims: auth.jwt ?? null,
    ...(storage?.operation ? { storageOperation: storage.operation } : {}),
    ...(rpc
      ? { request: { method: rpc.method, path: rpc.path, headers: rpc.requestHeaders ?? {} } }
      : {}),
  };
}
