/**
 * SYN-50: which worker of this database syncs.
 *
 *   wait in the lock's queue ──lock──▶ raise leader_epoch ──▶ lead: beat every 5 s
 *        ▲                                                       │
 *        └──── yielded to a visible tab · stolen · fenced ◀──────┘
 *
 *   visible and no beat for 15 s: steal (the holder is frozen or dead but holds the lock)
 *
 * Two leaders at once are harmless: the older one's leader_epoch no longer fits (SYN-21).
 */
import type { Channel, Locks, Log, Timers } from '../ports.ts';
import type { Lead } from './deps.ts';

/** How often others hear that the leader lives. */
const BEAT_MS = 5_000;
/** A visible tab takes over after this silence: three beats, so that one slow one is forgiven. */
const SILENCE_MS = 15_000;

/** After letting go: long enough for others in the queue to get the lock first. */
const AFTER_YIELD_MS = 50;

export type Leadership = {
  /** The leader was heard: another tab's beat. */
  heard: (leaderIsVisible: boolean) => void;
  /** A visible tab waits behind us. */
  candidate: () => void;
  setVisible: (visible: boolean) => void;
  /** Lets go of the lock and waits in line again. */
  yieldLead: () => void;
  /** Stays out of the line while another tab signs the person out. */
  setPaused: (paused: boolean) => void;
  stop: () => Promise<void>;
};

export type LeadershipOptions = {
  lockName: string;
  locks: Locks;
  timers: Timers;
  channel: Pick<Channel, 'post'>;
  tabId: string;
  visible: boolean;
  log: Log;
  /** SYN-51: raises the epoch in the store and answers it. */
  raiseEpoch: () => Promise<number>;
  beat: () => void;
  lead: (lead: Lead) => void;
  follow: () => void;
};

export const createLeadership = (options: LeadershipOptions): Leadership => {
  const { locks, timers, log } = options;
  let visible = options.visible;
  let stopped = false;
  let leads = false;
  let release = (): void => undefined;
  let unpause = (): void => undefined;
  let unpaused: Promise<void> | null = null;
  let waiting = new AbortController();
  let stealNext = false;
  /** The lock came but the lead could not be taken: storage does not answer. */
  let failed = false;
  let cancelSilence = (): void => undefined;

  let endPause = (): void => undefined;
  const pause = (delayMs: number): Promise<void> =>
    new Promise((resolve) => {
      const cancel = timers.after(delayMs, resolve);
      endPause = () => {
        cancel();
        resolve();
      };
    });

  const hold = async (lost: AbortSignal): Promise<void> => {
    if (stopped || unpaused !== null) return;
    cancelSilence();
    const released = new Promise<void>((resolve) => (release = resolve));
    lost.addEventListener('abort', () => release(), { once: true });
    let cancelBeat = (): void => undefined;
    try {
      // Storage may hang; whoever is told to let go does not wait for it. An epoch that is raised after
      // all only fences the next leader, who then raises it again.
      const epoch = await Promise.race([options.raiseEpoch(), released.then(() => null)]);
      if (epoch === null || lost.aborted) return;
      failed = false;
      leads = true;
      options.lead({ epoch, lost });
      const beat = () => {
        options.beat();
        cancelBeat = timers.after(BEAT_MS, beat);
      };
      beat();
      await released;
    } catch (error) {
      failed = true;
      log('error', 'could not take the lead', { error: String(error) });
    } finally {
      cancelBeat();
      release = () => undefined;
      if (leads) {
        leads = false;
        options.follow();
      }
    }
  };

  const queue = async (): Promise<void> => {
    while (!stopped) {
      if (unpaused !== null) {
        await unpaused;
        continue;
      }
      const steal = stealNext;
      stealNext = false;
      waiting = new AbortController();
      watchSilence();
      await locks.request(options.lockName, { steal, signal: waiting.signal }, hold);
      // A lock that cannot be had or kept must not become a busy loop.
      if (!stopped && !stealNext) await pause(failed ? BEAT_MS : AFTER_YIELD_MS);
    }
  };

  const watchSilence = (): void => {
    cancelSilence();
    if (!visible || stopped || leads || unpaused !== null) return;
    cancelSilence = timers.after(SILENCE_MS, () => {
      if (leads || stopped || !visible) return;
      log('info', 'no leader heard: taking the lock');
      stealNext = true;
      waiting.abort();
    });
  };

  const done = queue();

  return {
    heard: (leaderIsVisible) => {
      if (leads) return;
      watchSilence();
      if (visible && !leaderIsVisible) {
        options.channel.post({ v: 1, kind: 'candidate', tab: options.tabId });
      }
    },
    candidate: () => {
      if (leads && !visible) release();
    },
    setVisible: (next) => {
      visible = next;
      if (!leads) watchSilence();
    },
    yieldLead: () => release(),
    setPaused: (paused) => {
      if (!paused) {
        unpaused = null;
        unpause();
      } else if (unpaused === null) {
        unpaused = new Promise((resolve) => (unpause = resolve));
        cancelSilence();
        waiting.abort();
        release();
      }
    },
    stop: async () => {
      stopped = true;
      cancelSilence();
      unpause();
      endPause();
      waiting.abort();
      release();
      await done;
    },
  };
};
