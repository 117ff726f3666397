import { log } from './log.ts';
import { readSetting, writeSetting } from './storage.ts';

/** A deletion that another tab holds up is given this long; then the mark takes over. */
const BLOCKED_MS = 3_000;
const MARK = 'daybook-wipe';

/**
 * Deletes the databases of this site that `isOurs` picks by name, and checks that they are gone. What another tab still holds open is marked, and `finishWipe` deletes it at the next start.
 * Answers the names that are still there.
 */
export const wipeDatabases = async (isOurs: (name: string) => boolean): Promise<string[]> => {
  const names = (await databaseNames()).filter(isOurs);
  await Promise.all(names.map(deleteDatabase));
  const left = (await databaseNames()).filter(isOurs);
  writeSetting(MARK, left.length > 0 ? JSON.stringify(left) : null);
  if (left.length > 0) log('info', 'A wipe waits for the next start', { count: left.length });
  return left;
};

/** How many records of `store` all databases that `isOurs` picks hold together. */
export const countRecords = async (
  isOurs: (name: string) => boolean,
  store: string,
): Promise<number> => {
  const names = (await databaseNames()).filter(isOurs);
  const counts = await Promise.all(names.map((name) => countIn(name, store)));
  return counts.reduce((sum, count) => sum + count, 0);
};

const countIn = (name: string, store: string): Promise<number> =>
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
      const request = database.transaction(store).objectStore(store).count();
      request.onsuccess = () => finish(request.result);
      request.onerror = () => {
        database.close();
        reject(new Error(`Cannot count ${store} of ${name}`, { cause: request.error }));
      };
    };
  });

/** Finishes what a wipe had to leave. Before anything of the signed-in side is painted. */
export const finishWipe = async (): Promise<void> => {
  const names = markedNames();
  if (names.length === 0) return;
  await Promise.all(names.map(deleteDatabase));
  const there = new Set(await databaseNames());
  const left = names.filter((name) => there.has(name));
  writeSetting(MARK, left.length > 0 ? JSON.stringify(left) : null);
};

const markedNames = (): string[] => {
  try {
    const names: unknown = JSON.parse(readSetting(MARK) ?? '[]');
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
};

const databaseNames = async (): Promise<string[]> =>
  (await indexedDB.databases()).flatMap(({ name }) => name ?? []);

/** Resolves when it is gone, refused or held up for too long: the caller looks for itself. */
const deleteDatabase = (name: string): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, BLOCKED_MS);
    const done = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = done;
    request.onerror = done;
  });
