/**
 * Files that somebody has chosen and not sent yet, in this browser and nowhere else. Settings hold no
 * bytes, and the database of a business is not there on clients' devices. Private windows and full disks
 * may refuse: then a file is not kept, and the caller says so.
 */
const NAME = 'daybook-chosen-files';
const STORE = 'files';
/** As drafts of forms: what is in them is about somebody, on a device that others may use. */
const KEEP_MS = 7 * 24 * 3600_000;

type Entry = { id: string; data: ArrayBuffer; saved_at_ms: number };

/** false = there is no room, or nothing may be kept here. */
export const keepFile = async (id: string, data: ArrayBuffer, nowMs: number): Promise<boolean> => {
  const kept = await inStore('readwrite', (store) => {
    forgetOld(store, nowMs);
    return store.put({ id, data, saved_at_ms: nowMs } satisfies Entry);
  });
  return kept.ok;
};

/** null = it is not here, or not any more. */
export const readKeptFile = async (id: string): Promise<ArrayBuffer | null> => {
  const found = await inStore('readonly', (store): IDBRequest<Entry | undefined> => store.get(id));
  return found.ok ? (found.value?.data ?? null) : null;
};

export const dropKeptFiles = async (ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  await inStore('readwrite', (store) => {
    for (const id of ids) store.delete(id);
    return null;
  });
};

/** Those of forms that nobody came back to. */
export const dropOldFiles = async (nowMs: number): Promise<void> => {
  await inStore('readwrite', (store) => {
    forgetOld(store, nowMs);
    return null;
  });
};

/** All of them: whoever used this device leaves it clean. Never throws: more than these has to go then. */
export const dropAllKeptFiles = async (): Promise<void> => {
  try {
    const request = indexedDB.deleteDatabase(NAME);
    await new Promise<void>((resolve) => {
      request.onsuccess = () => resolve();
      request.onerror = () => resolve();
      request.onblocked = () => resolve();
    });
  } catch {
    // Where nothing may be kept, nothing was.
  }
};

const forgetOld = (store: IDBObjectStore, nowMs: number): void => {
  const cursors = store.index('saved_at_ms').openCursor(IDBKeyRange.upperBound(nowMs - KEEP_MS));
  cursors.onsuccess = () => {
    cursors.result?.delete();
    cursors.result?.continue();
  };
};

type Outcome<T> = { ok: true; value: T | undefined } | { ok: false };

/** One transaction on its own connection: nothing here is asked for often. Never throws. */
const inStore = async <T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T> | null,
): Promise<Outcome<T>> => {
  try {
    const db = await open();
    try {
      const value = await new Promise<T | undefined>((resolve, reject) => {
        const tx = db.transaction(STORE, mode);
        const request = work(tx.objectStore(STORE));
        tx.oncomplete = () => resolve(request?.result);
        tx.onabort = () => reject(tx.error ?? new Error('It was not kept'));
      });
      return { ok: true, value };
    } finally {
      db.close();
    }
  } catch {
    return { ok: false };
  }
};

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      const store = request.result.createObjectStore(STORE, { keyPath: 'id' });
      store.createIndex('saved_at_ms', 'saved_at_ms');
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('It could not be opened'));
  });
