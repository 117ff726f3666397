/** A device in Node: the whole engine on Dexie, against the real backend, with a network to switch off. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import WebSocket from 'ws';
import { TABLES, type AnyRow, type Uuid } from '#domain/rows.ts';
import { DaybookDb } from '#db/open.ts';
import { createDexieStore } from '#sync/adapters/dexie-store.ts';
import { createSupabaseRemote } from '#sync/adapters/supabase-remote.ts';
import { systemClock, systemRandom, systemTimers } from '#sync/adapters/system.ts';
import { createTab } from '#sync/engine/tab.ts';
import { createMemoryMedium } from '#sync/fakes/memory-channel.ts';
import { createMemoryLocks } from '#sync/fakes/memory-locks.ts';
import type { Remote } from '#sync/ports.ts';
import type { SyncStatus } from '#sync/protocol.ts';
import type { TestBackend } from './backend.ts';

/** `losePushReplies`: so many pushes arrive, and their answers do not. */
export type EngineNetwork = { online: boolean; losePushReplies: number; realtime: boolean };

export const goodNetwork = (): EngineNetwork => ({
  online: true,
  losePushReplies: 0,
  realtime: true,
});

type EngineDeviceOptions = {
  backend: TestBackend;
  businessId: Uuid;
  userId: Uuid;
  /** Of the session of that person. */
  token: string;
  network?: EngineNetwork;
  /** What the device's own clock says to the commands; the time by default. */
  nowMs?: () => number;
};

export type EngineDevice = Awaited<ReturnType<typeof openEngineDevice>>;

export const openEngineDevice = async ({
  backend,
  businessId,
  userId,
  token,
  network = goodNetwork(),
  nowMs = Date.now,
}: EngineDeviceOptions) => {
  const db = new DaybookDb({
    userId,
    businessId,
    nowMs,
    idb: { indexedDB: new IDBFactory(), IDBKeyRange },
  });
  await db.open();
  let status: SyncStatus | null = null;
  const watching = new Set<() => void>();
  const real = createSupabaseRemote(
    { url: backend.url, publishableKey: backend.publishableKey },
    businessId,
    { transport: WebSocket as never },
  );
  const remote: Remote = {
    call: async (...call) => {
      if (!network.online) return { kind: 'unreachable' };
      const reply = await real.call(...call);
      if (call[0] !== 'sync_push' || network.losePushReplies === 0) return reply;
      network.losePushReplies -= 1;
      return { kind: 'unreachable' };
    },
    subscribe: (...join) =>
      network.realtime
        ? real.subscribe(...join)
        : { setToken: () => undefined, close: () => undefined },
  };
  const tab = createTab({
    store: createDexieStore(db),
    remote,
    sessions: { get: async () => ({ token, userId, expiresAtMs: Date.now() + 3_600_000 }) },
    clock: systemClock,
    timers: systemTimers,
    random: systemRandom(db.newId),
    log: () => undefined,
    locks: createMemoryLocks(),
    channel: createMemoryMedium().join(),
    tabId: db.newId(),
    name: db.name,
    visible: true,
    status: (next) => {
      status = next;
      for (const look of watching) look();
    },
    broken: (why) => {
      throw new Error(why);
    },
  });
  db.onWrote(() => tab.event('wrote'));
  const device = {
    db,
    tab,
    network,
    /** Resolves when the device's status is like this; the test's limit ends a wait in vain. */
    reaches: (wanted: (status: SyncStatus) => boolean | Promise<boolean>) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (status === null) return;
          void Promise.resolve(wanted(status)).then((yes) => {
            if (!yes) return;
            watching.delete(look);
            resolve();
          });
        };
        watching.add(look);
        look();
      }),
    /** Nothing waits, also not what the status has not counted yet. */
    synced: () =>
      device.reaches(
        async ({ kind, pendingCount }) =>
          kind === 'idle' && pendingCount === 0 && (await db.outbox.count()) === 0,
      ),
    goOnline: async () => {
      network.online = true;
      tab.event('online');
      await device.synced();
    },
    stop: () => tab.stop(false),
  };
  return device;
};

/** Every row that a device has, by table. */
export const everythingOn = async (db: DaybookDb): Promise<Record<string, AnyRow[]>> => {
  const rows: Record<string, AnyRow[]> = {};
  for (const table of TABLES) rows[table] = await db.table(table).orderBy('id').toArray();
  return rows;
};
