import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { databasesOf } from '#app/sign-out/finish-leaving.ts';
import { openMemoryDb, TEST_USER } from '#db/memory-db.ts';
import type { DaybookDb, OpenOptions } from '#db/open.ts';
import type { BornMeta } from '#db/schema.ts';
import { write } from '#db/write.ts';
import { must } from '#domain/errors/assert.ts';
import { toastStore } from '#ui/toast.ts';
import { watchKept } from './kept-here.ts';
import { forgetKept, readKept } from './kept-mark.ts';

let idb: NonNullable<OpenOptions['idb']>;
let over: AbortController;
let begun: number;
beforeEach(() => {
  localStorage.clear();
  toastStore.set(() => ({ toasts: [], kept: [] }));
  idb = { indexedDB: new IDBFactory(), IDBKeyRange };
  over = new AbortController();
  begun = 0;
});
afterEach(() => over.abort());

const watched = async (options: Partial<OpenOptions> = {}): Promise<DaybookDb> => {
  const db = await openMemoryDb({ idb, ...options });
  watchKept(db, () => (begun += 1), over.signal);
  const born = must(await db.meta.get('born'), 'a database knows when it was made');
  await vi.waitFor(() => expect(readKept(db.name)).toMatchObject({ born: (born as BornMeta).id }));
  return db;
};

const leave = (db: DaybookDb): void => {
  over.abort();
  over = new AbortController();
  db.close();
};

/** What a browser does to a site that has not been used for long, or when the disk is full. */
const evict = (): void => {
  idb = { indexedDB: new IDBFactory(), IDBKeyRange };
};

const said = (): string[] =>
  toastStore.get().toasts.map(({ title, description }) => `${title}. ${description}`);

const workOffline = async (db: DaybookDb, times: number): Promise<void> => {
  for (let n = 1; n <= times; n += 1) {
    await write(db, 'client.create', ({ newId }) => {
      const id = newId();
      const value = { id, first_name: 'Ada', last_name: 'L', tags: [] };
      return { ops: [{ table: 'clients', id, op: 'put', value }], value: null };
    });
  }
  await vi.waitFor(() => expect(readKept(db.name)).toMatchObject({ unsent: times }));
};

test('[F22] an empty database where one was says how many changes are lost with it, once', async () => {
  const db = await watched();
  await workOffline(db, 2);
  leave(db);
  evict();
  const anew = await watched();
  await vi.waitFor(() =>
    expect(said()).toEqual([
      'The browser deleted the data on this device. 2 changes were not sent and are lost. All the rest is being loaded again.',
    ]),
  );
  // Whoever missed it finds it in the list.
  expect(toastStore.get().kept).toHaveLength(1);
  leave(anew);
  leave(await watched());
  expect(said()).toHaveLength(1);
  expect(begun).toBe(0);
});

test('[F22] where everything had been sent, nothing is called lost', async () => {
  leave(await watched());
  evict();
  leave(await watched());
  await vi.waitFor(() => expect(said()).toEqual([expect.stringContaining('Nothing is lost')]));
});

test('the same database, another person, or one who left for good and came back: nothing is said', async () => {
  const db = await watched();
  await workOffline(db, 1);
  leave(db);
  leave(await watched());
  leave(await watched({ userId: 'somebody-else' }));
  forgetKept(databasesOf(TEST_USER));
  evict();
  leave(await watched());
  expect(said()).toEqual([]);
});

test('[INV-13] a tab whose database another one deletes remembers nothing of it', async () => {
  const db = await watched();
  const deleted = new Promise((done) => {
    idb.indexedDB.deleteDatabase(db.name).addEventListener('success', done);
  });
  await deleted;
  expect(readKept(db.name)).toBeNull();
  expect(begun).toBe(0);
});
