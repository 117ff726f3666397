/** One browser profile: a disk, a lock manager, a broadcast medium and up to three tabs. */
import type { TableName } from '#domain/rows.ts';
import { toInstant } from '#domain/time/instant.ts';
import type { Op } from '#domain/commands/op.ts';
import type { CrashPoint } from '#db/crash-point.ts';
import type { OutboxEntry } from '#db/schema.ts';
import { createTab, type Tab } from '#sync/engine/tab.ts';
import { createMemoryMedium } from '#sync/fakes/memory-channel.ts';
import { createMemoryLocks } from '#sync/fakes/memory-locks.ts';
import { createMemoryDisk, type MemoryDisk } from '#sync/fakes/memory-disk.ts';
import { createMemoryStore, type MemoryStore } from '#sync/fakes/memory-store.ts';
import type { VirtualTime } from '#sync/fakes/virtual-time.ts';
import { StorageError, type LocalStore, type Locks, type Remote } from '#sync/ports.ts';
import type { SyncStatus } from '#sync/protocol.ts';
import type { Link } from './network.ts';
import { createDice, mix } from './random.ts';
import { withStorageFaults, type StorageFault } from './storage-faults.ts';

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
  storageFault: (fault: StorageFault | null) => void;
};

export type SimDevice = {
  name: string;
  disk: MemoryDisk;
  link: Link;
  tabs: SimTab[];
  /** Not part of this run: see shrink.ts. */
  isAbsent: boolean;
  /** Device clock minus true time. */
  skewMs: number;
  /** Whether the person would get a new token when asked. */
  canSignIn: boolean;
  /** The next renewal of the token is granted, but its answer is lost. */
  losesNextToken: boolean;
  /** The process of whatever tab is there dies when it comes to this place. */
  armed: CrashPoint | null;
  openTab: () => void;
  /** The process dies: nothing is said to anybody, but the browser frees its locks. */
  crash: (tab: SimTab) => void;
  close: (tab: SimTab) => Promise<void>;
  setVisible: (tab: SimTab, visible: boolean) => void;
  /**
   * A person changes something in this tab. Null = it is not stored; not `isSaid` = it is, but the
   * process died before the screen could say so. `look` runs when the transaction has begun.
   */
  write: (
    tab: SimTab,
    name: string,
    ops: Op[],
    look?: () => void,
    /** The row as a form showed it that was open for a while. */
    seen?: { table: TableName; id: string; rev: number },
  ) => Promise<{ entry: OutboxEntry; isSaid: boolean } | null>;
  /** The screen has said saved; the worker hears of it. */
  wrote: (tab: SimTab) => void;
  signIn: () => void;
};

/** What the catalogue of bugs may put between the real parts. */
export type Plant = {
  store?: (store: LocalStore) => LocalStore;
  remote?: (remote: Remote) => Remote;
  locks?: (locks: Locks) => Locks;
};

/** How long after a crash the person opens the app again. */
const REOPEN_MS = 5_000;

