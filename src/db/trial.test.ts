import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { editClient } from './commands/clients.ts';
import { DaybookDb } from './open.ts';
import { SAMPLE_BUSINESS } from '#domain/sample-rows.ts';
import { openMemoryDb, TEST_BUSINESS, TEST_USER } from './memory-db.ts';
import { fillTrial, removeTrial, settleTrial } from './trial.ts';
import { putRows, TEST_NOW } from './test-rows.ts';
import { EMPTY_SERVICE, EMPTY_VARIANT } from '#domain/services/schema.ts';
import { EMPTY_STAFF } from '#domain/staff/schema.ts';
import { NEW_CLIENT } from '#domain/clients/schema.ts';

const WHO = { userId: TEST_USER, businessId: TEST_BUSINESS };
let idb: { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange };
let db: DaybookDb;
let trial: DaybookDb;

const names = async (): Promise<(string | undefined)[]> =>
  (await idb.indexedDB.databases()).map(({ name }) => name);

beforeEach(async () => {
  idb = { indexedDB: new IDBFactory(), IDBKeyRange };
  db = await openMemoryDb({ idb, nowMs: () => Date.parse(TEST_NOW) });
  await putRows(db, 'businesses', [{ ...SAMPLE_BUSINESS, id: TEST_BUSINESS }]);
  await putRows(db, 'staff', [
    {
      ...EMPTY_STAFF,
      id: 'ana',
      membership_id: null,
      display_name: 'Ana',
      rank: 0,
      status: 'active',
    },
  ]);
  await putRows(db, 'services', [
    { ...EMPTY_SERVICE, id: 'cut', name: 'Haircut', sort_key: 'a', status: 'active' },
  ]);
  await putRows(db, 'service_variants', [
    { ...EMPTY_VARIANT, id: 'cut-1', service_id: 'cut', sort_key: 'a', status: 'active' },
  ]);
  await putRows(db, 'clients', [{ ...NEW_CLIENT, id: 'cleo', first_name: 'Cleo' }]);
  await fillTrial(db, { idb });
  trial = new DaybookDb({ ...WHO, idb, trial: true });
  await trial.open();
});
afterEach(() => {
  trial.close();
  db.close();
});

test('the day stands beside the data: the menu is the same, and no client is there twice', async () => {
  expect((await trial.rows('services').toArray()).map(({ name }) => name)).toEqual(['Haircut']);
  expect(await trial.rows('appointments').count()).toBeGreaterThan(0);
  expect(await trial.rows('clients').get('cleo')).toBeUndefined();
  expect(await db.rows('appointments').count()).toBe(0);
  expect(await db.rows('clients').count()).toBe(1);
  expect(await db.outbox.count()).toBe(0);
});

test('what is done there waits for nobody, and leaves the data alone', async () => {
  const stop = settleTrial(trial);
  const client = (await trial.rows('clients').toArray())[0]!;
  expect((await editClient(trial, client.id, { first_name: 'Changed' })).ok).toBe(true);
  await expect.poll(() => trial.outbox.count()).toBe(0);
  expect((await trial.rows('clients').get(client.id))?.first_name).toBe('Changed');
  expect(await db.outbox.count()).toBe(0);
  stop();
});

test('a day that cannot be made says so', async () => {
  const broken = Object.assign(new IDBFactory(), {
    deleteDatabase: () => {
      throw new Error('The disk is gone');
    },
  });
  const filled = await fillTrial(db, { idb: { indexedDB: broken, IDBKeyRange } });
  expect(filled).toMatchObject({ ok: false, error: { code: 'storage_failed' } });
});

test('it is removed without a trace, and begins anew', async () => {
  expect(await names()).toHaveLength(2);
  const first = (await trial.rows('clients').toArray()).map(({ id }) => id);
  trial.close();
  await removeTrial(WHO, { idb });
  expect(await names()).toEqual([db.name]);
  await fillTrial(db, { idb });
  await trial.open();
  const again = (await trial.rows('clients').toArray()).map(({ id }) => id);
  expect(again).toHaveLength(first.length);
  expect(again).not.toContain(first[0]);
});
