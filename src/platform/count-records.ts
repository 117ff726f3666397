import { databaseNames } from './wipe-mark.ts';

/** How many records of `store` all databases that `isOurs` picks hold together. */
export const countRecords = async (
  isOurs: (name: string) => boolean,
  store: string,
  only?: Only,
): Promise<number> => {
  const names = (await databaseNames()).filter(isOurs);
  const counts = await Promise.all(names.map((name) => countIn(name, store, only)));
  return counts.reduce((sum, count) => sum + count, 0);
};

/** Records whose index has this value. */
type Only = { index: string; is: string };

const countIn = (name: string, store: string, only?: Only): Promise<number> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onerror = () => reject(new Error(`Cannot open ${name}`, { cause: opening.error }));
    opening.onsuccess = () => {
      const database = opening.result;
      const finish = (count: number): void => {
        database.close();
        resolve(count);
      };
      if (!database.objectStoreNames.contains(store)) return finish(0);
      const records = database.transaction(store).objectStore(store);
      // A database that an older version left behind has no such index, and no such records.
      if (only && !records.indexNames.contains(only.index)) return finish(0);
      const request = only ? records.index(only.index).count(only.is) : records.count();
      request.onsuccess = () => finish(request.result);
      request.onerror = () => {
        database.close();
        reject(new Error(`Cannot count ${store} of ${name}`, { cause: request.error }));
      };
    };
  });
