import type { DaybookDb } from '#db/open.ts';
import type { SyncStatus, UnsentWork } from '#sync/protocol.ts';
import type { Store } from '#ui/store.ts';

/** What the screens around the app need of sync: how it is, and the few things a person may ask. */
export type SyncHandle = {
  db: DaybookDb;
  status: Store<SyncStatus>;
  syncNow: () => void;
  /** Compares this device with the server and repairs; how many parts differed, or null. */
  check: () => Promise<{ differed: number } | null>;
  /** Stops all tabs and sends what is left; how many changes remain. */
  prepareSignOut: (timeoutMs: number) => Promise<number>;
  /** The person stays after all. */
  resume: () => Promise<void>;
  unsent: () => Promise<UnsentWork>;
  stop: (everywhere?: boolean) => Promise<void>;
};
