import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { FIRST_STORES } from '#db/first-version.ts';
import { must } from '#domain/errors/assert.ts';

/**
 * What the database of the signed-in person holds on this device, read past the app. `only` keeps what
 * has these values: of a big table the rest need not travel.
 */
export const localRows = async (
  page: Page,
  store: string,
  only: Record<string, unknown> = {},
): Promise<Record<string, unknown>[]> => {
  const own = await ownDatabase(page);
  if (own === null) return [];
  return page.evaluate(
    async ({ database: databaseName, store: name, wanted }) => {
      const opened = indexedDB.open(databaseName);
      const database = await new Promise<IDBDatabase>((done, fail) => {
        opened.onsuccess = () => done(opened.result);
        opened.onerror = () => fail(opened.error);
      });
      const all = database.transaction(name).objectStore(name).getAll();
      return new Promise<Record<string, unknown>[]>((done, fail) => {
        all.onerror = () => fail(all.error);
        all.onsuccess = () => {
          database.close();
          const rows = all.result as Record<string, unknown>[];
          done(rows.filter((row) => wanted.every(([field, value]) => row[field] === value)));
        };
      });
    },
    { database: own, store, wanted: Object.entries(only) },
  );
};

/** How many rows of a table this device holds, without fetching them. */
export const countLocalRows = async (page: Page, store: string): Promise<number> => {
  const own = await ownDatabase(page);
  if (own === null) return 0;
  return page.evaluate(
    async ({ database: databaseName, store: name }) => {
      const opened = indexedDB.open(databaseName);
      const database = await new Promise<IDBDatabase>((done, fail) => {
        opened.onsuccess = () => done(opened.result);
        opened.onerror = () => fail(opened.error);
      });
      const count = database.transaction(name).objectStore(name).count();
      return new Promise<number>((done, fail) => {
        count.onerror = () => fail(count.error);
        count.onsuccess = () => {
          database.close();
          done(count.result);
        };
      });
    },
    { database: own, store },
  );
};

/** Others may have left sealed work of theirs on this device; null = nobody has a database here. */
const ownDatabase = (page: Page): Promise<string | null> =>
  page.evaluate(async () => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token')) ?? '';
    const session = JSON.parse(localStorage.getItem(key) ?? '{}') as { user?: { id?: string } };
    const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
    const ours = names.filter((name) => name.startsWith('daybook-f'));
    return ours.find((name) => name.includes(session.user?.id ?? '')) ?? ours[0] ?? null;
  });

/**
 * A booked appointment with a client that is to come: not in the next hours, or it would begin while
 * a test is at it.
 */
export const visitAhead = async (
  page: Page,
): Promise<{ id: string; client_id: string; starts_at: string }> => {
  const from = new Date(Date.now() + 6 * 3_600_000).toISOString();
  const ahead = (await localRows(page, 'appointments')).filter(
    ({ status, client_id, starts_at }) =>
      status === 'booked' && client_id !== null && String(starts_at) > from,
  );
  const [next] = ahead.toSorted((a, b) =>
    String(a['starts_at']) < String(b['starts_at']) ? -1 : 1,
  );
  if (!next) throw new Error('Nobody is coming');
  return {
    id: String(next['id']),
    client_id: String(next['client_id']),
    starts_at: String(next['starts_at']),
  };
};

/** The names of the changes that wait to be sent, in their order. */
export const waitingChanges = async (page: Page): Promise<string[]> =>
  (await localRows(page, '_outbox')).map(({ name }) => String(name));

/** Nothing of the business is still to be loaded: what comes from now on is news. */
const hasEverything = async (page: Page): Promise<boolean> => {
  const coverage = (await localRows(page, '_meta')).find(({ key }) => key === 'coverage');
  const missing = coverage?.['missing'];
  return Array.isArray(missing) && missing.length === 0 && coverage?.['clients'] === 'all';
};

/** Waits for that: what is counted before it may still grow. */
export const expectEverythingHere = (page: Page): Promise<void> =>
  expect.poll(() => hasEverything(page)).toBe(true);

/** What Dexie makes of the first version of the app's database. */
export const FIRST_VERSION = 10;

/** The version of the database of whoever is signed in, as the browser keeps it. */
export const databaseVersion = async (page: Page): Promise<number | undefined> => {
  const own = await ownDatabase(page);
  return page.evaluate(
    async (wanted) => (await indexedDB.databases()).find(({ name }) => name === wanted)?.version,
    own,
  );
};

/**
 * Makes the database of this device one of the first version with what that one knew, as on a device
 * that nobody has used for long. The page must not run the app.
 */
