import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { Uuid } from '#domain/rows.ts';
import { DaybookDb, type OpenOptions } from './open.ts';

/** Users and businesses of tests that do not care who they are. */
export const TEST_USER: Uuid = '018f0000-0000-7000-8000-00000000aaaa';
export const TEST_BUSINESS: Uuid = '018f0000-0000-7000-8000-00000000bbbb';

// Dexie's live queries stand still where there is no IndexedDB at all, as in Node.
Dexie.dependencies.indexedDB ??= new IDBFactory();

/** Tests only: the real database code on an in-memory IndexedDB of its own, opened. */
export const openMemoryDb = async (
  options: Partial<OpenOptions> & { idb?: OpenOptions['idb'] } = {},
): Promise<DaybookDb> => {
  const db = new DaybookDb({
    userId: TEST_USER,
    businessId: TEST_BUSINESS,
    idb: { indexedDB: new IDBFactory(), IDBKeyRange },
    ...options,
  });
  await db.open();
  return db;
};
