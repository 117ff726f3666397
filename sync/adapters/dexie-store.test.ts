import { liveQuery } from 'dexie';
import { IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TABLES, type AnyRow } from '#domain/rows.ts';
import { deleteOp, patchOp, type Op } from '#domain/commands/op.ts';
import { openMemoryDb, TEST_BUSINESS } from '#db/memory-db.ts';
import type { DaybookDb } from '#db/open.ts';
import { write } from '#db/write.ts';
import type { Page } from '../core/merge.ts';
import { mergeInto } from '../engine/merge.ts';
import { StorageError, type LocalStore } from '../ports.ts';
import { createDexieStore } from './dexie-store.ts';

const row = (id: string, rev: number, fields: Record<string, unknown> = {}): AnyRow =>
  ({ id, business_id: TEST_BUSINESS, rev, first_name: id, ...fields }) as unknown as AnyRow;
const put = (id: string): Op => ({
  table: 'clients',
  id,
  op: 'put',
  value: { id, first_name: id, last_name: 'L' },
});

let db: DaybookDb;
let store: LocalStore;
beforeEach(async () => {
  db = await openMemoryDb();
  store = createDexieStore(db);
});
afterEach(() => {
  vi.restoreAllMocks();
  db.close();
});

const everything = async () => {
  const all: Record<string, unknown[]> = {};
  for (const table of db.tables) all[table.name] = await table.toArray();
  return all;
};

describe('[SYN-14][SYN-20] a merge that is interrupted leaves all or nothing (CP-07, CP-10)', () => {
  // A page that does everything at once: a newer row under a pending change, a confirmed creation, a
  // deletion, rows of another table, and the cursor.
  const page: Page = {
    tables: {
      clients: [row('edited', 9, { note: 'theirs' }), row('made', 9), row('fresh', 9)],
      staff: [row('person', 9)],
    },
    dead: [['clients', 'old', 9]],
  };
  const prepare = async () => {
    await db.table('clients').bulkPut([row('edited', 3, { note: 'old' }), row('old', 3)]);
    await write(db, 'client.create', () => ({ ops: [put('made')], value: null }));
    await write(db, 'client.edit', () => ({
      ops: [patchOp('clients', 'edited', { first_name: 'mine' })],
      value: null,
    }));
    await write(db, 'client.delete', () => ({ ops: [deleteOp('clients', 'old')], value: null }));
  };
  const merge = () =>
    store.transaction('write', TABLES, async (tx) => {
      await mergeInto(tx, store, page, { confirmedSeq: 1, bulk: false });
      await tx.putMeta({
        key: 'sync',
        v: 1,
        epoch: 'e',
        cursor: 9,
        whole_rev: 9,
        leader_epoch: 1,
        generation: 1,
        last_sync_at: null,
        last_digest_at: null,
      });
    });

  /** The browser fails the nth store operation that changes something. */
  const failAt = (nth: number): { count: () => number } => {
    let count = 0;
    for (const name of ['put', 'delete', 'clear'] as const) {
      const real = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, name)?.value as (
        this: unknown,
        ...args: unknown[]
      ) => IDBRequest;
      vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(function (
        this: unknown,
        ...args: unknown[]
      ) {
        count += 1;
        if (count === nth) throw new DOMException('full', 'QuotaExceededError');
        return real.apply(this, args) as never;
      });
    }
    return { count: () => count };
  };

  test('at every single operation', async () => {
    await prepare();
    const before = await everything();
    const counting = failAt(Number.POSITIVE_INFINITY);
    await merge();
    const operations = counting.count();
    const after = await everything();
    vi.restoreAllMocks();
    expect(operations).toBeGreaterThan(8);
    expect(after['clients']).toMatchObject([
      { id: 'edited', note: 'theirs', first_name: 'mine' },
      { id: 'fresh' },
      { id: 'made', rev: 9 },
    ]);
    expect(after['_outbox']).toHaveLength(2);

    for (let nth = 1; nth <= operations; nth += 1) {
      db.close();
      db = await openMemoryDb();
      store = createDexieStore(db);
      for (const [name, rows] of Object.entries(before)) await db.table(name).bulkPut(rows);
      failAt(nth);
      await expect(merge(), `operation ${nth}`).rejects.toEqual(new StorageError('full'));
      vi.restoreAllMocks();
      expect(await everything(), `operation ${nth}`).toEqual(before);
      await merge();
      expect(await everything(), `after operation ${nth}`).toEqual(after);
    }
  });
});

describe('[SYN-25] live queries', () => {
  const many = Array.from({ length: 120 }, (_, n) => row(`c${n}`, 1));
  const storeRows = (rows: AnyRow[], bulk: boolean) =>
    store.transaction('write', ['clients'], (tx) => tx.putRows('clients', rows, bulk));

  /** How often a query of one row runs while these rows are stored, and once more for its own row. */
  const runsWhile = async (bulk: boolean): Promise<number> => {
    let runs = 0;
    let next = (): void => undefined;
    const changed = () => new Promise<void>((resolve) => (next = resolve));
    let wait = changed();
    const subscription = liveQuery(async () => {
      runs += 1;
      return db.rows('clients').get('mine');
    }).subscribe(() => next());
    await wait;
    wait = changed();
    await storeRows(many, bulk);
    if (bulk) {
      await wait;
      wait = changed();
    }
    await storeRows([row('mine', 2)], false);
    await wait;
    subscription.unsubscribe();
    return runs;
  };

  test('a live pull of 120 other rows does not run them again', async () => {
    expect(await runsWhile(false)).toBe(2);
  });

  test('history does, once per call: that is why it pauses', async () => {
    expect(await runsWhile(true)).toBe(3);
  });
});
