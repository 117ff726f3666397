/** One browser profile: a disk, a lock manager, a broadcast medium and up to three tabs. */
import type { TableName } from '#domain/rows.ts';
import { toInstant } from '#domain/time/instant.ts';
import type { Op } from '#domain/commands/op.ts';
import type { OutboxEntry } from '#db/schema.ts';
import { createTab, type Tab } from '#sync/engine/tab.ts';
import { createMemoryMedium } from '#sync/fakes/memory-channel.ts';
import { createMemoryLocks } from '#sync/fakes/memory-locks.ts';
import { createMemoryDisk, type MemoryDisk } from '#sync/fakes/memory-disk.ts';
import { createMemoryStore, type MemoryStore } from '#sync/fakes/memory-store.ts';
import type { VirtualTime } from '#sync/fakes/virtual-time.ts';
import type { LocalStore, Locks, Remote } from '#sync/ports.ts';
import type { SyncStatus } from '#sync/protocol.ts';
import type { Link } from './network.ts';
import type { Dice } from './random.ts';

export type SimTab = {
  store: MemoryStore;
  /** The same, with a bug of the catalogue in front of it if there is one. */
  planted: LocalStore;
  tab: Tab;
  visible: boolean;
  frozen: boolean;
  alive: boolean;
  status: SyncStatus | null;
  freeze: (frozen: boolean) => void;
};

export type SimDevice = {
  name: string;
  disk: MemoryDisk;
  link: Link;
  tabs: SimTab[];
  /** Device clock minus true time. */
  skewMs: number;
  /** Whether the person would get a new token when asked. */
  canSignIn: boolean;
  openTab: () => void;
  /** The process dies: nothing is said to anybody, but the browser frees its locks. */
  crash: (tab: SimTab) => void;
  close: (tab: SimTab) => Promise<void>;
  setVisible: (tab: SimTab, visible: boolean) => void;
  /** A person changes something in this tab. Null = the device could not save it. */
  write: (tab: SimTab, name: string, ops: Op[]) => Promise<OutboxEntry | null>;
  signIn: () => void;
};

/** What the catalogue of bugs may put between the real parts. */
export type Plant = {
  store?: (store: LocalStore) => LocalStore;
  remote?: (remote: Remote) => Remote;
  locks?: (locks: Locks) => Locks;
};

export const createDevice = (options: {
  name: string;
  businessId: string;
  link: Link;
  remote: Remote;
  time: VirtualTime;
  trueMs: () => number;
  dice: Dice;
  plant: Plant;
  log: (line: string) => void;
}): SimDevice => {
  const { name, link, time, dice, log } = options;
  const disk = createMemoryDisk();
  const medium = createMemoryMedium((arrive) => void time.after(dice.below(20), arrive));
  const realLocks = createMemoryLocks();
  const browserLocks = options.plant.locks?.(realLocks) ?? realLocks;
  let tokens = 0;

  const device: SimDevice = {
    name,
    disk,
    link,
    tabs: [],
    skewMs: 0,
    canSignIn: true,
    openTab: () => void device.tabs.push(openTab()),
    crash: (simTab) => {
      simTab.alive = false;
      simTab.store.crash();
      deaths.get(simTab)?.();
      device.tabs = device.tabs.filter((other) => other !== simTab);
    },
    close: async (simTab) => {
      device.tabs = device.tabs.filter((other) => other !== simTab);
      await simTab.tab.stop(false);
      simTab.alive = false;
    },
    setVisible: (simTab, visible) => {
      simTab.visible = visible;
      simTab.tab.event(visible ? 'visible' : 'hidden');
    },
    write: async (simTab, mutation, ops) => {
      const tables = [...new Set<TableName>(ops.map((op) => op.table))];
      const at = toInstant(options.trueMs() + device.skewMs + offsetOf(disk));
      try {
        const entry = await simTab.planted.transaction('write', tables, async (tx) => {
          await tx.record({ name: mutation, ops, at });
          return (await tx.outbox()).at(-1);
        });
        simTab.tab.event('wrote');
        return entry ?? null;
      } catch {
        return null;
      }
    },
    signIn: () => {
      device.canSignIn = true;
      for (const { tab } of device.tabs) tab.event('token');
    },
  };
  const deaths = new Map<SimTab, () => void>();

  const openTab = (): SimTab => {
    const mine = dice.fork();
    const store = createMemoryStore({
      businessId: options.businessId,
      userId: link.userId,
      newId: mine.newId,
      disk,
    });
    // A frozen tab stands still: what comes meanwhile happens when it thaws.
    let held: (() => void)[] = [];
    const simTab = { store, visible: true, frozen: false, alive: true, status: null } as SimTab;
    const when = (run: () => void): void => {
      if (!simTab.alive) return;
      if (simTab.frozen) held.push(run);
      else run();
    };
    simTab.freeze = (frozen) => {
      simTab.frozen = frozen;
      if (frozen) return;
      const runs = held;
      held = [];
      for (const run of runs) run();
    };
    const abrupt = new Promise<void>((resolve) => deaths.set(simTab, resolve));
    simTab.planted = options.plant.store?.(store) ?? store;
    const remote = options.plant.remote?.(options.remote) ?? options.remote;
    simTab.tab = createTab({
      store: simTab.planted,
      remote: {
        call: async (...call) => {
          const reply = await remote.call(...call);
          await new Promise<void>((resolve) => when(resolve));
          return reply;
        },
        subscribe: (token, listen) => remote.subscribe(token, (event) => when(() => listen(event))),
      },
      sessions: {
        get: async (refresh) => {
          if (!link.online && refresh) throw new Error('offline');
          if (!device.canSignIn) return null;
          if (refresh) link.token = `${name}-${(tokens += 1)}`;
          return { token: link.token, expiresAtMs: options.trueMs() + 3_600_000 };
        },
      },
      clock: { nowMs: () => options.trueMs() + device.skewMs },
      timers: { after: (delayMs, run) => time.after(delayMs, () => when(run)) },
      random: { next: mine.next, newId: mine.newId },
      log: (level, message, facts) => {
        if (level !== 'debug' || process.env['SIM_DEBUG'])
          log(`${name} ${message} ${JSON.stringify(facts ?? {})}`);
      },
      locks: {
        // The browser takes a dead tab's locks back.
        request: (lock, how, hold) =>
          browserLocks.request(lock, how, (lost) => Promise.race([hold(lost), abrupt])),
      },
      channel: frozenAware(medium.join(), when),
      tabId: `${name}-${mine.newId()}`,
      name,
      visible: true,
      status: (status) => {
        simTab.status = status;
      },
      broken: (why) => {
        log(`${name} broken ${why}`);
        // The window starts a new worker (sync/client.ts).
        time.after(1_000, () => {
          if (!device.tabs.includes(simTab)) return;
          device.crash(simTab);
          device.openTab();
        });
      },
    });
    return simTab;
  };
  return device;
};

const frozenAware = (
  channel: ReturnType<ReturnType<typeof createMemoryMedium>['join']>,
  when: (run: () => void) => void,
) => ({
  ...channel,
  listen: (listener: Parameters<typeof channel.listen>[0]) =>
    channel.listen((message) => when(() => listener(message))),
});

const offsetOf = (disk: MemoryDisk): number => {
  const clock = disk.meta.get('clock');
  return clock?.key === 'clock' ? clock.offset_ms : 0;
};