export const createDevice = (options: {
  name: string;
  seed: number;
  businessId: string;
  link: Link;
  remote: Remote;
  time: VirtualTime;
  trueMs: () => number;
  plant: Plant;
  log: (line: string) => void;
  count: (event: string) => void;
}): SimDevice => {
  const { name, link, time, log, count } = options;
  const dice = createDice(options.seed);
  const disk = createMemoryDisk();
  const medium = createMemoryMedium((arrive) => void time.after(dice.below(20), arrive));
  const realLocks = createMemoryLocks();
  const browserLocks = options.plant.locks?.(realLocks) ?? realLocks;
  const deaths = new Map<SimTab, () => void>();
  let tokens = 0;
  let tabsOpened = 0;

  const device: SimDevice = {
    name,
    disk,
    link,
    tabs: [],
    isAbsent: false,
    skewMs: 0,
    canSignIn: true,
    losesNextToken: false,
    armed: null,
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
    write: async (simTab, mutation, ops, look, seen) => {
      const tables = [...new Set<TableName>(ops.map((op) => op.table))];
      const at = toInstant(options.trueMs() + device.skewMs + offsetOf(disk));
      const save = () =>
        simTab.planted.transaction('write', tables, async (tx) => {
          look?.();
          const row = seen && disk.tables.get(seen.table)?.get(seen.id);
          // As the window's commands do (src/db/commands/edit-row.ts).
          const isOlder = seen !== undefined && row?.rev !== seen.rev;
          await tx.record({ name: mutation, ops, at, ...(isOlder ? { seenRev: seen.rev } : {}) });
          return (await tx.outbox()).at(-1);
        });
      const died = new Promise<'died'>((resolve) => {
        const before = deaths.get(simTab);
        deaths.set(simTab, () => {
          before?.();
          resolve('died');
        });
      });
      try {
        const entry = await Promise.race([save(), died]);
        reached(simTab, 'CP-02');
        return entry === 'died' || entry === undefined ? null : { entry, isSaid: simTab.alive };
      } catch (error) {
        // Only storage may say no; anything else is a bug of ours.
        if (error instanceof StorageError) return null;
        throw error;
      }
    },
    wrote: (simTab) => {
      reached(simTab, 'CP-03');
      if (simTab.alive) simTab.tab.event('wrote');
    },
    signIn: () => {
      device.canSignIn = true;
      link.foreign = null;
      link.token = `${name}-${(tokens += 1)}`;
      for (const { tab } of device.tabs) tab.event('token');
    },
  };

  const reached = (simTab: SimTab, point: CrashPoint): void => {
    count(`at ${point}`);
    if (device.armed !== point || !simTab.alive) return;
    device.armed = null;
    count(`died at ${point}`);
    log(`${name} dies at ${point}`);
    if (device.tabs.length > 1 && simTab.status?.leads) count('leader died beside another tab');
    device.crash(simTab);
    time.after(REOPEN_MS, () => {
      if (device.tabs.length === 0 && !device.isAbsent) device.openTab();
    });
  };

  const openTab = (): SimTab => {
    const mine = createDice(mix(options.seed, (tabsOpened += 1)));
    const simTab = {
      visible: true,
      frozen: false,
      alive: true,
      status: null as SyncStatus | null,
    } as SimTab;
    const store = createMemoryStore({
      businessId: options.businessId,
      userId: link.userId,
      newId: mine.newId,
      disk,
      reached: (point) => reached(simTab, point),
    });
    simTab.store = store;
    // A frozen tab stands still: what comes meanwhile happens when it thaws.
    let held: (() => void)[] = [];
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
    const faulty = withStorageFaults(simTab.planted, time, (fault) => count(`storage ${fault}`));
    simTab.storageFault = faulty.next;
    const remote = options.plant.remote?.(options.remote) ?? options.remote;
    simTab.tab = createTab({
      store: faulty.store,
      remote: {
        call: async (...call) => {
          // The process may have died a line ago.
          if (!simTab.alive) return new Promise(() => undefined);
          const reply = await remote.call(...call);
          await new Promise<void>((resolve) => when(resolve));
          return reply;
        },
        subscribe: (token, listen) => remote.subscribe(token, (event) => when(() => listen(event))),
      },
      sessions: {
        get: async (refresh) => {
          if (!simTab.alive) return new Promise(() => undefined);
          if (!link.online && refresh) throw new Error('offline');
          if (link.foreign !== null) {
            const { token, userId } = link.foreign;
            return { token, userId, expiresAtMs: options.trueMs() + 3_600_000 };
          }
          if (!device.canSignIn) return null;
          if (refresh) {
            link.token = `${name}-${(tokens += 1)}`;
            if (device.losesNextToken) {
              device.losesNextToken = false;
              count('token renewed, answer lost');
              throw new Error('the answer was lost');
            }
          }
          return {
            token: link.token,
            userId: link.userId,
            expiresAtMs: options.trueMs() + 3_600_000,
          };
        },
      },
      clock: { nowMs: () => options.trueMs() + device.skewMs },
      timers: { after: (delayMs, run) => time.after(delayMs, () => when(run)) },
      random: { next: mine.next, newId: mine.newId },
      // So that one batch leaves while the one before is stored.
      batchMax: options.seed % 2 === 0 ? 2 : undefined,
      log: (level, message, facts) => {
        if (message === 'state') count(`state ${String(facts?.['to'])}`);
        else count(`log ${message}`);
        if (level !== 'debug' || process.env['SIM_DEBUG'])
          log(`${name} ${message} ${JSON.stringify(facts ?? {})}`);
      },
      locks: {
        // The browser takes a dead tab's locks back.
        request: (lock, how, hold) =>
          browserLocks.request(lock, how, (lost) => Promise.race([hold(lost), abrupt])),
      },
      channel: whileAlive(medium.join(), simTab, when),
      tabId: `${name}-${mine.newId()}`,
      name,
      visible: true,
      reached: (point) => reached(simTab, point),
      status: (status) => {
        simTab.status = status;
      },
      broken: (why) => {
        log(`${name} broken ${why}`);
        count('worker replaced');
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

const whileAlive = (
  channel: ReturnType<ReturnType<typeof createMemoryMedium>['join']>,
  tab: SimTab,
  when: (run: () => void) => void,
) => ({
  ...channel,
  post: (message: Parameters<typeof channel.post>[0]) => {
    if (tab.alive) channel.post(message);
  },
  listen: (listener: Parameters<typeof channel.listen>[0]) =>
    channel.listen((message) => when(() => listener(message))),
});

const offsetOf = (disk: MemoryDisk): number => {
  const clock = disk.meta.get('clock');
  return clock?.key === 'clock' ? clock.offset_ms : 0;
};
