/**
 * One worker of one tab: leads or follows, listens to its window, to the other tabs and, as leader,
 * to the server. Everything of the engine meets here, on ports only.
 */
import type { PhotoFetch } from '#domain/clients/photos.ts';
import { TABLES, type Uuid } from '#domain/rows.ts';
import { toInstant } from '#domain/time/instant.ts';
import {
  INITIAL_STATUS,
  type SyncStatus,
  type TabMessage,
  type UnsentWork,
  type WindowEvent,
} from '../protocol.ts';
import { StorageError, type Channel, type Locks } from '../ports.ts';
import type { Deps } from './deps.ts';
import { createEngine } from './engine.ts';
import { createLeadership } from './leadership.ts';
import { readFacts, statusOf, type StatusFacts } from './status.ts';
import { transact } from './storage.ts';
import { createTriggers } from './triggers.ts';

export type Tab = {
  event: (event: WindowEvent) => void;
  ensureMonth: (month: string) => Promise<boolean>;
  photo: (id: Uuid, submission?: Uuid) => Promise<PhotoFetch>;
  check: () => Promise<{ differed: number } | null>;
  /** SYN-60: stops the other tabs, tries to send what is left, answers how much remains. */
  prepareSignOut: (timeoutMs: number) => Promise<number>;
  resume: () => void;
  unsent: (product: string) => Promise<UnsentWork>;
  stop: (everywhere: boolean) => Promise<void>;
};

export type TabOptions = Deps & {
  locks: Locks;
  channel: Channel;
  tabId: string;
  /** The name that tabs of one database share. */
  name: string;
  visible: boolean;
  status: (status: SyncStatus) => void;
  broken: (why: string) => void;
};

/**
 * Counts are read at most so often while a person writes: each reading stands in line with the
 * writes, and the next of them would wait for it.
 */
const WROTE_EVERY_MS = 50;
/** How often the drain before a sign-out looks whether it is done. */
const DRAIN_LOOK_MS = 50;