export const backToFirstVersion = async (page: Page): Promise<void> => {
  const own = must(await ownDatabase(page), 'somebody has a database here');
  await page.evaluate(
    async ({ name, stores, version }) => {
      const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
        new Promise((done, fail) => {
          request.onsuccess = () => done(request.result);
          request.onerror = () => fail(request.error);
        });
      const now = await answerOf(indexedDB.open(name));
      const rows = new Map<string, unknown[]>();
      for (const store of Object.keys(stores)) {
        rows.set(store, await answerOf(now.transaction(store).objectStore(store).getAll()));
      }
      now.close();
      await answerOf(indexedDB.deleteDatabase(name));
      const opening = indexedDB.open(name, version);
      opening.onupgradeneeded = () => {
        for (const [store, schema] of Object.entries(stores)) {
          const [keyPath = '', ...indexes] = schema.split(',').map((part) => part.trim());
          const made = opening.result.createObjectStore(store, { keyPath });
          for (const index of indexes) made.createIndex(index, index);
        }
      };
      const old = await answerOf(opening);
      for (const [store, list] of rows) {
        const transaction = old.transaction(store, 'readwrite');
        for (const row of list) transaction.objectStore(store).put(row);
        await new Promise<void>((done, fail) => {
          transaction.oncomplete = () => done();
          transaction.onerror = () => fail(transaction.error);
        });
      }
      old.close();
    },
    { name: own, stores: FIRST_STORES, version: FIRST_VERSION },
  );
};

/** Damages what this device holds, as a broken disk or a bug of an older version could have. */
export const damageRow = (
  page: Page,
  store: string,
  change: Record<string, unknown>,
): Promise<void> =>
  page.evaluate(
    async ({ name, fields }) => {
      const names = (await indexedDB.databases()).map((database) => database.name ?? '');
      const opened = indexedDB.open(names.find((one) => one.startsWith('daybook-f')) ?? '');
      const database = await new Promise<IDBDatabase>((done, fail) => {
        opened.onsuccess = () => done(opened.result);
        opened.onerror = () => fail(opened.error);
      });
      const rows = database.transaction(name, 'readwrite').objectStore(name);
      await new Promise<void>((done, fail) => {
        rows.transaction.oncomplete = () => done();
        rows.transaction.onerror = () => fail(rows.transaction.error);
        const all = rows.getAll();
        all.onsuccess = () => rows.put({ ...all.result[0], ...fields });
      });
      database.close();
    },
    { name: store, fields: change },
  );

/** Makes the token on this device one that ended an hour ago. Answers it, still good for the server. */
export const expireToken = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token')) ?? '';
    const session = JSON.parse(localStorage.getItem(key) ?? '') as Record<string, unknown>;
    const ended = Math.floor(Date.now() / 1000) - 3600;
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: ended }));
    return String(session['access_token']);
  });

/** The pictures on this device, byte for byte as letters, so that marks can be searched in them. */
export const picturesOf = (page: Page): Promise<{ id: string; text: string }[]> =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map((database) => database.name ?? '');
    const opened = indexedDB.open(names.find((one) => one.startsWith('daybook-f')) ?? '');
    const database = await new Promise<IDBDatabase>((done, fail) => {
      opened.onsuccess = () => done(opened.result);
      opened.onerror = () => fail(opened.error);
    });
    const all = database.transaction('_blobs').objectStore('_blobs').getAll();
    const entries = await new Promise<{ id: string; data: ArrayBuffer | null }[]>((done, fail) => {
      all.onerror = () => fail(all.error);
      all.onsuccess = () => done(all.result as { id: string; data: ArrayBuffer | null }[]);
    });
    database.close();
    return entries.flatMap(({ id, data }) =>
      data === null ? [] : [{ id, text: new TextDecoder('latin1').decode(data) }],
    );
  });

/** Everything that this browser holds: each store of each database, and what tabs remember. */
export const textOnDevice = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const texts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
    for (const { name = '' } of await indexedDB.databases()) {
      const opened = indexedDB.open(name);
      const database = await new Promise<IDBDatabase>((done, fail) => {
        opened.onsuccess = () => done(opened.result);
        opened.onerror = () => fail(opened.error);
      });
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store).getAll();
        texts.push(
          await new Promise<string>((done, fail) => {
            all.onsuccess = () => done(JSON.stringify(all.result));
            all.onerror = () => fail(all.error);
          }),
        );
      }
      database.close();
    }
    return texts.join(' ');
  });
