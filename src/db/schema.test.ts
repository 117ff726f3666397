import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { TEST_BUSINESS, TEST_USER, openMemoryDb } from './memory-db.ts';
import { databaseName, STORES_1 } from './schema.ts';

test('a device of the first version keeps everything, and asks at once for what it could not know', async () => {
  const idb = { indexedDB: new IDBFactory(), IDBKeyRange };
  const old = new Dexie(databaseName(TEST_USER, TEST_BUSINESS), idb);
  old.version(1).stores(STORES_1);
  await old.open();
  await old.table('clients').put({ id: 'ada', last_name: 'L', merged_into: null });
  await old.table('clients').put({ id: 'twin', last_name: 'L', merged_into: 'ada' });
  await old.table('clients').put({ id: 'tim', last_name: 'L', guardian_id: 'ada' });
  await old.table('_outbox').put({ v: 1, seq: 1, name: 'client.create', ops: [] });
  await old.table('_meta').put({ key: 'sync', v: 1, cursor: 7, last_digest_at: '2027-01-01' });
  old.close();

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
