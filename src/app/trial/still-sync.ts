import type { SyncHandle } from '#app/sync-handle.ts';
import type { DaybookDb } from '#db/open.ts';
import { databaseName } from '#db/schema.ts';
import { settleTrial } from '#db/trial.ts';
import { countRecords } from '#platform/count-records.ts';
import { INITIAL_STATUS } from '#sync/protocol.ts';
import type { SyncStatus } from '#sync/protocol.ts';
import { createStore } from '#ui/store.ts';

/** In place of sync while a made-up day is open: everything is here, and nothing goes anywhere. */
export const stillSync = (db: DaybookDb): SyncHandle => {
  const status = createStore<SyncStatus>({
    ...INITIAL_STATUS,
    kind: 'idle',
    coverage: { kind: 'full' },
  });
  const stop = settleTrial(db);
  const isReal = (name: string): boolean => name === databaseName(db.userId, db.businessId);
  return {
    db,
    status,
    syncNow: () => undefined,
    check: async () => null,
    // Whoever signs out from here is asked about their own unsent work, not about the made-up day's.
    prepareSignOut: async () => {
      const [changes, pictures] = await Promise.all([
        countRecords(isReal, '_outbox'),
        countRecords(isReal, '_blobs', { index: 'state', is: 'waiting' }),
      ]);
      return changes + pictures;
    },
    resume: async () => undefined,
    unsent: () => Promise.reject(new Error('End the made-up day first: your own work is not open')),
    stop: async () => stop(),
  };
};
