import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { openMemoryDb } from '#db/memory-db.ts';
import { createDexieStore } from '#sync/adapters/dexie-store.ts';
import { createMemoryDisk } from '#sync/fakes/memory-disk.ts';
import { createMemoryStore } from '#sync/fakes/memory-store.ts';
import { ID, localStoreContract } from './local-store.ts';

localStoreContract('memory', async () => {
  const disk = createMemoryDisk();
  let ids = 100;
  const open = () =>
    createMemoryStore({ businessId: ID(1), userId: ID(2), newId: () => ID((ids += 1)), disk });
  return { store: open(), other: async () => open() };
});

localStoreContract('Dexie', async () => {
  const idb = { indexedDB: new IDBFactory(), IDBKeyRange };
  const open = async () => createDexieStore(await openMemoryDb({ idb }));
  return { store: await open(), other: open };
});
