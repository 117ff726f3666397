import type { DaybookDb } from '#db/open.ts';
import { INITIAL_STATUS } from '#sync/protocol.ts';
import type { SyncStatus } from '#sync/protocol.ts';
import { createStore } from '#ui/store.ts';
import type { SyncHandle } from './sync-handle.ts';

/** Starts sync for an open database and hands its state to the screens. */
export const joinSync = (db: DaybookDb): SyncHandle => ({
  db,
  status: createStore<SyncStatus>({ ...INITIAL_STATUS, kind: 'stopped' }),
  syncNow: () => undefined,
  check: () => Promise.resolve(null),
  prepareSignOut: () => db.outbox.count(),
  resume: () => Promise.resolve(),
  unsent: () => Promise.reject(new Error('Sync has not started')),
  stop: () => Promise.resolve(),
});
