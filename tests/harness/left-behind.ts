import type { Page } from '@playwright/test';

/** In which places of this origin (and tab) one of these texts can still be read. */
export const findIn = (page: Page, secrets: readonly string[]): Promise<string[]> =>
  page.evaluate(
    async (texts) => {
      const found: string[] = [];
      const look = (place: string, content: string): void => {
        if (texts.some((text) => content.includes(text))) found.push(place);
      };
      for (const [place, storage] of [
        ['localStorage', localStorage],
        ['sessionStorage', sessionStorage],
      ] as const) {
        for (const key of Object.keys(storage)) {
          look(`${place} ${key.slice(0, 30)}`, `${key} ${storage.getItem(key) ?? ''}`);
        }
      }
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
          const kept = await cache.match(request);
          look(`cache ${name}`, `${request.url} ${(await kept?.text()) ?? ''}`);
        }
      }
      look('cookies', document.cookie);
      const root = await navigator.storage.getDirectory();
      // The one thing that is kept there is looked for by its name alone.
      for await (const name of (root as unknown as { keys: () => AsyncIterable<string> }).keys()) {
        look('files', name);
      }
      const promised = <T>(request: IDBRequest<T>): Promise<T> =>
        new Promise((done, fail) => {
          request.onsuccess = () => done(request.result);
          request.onerror = () => fail(request.error as Error);
        });
      for (const { name = '' } of await indexedDB.databases()) {
        look(`database name ${name.slice(0, 20)}`, name);
        const db = await promised(indexedDB.open(name));
        for (const store of db.objectStoreNames) {
          const rows = await promised(db.transaction(store).objectStore(store).getAll());
          look(`database ${name.slice(0, 20)}`, JSON.stringify(rows));
        }
        db.close();
      }
      return found;
    },
    [...secrets],
  );
