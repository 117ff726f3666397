/**
 * A business, its server and one browser with tabs, all in memory and on virtual time: what tests of
 * the engine stand on. The network does what `answer` says; by default it works.
 */
import type { Uuid } from '#domain/rows.ts';
import { toInstant } from '#domain/time/instant.ts';
import { createUuidV7Source } from '#domain/ids/uuid-v7.ts';
import type { Op } from '#domain/commands/op.ts';
import type { RawReply } from '../core/failure.ts';
import type { RpcName } from '../core/wire.ts';
import { createTab, type Tab } from '../engine/tab.ts';
import type { Deps } from '../engine/deps.ts';
import type { PokeEvent, Remote } from '../ports.ts';
import type { Session, SyncStatus } from '../protocol.ts';
import { createMemoryMedium } from './memory-channel.ts';
import { createMemoryDisk } from './memory-disk.ts';
import { createMemoryLocks } from './memory-locks.ts';
import { createMemoryRemote } from './memory-remote.ts';
import { createMemoryStore, type MemoryStore } from './memory-store.ts';
import { createModelServer } from './model-server.ts';
import { createVirtualTime } from './virtual-time.ts';

const START_MS = Date.UTC(2026, 10, 21, 9);

export type WorldTab = {
  tab: Tab;
  store: MemoryStore;
  statuses: SyncStatus[];
  status: () => SyncStatus | undefined;
  broken: string[];
  /** A frozen tab hears and does nothing until it thaws; its lock stays held. */
  setFrozen: (frozen: boolean) => void;
};

export const createSmallWorld = () => {
  const time = createVirtualTime(START_MS, settle);
  let seed = 1;
  const newId = createUuidV7Source({
    nowMs: () => START_MS,
    randomBytes: (count) => Uint8Array.from({ length: count }, () => (seed = (seed * 73) % 251)),
  });
  const businessId: Uuid = newId();
  const userId: Uuid = newId();
  const server = createModelServer({ businessId, nowMs: time.nowMs, newId });
  server.users.set(userId, { id: userId, role: 'owner', active: true, epoch: 0 });
  const remote = createMemoryRemote(server, new Map([['token', userId]]));
  const disk = createMemoryDisk();
  const medium = createMemoryMedium();
  const locks = createMemoryLocks();
  const calls: { name: RpcName; args: Record<string, unknown> }[] = [];
  const channels = new Set<(event: PokeEvent) => void>();
  let joins = 0;

  const world = {
    time,
    server,
    disk,
    userId,
    businessId,
    newId,
    calls,
    /** Another reply than the server's, or null to ask the server. */
    answer: (_name: RpcName, _args: Record<string, unknown>): RawReply | null => null,
    /** What a reply waits for on its way back. */
    hold: async (_name: RpcName, _args: Record<string, unknown>): Promise<void> => undefined,
    /** What the window says about the session. */
    session: async (_refresh: boolean): Promise<Session | null> => ({
      token: 'token',
      userId,
      expiresAtMs: time.nowMs() + 3_600_000,
    }),
    realtime: true,
    /** Channels that stay open and tell nothing, as in a dead spot before anybody notices. */
    isSilent: false,
    /** How often a channel was joined so far. */
    joins: () => joins,
    poke: (event: PokeEvent) => {
      for (const listen of channels) listen(event);
    },
    openTab: (
      options: { visible?: boolean; store?: MemoryStore } & Pick<
        Deps,
        'batchMax' | 'windowRests'
      > = {},
    ): WorldTab => {
      const store = options.store ?? createMemoryStore({ businessId, userId, newId, disk });
      const statuses: SyncStatus[] = [];
      const broken: string[] = [];
      let frozen = false;
      let held: (() => void)[] = [];
      const when = (run: () => void) => (frozen ? held.push(run) : run());
      const channel = medium.join();
      const tab = createTab({
        store,
        remote: remoteOf(),
        sessions: { get: (refresh) => world.session(refresh) },
        clock: time,
        timers: { after: (delayMs, run) => time.after(delayMs, () => when(run)) },
        random: { next: () => 0.5, newId },
        log: () => undefined,
        batchMax: options.batchMax,
        windowRests: options.windowRests,
        locks,
        channel: {
          ...channel,
          listen: (listener) => channel.listen((message) => when(() => listener(message))),
        },
        tabId: newId(),
        name: 'daybook',
        visible: options.visible ?? true,
        status: (status) => statuses.push(status),
        broken: (why) => broken.push(why),
      });
      return {
        tab,
        store,
        statuses,
        status: () => statuses.at(-1),
        broken,
        setFrozen: (next) => {
          frozen = next;
          if (frozen) return;
          const runs = held;
          held = [];
          for (const run of runs) run();
        },
      };
    },
    /** Saves a change without telling anybody. */
    store: (tab: WorldTab, ops: Op[]) =>
      tab.store.transaction('write', ['clients', 'appointments', 'staff'], (tx) =>
        tx.record({ name: 'client.edit', ops, at: toInstant(time.nowMs()) }),
      ),
    /** A person changes something in this tab. */
    write: async (tab: WorldTab, ops: Op[]) => {
      await world.store(tab, ops);
      tab.tab.event('wrote');
    },
    newClient: (fields: Record<string, unknown> = {}): Op => {
      const id = newId();
      const value = {
        id,
        business_id: businessId,
        first_name: 'Ada',
        note: null,
        tags: [],
        ...fields,
      };
      return { table: 'clients', id, op: 'put', value };
    },
  };

  const remoteOf = (): Remote => ({
    call: async (name, args, options) => {
      calls.push({ name, args });
      const reply = world.answer(name, args) ?? (await remote.call(name, args, options));
      await world.hold(name, args);
      return reply;
    },
    subscribe: (token, listen) => {
      if (!world.realtime) return { setToken: () => undefined, close: () => undefined };
      joins += 1;
      channels.add(listen);
      const channel = remote.subscribe(token, (event) => {
        if (!world.isSilent) listen(event);
      });
      return {
        ...channel,
        close: () => {
          channels.delete(listen);
          channel.close();
        },
      };
    },
  });

  return world;
};

/** After all microtasks: a message to ourselves is the cheapest macrotask that browsers and Node share. */
const settle = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });

/** A reply as a gateway or PostgREST would send it. */
export const rawReply = (status: number, body: unknown = {}, more: object = {}): RawReply => ({
  kind: 'reply',
  status,
  body,
  html: false,
  retryAfter: null,
  ...more,
});
