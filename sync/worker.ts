/**
 * The worker of one tab: wires the engine to the real world and answers its window. Everything that
 * decides lives in core/ and engine/.
 */
import { expose } from 'comlink';
import { PRODUCT_NAME } from '#domain/product.ts';
import { openDb } from '#db/open.ts';
import { must } from '#domain/errors/assert.ts';
import { createBroadcastChannel } from './adapters/broadcast-channel.ts';
import { createDexieStore } from './adapters/dexie-store.ts';
import { createPhotoFiles } from './adapters/photo-files.ts';
import { createPhotoShelf } from './adapters/photo-shelf.ts';
import { createSupabaseRemote } from './adapters/supabase-remote.ts';
import { systemClock, systemRandom, systemTimers } from './adapters/system.ts';
import { createWebLocks } from './adapters/web-locks.ts';
import { createTab, type Tab } from './engine/tab.ts';
import type { WorkerApi } from './protocol.ts';

let tab: Tab | null = null;
const running = (): Tab => must(tab, 'the worker was started');

const api: WorkerApi = {
  start: async (config, window) => {
    const opened = await openDb(config);
    if (!opened.ok) {
      window.restartMe(opened.error.code);
      return;
    }
    const db = opened.value;
    db.onTrouble((trouble) => {
      // `superseded`: another tab deletes or upgrades it; a new worker would stand in the way.
      if (trouble === 'superseded') void tab?.stop(false);
    });
    const server = { url: config.backendUrl, publishableKey: config.publishableKey };
    tab = createTab({
      store: createDexieStore(db),
      remote: createSupabaseRemote(server, config.businessId),
      photos: {
        shelf: createPhotoShelf(db),
        files: createPhotoFiles(server, config.businessId),
      },
      sessions: { get: (refresh) => window.accessToken(refresh) },
      clock: systemClock,
      timers: systemTimers,
      random: systemRandom(db.newId),
      log: (level, message, facts) => window.log(level, message, facts ?? {}),
      locks: createWebLocks(navigator.locks),
      channel: createBroadcastChannel(db.name),
      tabId: db.newId(),
      name: db.name,
      visible: config.visible,
      status: (status) => window.status(status),
      broken: (why) => window.restartMe(why),
    });
  },
  event: (event) => tab?.event(event),
  ping: async () => systemClock.nowMs(),
  ensureMonth: (month) => running().ensureMonth(month),
  photo: (id) => running().photo(id),
  check: () => running().check(),
  prepareSignOut: (timeoutMs) => running().prepareSignOut(timeoutMs),
  unsent: () => running().unsent(PRODUCT_NAME),
  resume: async () => running().resume(),
  stop: async (everywhere) => tab?.stop(everywhere),
};

expose(api);
