import Dexie from 'dexie';
import { IDBDatabase, IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';
import { must } from '#domain/errors/assert.ts';
import { TEST_BUSINESS, TEST_USER, openMemoryDb } from './memory-db.ts';
import { openDb } from './open.ts';
import type { OpenOptions } from './open.ts';
import { FIRST_STORES } from './first-version.ts';
import { databaseName, STORES, VERSION } from './schema.ts';

type Idb = NonNullable<OpenOptions['idb']>;

/** The database as the first version of the app opens it. */
const openOld = async (idb: Idb): Promise<Dexie> => {
  const old = new Dexie(databaseName(TEST_USER, TEST_BUSINESS), idb);
  old.version(1).stores(FIRST_STORES);
  await old.open();
  return old;
};

const fillOld = async (idb: Idb): Promise<void> => {
  const old = await openOld(idb);
  await old.table('clients').put({ id: 'ada', last_name: 'L', merged_into: null });
  await old.table('clients').put({ id: 'twin', last_name: 'L', merged_into: 'ada' });
  await old.table('clients').put({ id: 'tim', last_name: 'L', guardian_id: 'ada' });
  await old.table('_outbox').put({ v: 1, seq: 1, name: 'client.create', ops: [] });
  await old.table('_meta').put({ key: 'sync', v: 1, cursor: 7, last_digest_at: '2027-01-01' });
  old.close();
};

afterEach(() => vi.restoreAllMocks());

test('a device of the first version keeps everything, and asks at once for what it could not know', async () => {
  const idb = { indexedDB: new IDBFactory(), IDBKeyRange };
  await fillOld(idb);
  const db = await openMemoryDb({ idb });
  expect(await db.rows('clients').where('merged_into').equals('ada').primaryKeys()).toEqual([
    'twin',
  ]);
  expect(await db.rows('clients').where('guardian_id').equals('ada').primaryKeys()).toEqual([
    'tim',
  ]);
  expect(await db.outbox.count()).toBe(1);
  expect(await db.meta.get('sync')).toMatchObject({ cursor: 7, last_digest_at: null });
  expect(await db.rows('client_notes').count()).toBe(0);
  db.close();
});

/** What the browser holds: each table with its indexes. */
const held = (db: Dexie): Record<string, string[]> => {
  const database = db.backendDB();
  const names = [...database.objectStoreNames];
  const transaction = database.transaction(names);
  return Object.fromEntries(
    names.map((name) => [name, [...transaction.objectStore(name).indexNames].toSorted()]),
  );
};

test.each([
  { from: 'the first version', version: 1, stores: FIRST_STORES },
  {
    from: 'the one before the last',
    version: VERSION - 1,
    stores: { ...STORES, handed_texts: null, clients: 'id, last_name' },
  },
])('a device of $from has every table and index afterwards', async ({ version, stores }) => {
  const idb = { indexedDB: new IDBFactory(), IDBKeyRange };
  const old = new Dexie(databaseName(TEST_USER, TEST_BUSINESS), idb);
  old.version(version).stores(stores);
  await old.open();
  old.close();
  const upgraded = await openMemoryDb({ idb });
  const fresh = await openMemoryDb();
  expect(held(upgraded)).toEqual(held(fresh));
  upgraded.close();
  fresh.close();
});

/** Counts what an upgrade does, one thing after the other; with this one the process dies. */
const dieAt = (step: number): void => {
  let done = 0;
  const doings = [
    [IDBDatabase.prototype, 'createObjectStore'],
    [IDBObjectStore.prototype, 'createIndex'],
    [IDBObjectStore.prototype, 'put'],
  ] as const;
  for (const [owner, doing] of doings) {
    const target = owner as unknown as Record<string, (...args: unknown[]) => unknown>;
    const real = must(target[doing], doing);
    vi.spyOn(target, doing).mockImplementation(function (this: unknown, ...args: unknown[]) {
      done += 1;
      if (done >= step) throw new Error('the process died');
      return real.apply(this, args);
    });
  }
};

test('[CP-16] a process that dies anywhere in an upgrade leaves the old version whole, and the next start upgrades', async () => {
  const idb = { indexedDB: new IDBFactory(), IDBKeyRange };
  await fillOld(idb);
  const everything = async (): Promise<Record<string, unknown[]>> => {
    const old = await openOld(idb);
    const rows: Record<string, unknown[]> = {};
    for (const table of old.tables) rows[table.name] = await table.toArray();
    old.close();
    return rows;
  };
  const before = await everything();
  const whose = { userId: TEST_USER, businessId: TEST_BUSINESS, idb };
  let step = 1;
  for (; ; step += 1) {
    dieAt(step);
    const opened = await openDb(whose);
    vi.restoreAllMocks();
    if (opened.ok) {
      // It was done before it came to that step.
      opened.value.close();
      break;
    }
    expect(opened.error.code).toBe('storage_failed');
    expect({ step, rows: await everything() }).toEqual({ step, rows: before });
  }
  // Stores, indexes and what is asked for: the upgrade has many places to die at.
  const newStores = Object.keys(STORES).length - Object.keys(FIRST_STORES).length;
  expect(step).toBeGreaterThan(newStores);

  const db = await openMemoryDb({ idb });
  expect(db.verno).toBe(VERSION);
  expect(await db.outbox.toArray()).toEqual(before['_outbox']);
  expect(await db.rows('clients').toArray()).toEqual(before['clients']);
  expect(await db.meta.get('sync')).toMatchObject({ cursor: 7, last_digest_at: null });
  db.close();
}, 60_000);