export const createTab = (options: TabOptions): Tab => {
  const { channel, timers, random, log, store } = options;
  let visible = options.visible;
  let leads = false;
  let ended: 'signed-out' | 'stopped' | null = null;
  let facts: StatusFacts | null = null;
  let status: SyncStatus = INITIAL_STATUS;
  let isReading = false;
  let isStale = false;

  /** Requests have failed since everything was done. */
  let wasAway = false;

  const publish = (next: SyncStatus): void => {
    status = next;
    options.status(next);
    if (!leads) return;
    beat();
    if (next.kind === 'offline' || next.kind === 'waiting') wasAway = true;
    else if (next.kind === 'idle' && wasAway) {
      wasAway = false;
      triggers.rejoin();
    }
  };
  const beat = () => channel.post({ v: 1, kind: 'beat', leader: options.tabId, visible, status });

  /** Counts come from the store: one read at a time, and once more if something moved meanwhile. */
  const refresh = async (): Promise<void> => {
    if (isReading) {
      isStale = true;
      return;
    }
    isReading = true;
    try {
      do {
        isStale = false;
        facts = await readFacts(options);
        if (leads && ended === null) publish(statusOf(engine.view(), facts));
      } while (isStale);
    } catch (error) {
      if (ended === null) broken(error instanceof StorageError ? error.trouble : String(error));
    } finally {
      isReading = false;
    }
  };

  let isCounting = false;
  let hasWritten = false;
  /** The first write is counted at once, those that follow together. */
  const countWrites = (): void => {
    if (isCounting) {
      hasWritten = true;
      return;
    }
    isCounting = true;
    void refresh();
    timers.after(WROTE_EVERY_MS, () => {
      isCounting = false;
      if (!hasWritten) return;
      hasWritten = false;
      countWrites();
    });
  };

  const broken = (why: string): void => {
    log('error', 'storage does not answer', { why });
    options.status({ ...status, kind: 'storage-broken' });
    options.broken(why);
  };

  const engine = createEngine(options, {
    changed: () => void refresh(),
    fenced: () => leadership.yieldLead(),
    broken,
  });

  const triggers = createTriggers({
    remote: options.remote,
    timers,
    random,
    token: engine.token,
    cursor: () => facts?.cursor ?? 0,
    wake: engine.wake,
    lost: engine.lostContact,
  });

  const raiseEpoch = (): Promise<number> =>
    transact(options, 'write', [], async (tx) => {
      const sync = await tx.meta('sync');
      const epoch = (sync?.leader_epoch ?? 0) + 1;
      // Tombstones guard against answers that are still on their way; from here on, older leaders
      // are fenced and we have asked nothing yet.
      await tx.clearTombs();
      await tx.putMeta({
        ...(sync ?? {
          key: 'sync',
          v: 1,
          epoch: null,
          cursor: 0,
          whole_rev: 0,
          generation: 0,
          last_sync_at: null,
          last_digest_at: null,
        }),
        leader_epoch: epoch,
      });
      return epoch;
    });
  /** SYN-41: a worker whose storage is dead would wait in the line for ever without anybody knowing. */
  const cannotLead = (error: unknown): never => {
    if (error instanceof StorageError && error.trouble !== 'full' && ended === null) {
      broken(error.trouble);
    }
    throw error;
  };

  const leadership = createLeadership({
    lockName: `${options.name}-lead`,
    locks: options.locks,
    timers,
    channel,
    tabId: options.tabId,
    visible,
    log,
    raiseEpoch: () => raiseEpoch().catch(cannotLead),
    beat,
    lead: (lead) => {
      leads = true;
      log('info', 'leads', { epoch: lead.epoch });
      engine.start(lead);
      triggers.setVisible(visible);
      triggers.start();
    },
    follow: () => {
      leads = false;
      log('info', 'follows');
      triggers.stop();
      engine.stop();
    },
  });

  const act = (event: WindowEvent): void => {
    if (event === 'token') {
      engine.tokenChanged();
      void engine.token().then((token) => {
        if (token !== null && leads) triggers.setToken(token);
      });
    } else if (event !== 'hidden') {
      // What a window believes of its network may be wrong: the engine asks, and the answer decides. A
      // network that went is no reason to hurry what has failed already.
      const isHope = event !== 'wrote' && event !== 'offline';
      engine.wake(isHope);
      if (isHope && leads) triggers.rejoin();
    }
  };

  const heard = (message: TabMessage): void => {
    if (message.v !== 1 || ended !== null) return;
    switch (message.kind) {
      case 'beat':
        leadership.heard(message.visible);
        if (!leads) publish({ ...message.status, leads: false });
        break;
      case 'candidate':
        leadership.candidate();
        break;
      case 'nudge':
        if (leads) {
          act(message.event);
          if (message.event === 'wrote') countWrites();
          else void refresh();
        }
        break;
      case 'ask-month':
        if (leads) void engine.ensureMonth(message.month);
        break;
      case 'ask-check':
        if (leads) void engine.check();
        break;
      case 'signing-out':
        // The tab where the person signs out does the sending.
        leadership.setPaused(true);
        break;
      case 'sign-out-called-off':
        leadership.setPaused(false);
        break;
      case 'signed-out':
        void end('signed-out');
        break;
      default:
        break;
    }
  };
  const unlisten = channel.listen(heard);
  void refresh();

  const end = async (why: 'signed-out' | 'stopped'): Promise<void> => {
    if (ended !== null) return;
    ended = why;
    unlisten();
    triggers.stop();
    await leadership.stop();
    channel.close();
    store.close();
    options.status({ ...status, kind: why });
  };

  return {
    event: (event) => {
      if (ended !== null) return;
      if (event === 'visible' || event === 'hidden') {
        visible = event === 'visible';
        leadership.setVisible(visible);
        triggers.setVisible(visible);
      }
      if (leads) {
        act(event);
        if (event === 'wrote') countWrites();
      } else channel.post({ v: 1, kind: 'nudge', event });
    },
    ensureMonth: async (month) => {
      if (leads) return engine.ensureMonth(month);
      channel.post({ v: 1, kind: 'ask-month', month });
      return false;
    },
    photo: (id, submission) => engine.photo(id, submission),
    check: async () => {
      if (leads) return engine.check();
      channel.post({ v: 1, kind: 'ask-check' });
      return null;
    },
    prepareSignOut: async (timeoutMs) => {
      channel.post({ v: 1, kind: 'signing-out' });
      engine.wake(true);
      for (let waitedMs = 0; ; waitedMs += DRAIN_LOOK_MS) {
        const rows = await transact(options, 'read', [], (tx) => tx.countOutbox());
        const left = rows + ((await options.pictures?.shelf.countWaiting()) ?? 0);
        if (left === 0 || waitedMs >= timeoutMs || isHopeless()) return left;
        await new Promise<void>((resolve) => void timers.after(DRAIN_LOOK_MS, resolve));
      }
    },
    resume: () => {
      channel.post({ v: 1, kind: 'sign-out-called-off' });
      engine.wake(true);
    },
    unsent: async (product) => ({
      v: 1,
      product,
      businessId: store.businessId,
      userId: store.userId,
      exportedAt: toInstant(options.clock.nowMs() + engine.view().offsetMs),
      mutations: (await transact(options, 'read', TABLES, (tx) => tx.outbox())).map(
        ({ v: _version, ...mutation }) => mutation,
      ),
    }),
    stop: async (everywhere) => {
      if (everywhere) channel.post({ v: 1, kind: 'signed-out' });
      await end(everywhere ? 'signed-out' : 'stopped');
    },
  };

  /** Waiting longer would not send anything: nobody makes a person wait for that. */
  function isHopeless(): boolean {
    const { state } = engine.view().machine;
    return leads && ['offline', 'needs-auth', 'access-lost', 'upgrade-needed'].includes(state);
  }
};
