/**
 * The worker of one tab: wires the engine to the real world and answers its window. Everything that
 * decides lives in core/ and engine/.
 */
import { expose } from 'comlink';
import { PRODUCT_NAME } from '#domain/product.ts';
import { openDb } from '#db/open.ts';
import { createBroadcastChannel } from './adapters/broadcast-channel.ts';
import { createDexieStore } from './adapters/dexie-store.ts';
import { createPictureFiles } from './adapters/picture-files.ts';
import { createPictureShelf } from './adapters/picture-shelf.ts';
import { createSupabaseRemote } from './adapters/supabase-remote.ts';
import { systemClock, systemRandom, systemTimers } from './adapters/system.ts';
import { createWebLocks } from './adapters/web-locks.ts';
import { createTab, type Tab } from './engine/tab.ts';
import type { WorkerApi } from './protocol.ts';

let tab: Tab | null = null;
let begin: (tab: Tab) => void;
let giveUp: (why: Error) => void;
/** Questions may come while the database still opens: they wait for it. */
const running = new Promise<Tab>((resolve, reject) => {
  begin = resolve;
  giveUp = reject;
});
// Whoever asks hears of it; nobody may have asked.
running.catch(() => undefined);

const api: WorkerApi = {
  start: async (config, window) => {
    const opened = await openDb(config);
    if (!opened.ok) {
      giveUp(new Error(`The local database did not open: ${opened.error.code}`));
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
      pictures: {
        shelf: createPictureShelf(db),
        files: createPictureFiles(server, config.businessId),
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
      windowRests: () => window.rests(),
      status: (status) => window.status(status),
      broken: (why) => window.restartMe(why),
    });
    begin(tab);
  },
  event: (event) => tab?.event(event),
  ping: async () => systemClock.nowMs(),
  ensureMonth: async (month) => (await running).ensureMonth(month),
  photo: async (id, submission) => (await running).photo(id, submission),
  check: async () => (await running).check(),
  prepareSignOut: async (timeoutMs) => (await running).prepareSignOut(timeoutMs),
  unsent: async () => (await running).unsent(PRODUCT_NAME),
  resume: async () => (await running).resume(),
  stop: async (everywhere) => tab?.stop(everywhere),
};

expose(api);
