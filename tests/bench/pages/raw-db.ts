// Bare IndexedDB with the product's tables and indexes: what the platform itself needs.
import { STORES } from '#db/schema.ts';

export const openRaw = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open('raw', 1);
    request.onupgradeneeded = () => {
      for (const [name, schema] of Object.entries(STORES)) {
        const [key, ...indexes] = schema.split(',').map((part) => part.trim());
        const store = request.result.createObjectStore(name, { keyPath: key! });
        for (const index of indexes) {
          const fields = index.startsWith('[') ? index.slice(1, -1).split('+') : index;
          store.createIndex(index, fields);
        }
      }
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error as Error);
  });

export const putAll = (db: IDBDatabase, tables: Record<string, object[]>): Promise<void> =>
  new Promise((resolve, reject) => {
    const names = Object.keys(tables).filter((name) => tables[name]!.length > 0);
    if (names.length === 0) return resolve();
    const transaction = db.transaction(names, 'readwrite', { durability: 'strict' });
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error as Error);
    for (const name of names) {
      const store = transaction.objectStore(name);
      for (const row of tables[name]!) store.put(row);
    }
  });
