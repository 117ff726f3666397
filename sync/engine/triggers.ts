/**
 * SYN-48, SYN-49: what wakes the leader besides people: pokes, joining the channel, and safety
 * timers that make realtime a matter of speed and not of correctness.
 */
import { around } from '../core/backoff.ts';
import type { PokeChannel, Random, Remote, Timers } from '../ports.ts';

/** How late news may arrive when realtime does not work. */
const SAFETY_MS = 30_000;
/** The same while the channel looks healthy, or nobody is looking. */
const CALM_MS = 5 * 60_000;
/** The server may say "joined" a moment before changes flow. */
const AFTER_JOIN_MS = 3_000;
/** Pokes that may start a pull within ten seconds: a flood becomes about one a second. */
const POKES_PER_WINDOW = 10;
const POKE_WINDOW_MS = 10_000;

export type Triggers = {
  start: () => void;
  stop: () => void;
  setVisible: (visible: boolean) => void;
  setToken: (token: string) => void;
  /** There is a reason to think that the network is back: a channel that is lost is joined at once. */
  rejoin: () => void;
};

export const createTriggers = (options: {
  remote: Pick<Remote, 'subscribe'>;
  timers: Timers;
  random: Random;
  /** The token to join with; null = not signed in: no channel, the timers do it. */
  token: () => Promise<string | null>;
  cursor: () => number;
  wake: (eager: boolean) => void;
  /** The channel is gone: until it is joined again nobody tells what others do. */
  lost: () => void;
}): Triggers => {
  const { timers, random, wake } = options;
  let channel: PokeChannel | null = null;
  let state: 'joining' | 'joined' | 'lost' = 'joining';
  let visible = true;
  let run = 0;
  let pokes = 0;
  let isPokeQueued = false;
  let cancelSafety = (): void => undefined;

  const armSafety = (): void => {
    cancelSafety();
    const period = visible && state !== 'joined' ? SAFETY_MS : CALM_MS;
    cancelSafety = timers.after(around(period, random.next()), () => {
      wake(false);
      armSafety();
    });
  };

  const poked = (rev: number, mine: number): void => {
    // Our own push, or told twice.
    if (rev <= options.cursor()) return;
    if (pokes < POKES_PER_WINDOW) {
      pokes += 1;
      timers.after(POKE_WINDOW_MS, () => (pokes -= 1));
      wake(true);
    } else if (!isPokeQueued) {
      isPokeQueued = true;
      timers.after(POKE_WINDOW_MS / POKES_PER_WINDOW, () => {
        isPokeQueued = false;
        if (mine === run) wake(true);
      });
    }
  };

  const join = async (mine: number): Promise<void> => {
    const token = await options.token();
    if (mine !== run || token === null || channel !== null) return;
    channel = options.remote.subscribe(token, (event) => {
      if (mine !== run) return;
      if (event.kind === 'poke') poked(event.rev, mine);
      else {
        if (event.kind === 'lost' && state !== 'lost') options.lost();
        state = event.kind;
        armSafety();
        if (state === 'lost') return;
        wake(true);
        timers.after(AFTER_JOIN_MS, () => {
          if (mine === run) wake(false);
        });
      }
    });
  };

  return {
    start: () => {
      run += 1;
      state = 'joining';
      armSafety();
      void join(run);
    },
    stop: () => {
      run += 1;
      cancelSafety();
      channel?.close();
      channel = null;
    },
    setVisible: (next) => {
      visible = next;
      armSafety();
    },
    setToken: (token) => {
      if (channel === null) void join(run);
      else channel.setToken(token);
    },
    rejoin: () => {
      if (state !== 'lost' || channel === null) return;
      channel.close();
      channel = null;
      state = 'joining';
      void join(run);
    },
  };
};
