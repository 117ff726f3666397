/** What a browser's storage does to the engine's transactions, besides being full or gone. */
import type { VirtualTime } from '#sync/fakes/virtual-time.ts';
import { StorageError, type LocalStore } from '#sync/ports.ts';

/**
 * `abort` = the next write is rolled back at its very end. `hang` = the next transaction never ends.
 * `late` = the next write commits, but says so only after everybody has given it up.
 */
export type StorageFault = 'abort' | 'hang' | 'late';

const LATE_MS = 12_000;

export const withStorageFaults = (
  store: LocalStore,
  time: VirtualTime,
  happened: (fault: StorageFault) => void,
): { store: LocalStore; next: (fault: StorageFault | null) => void } => {
  let next: StorageFault | null = null;
  const take = (): StorageFault | null => {
    const fault = next;
    next = null;
    if (fault !== null) happened(fault);
    return fault;
  };
  return {
    next: (fault) => {
      next = fault;
    },
    store: {
      ...store,
      transaction: (mode, tables, work) => {
        if (next === null || mode === 'read') return store.transaction(mode, tables, work);
        const fault = take();
        if (fault === 'hang') return new Promise(() => undefined);
        if (fault === 'abort') {
          return store.transaction(mode, tables, async (tx) => {
            await work(tx);
            throw new StorageError('lost');
          });
        }
        const done = store.transaction(mode, tables, work);
        return new Promise((resolve, reject) => {
          done.then(
            (value) => time.after(LATE_MS, () => resolve(value)),
            (error: unknown) => reject(error as Error),
          );
        });
      },
    },
  };
};
