/**
 * Runs the state machine: one event at a time in, effects out, and what came of them back in as the
 * next event. Works only while this worker leads.
 */
import { backoffMs } from '../core/backoff.ts';
import type { PhotoFetch } from '#domain/clients/photos.ts';
import type { Uuid } from '#domain/rows.ts';
import {
  STOPPED,
  transition,
  type Effect,
  type Event,
  type Machine,
  type StateName,
} from '../core/machine.ts';
import { StorageError } from '../ports.ts';
import { checkDigest } from './check.ts';
import { hasMonth } from './coverage.ts';
import { Fenced, type Deps, type Lead } from './deps.ts';
import { createHistory, loadMonth } from './history.ts';
import { createPictureKeeper } from './pictures.ts';
import { createPuller } from './pull.ts';
import { createPusher } from './push.ts';
import { createRequests } from './requests.ts';
import { makeRoom } from './room.ts';
import { transact } from './storage.ts';

/**
 * SYN-25: the longest pause between loads of history. Live queries run again after each, and people
 * are working: a window that has nothing to do ends it at once.
 */
const HISTORY_PAUSE_MS = 100;
/** How old a comparison with the server may get. */
const CHECK_EVERY_MS = 24 * 60 * 60_000;
/** While others keep writing, the server moves on between our pull and its digest. */
const CHECK_TRIES = 3;

export type Activity = 'history' | 'check' | 'pictures' | null;

export type EngineView = {
  machine: Machine;
  /** What goes on at rest. */
  activity: Activity;
  /** The current run of failures: what kind it is, since when, and when the next attempt is due. */
  trouble: 'offline' | 'backoff' | null;
  troubleSinceMs: number | null;
  retryAtMs: number | null;
  offsetMs: number;
};

export type Engine = {
  start: (lead: Lead) => void;
  stop: () => void;
  wake: (eager: boolean) => void;
  /** Nobody tells of others any more, whether or not a call would get through: what comes next was missed. */
  lostContact: () => void;
  /** The window has a new token. */
  tokenChanged: () => void;
  token: () => Promise<string | null>;
  ensureMonth: (month: string) => Promise<boolean>;
  /** Brings a picture of another device here; any worker may. */
  photo: (id: Uuid, submission?: Uuid) => Promise<PhotoFetch>;
  /** Compares with the server now; null when it could not. */
  check: () => Promise<{ differed: number } | null>;
  view: () => EngineView;
};

export type EngineHooks = {
  changed: () => void;
  /** Another worker leads: give the lock up. */
  fenced: () => void;
  /** Storage stays dead: only a new worker can help. */
  broken: (why: string) => void;
};

const WORKING = new Set<StateName>(['idle', 'pushing', 'pulling']);

export const createEngine = (deps: Deps, hooks: EngineHooks): Engine => {
  const requests = createRequests(deps);
  const push = createPusher(deps, requests);
  const pull = createPuller(deps, requests);
  const keeper = deps.pictures ? createPictureKeeper(deps, deps.pictures, requests) : null;
  let machine = STOPPED;
  let lead: Lead | null = null;
  /** Answers of an earlier run are not ours any more. */
  let run = 0;
  let cancelWait = (): void => undefined;
  let activity: Activity = null;
  let trouble: EngineView['trouble'] = null;
  let troubleSinceMs: number | null = null;
  let retryAtMs: number | null = null;
  /** Nothing was heard of others: at the beginning, without the channel, while calls do not get through. */
  let isAway = true;

  const dispatch = (event: Event): void => {
    const before = machine.state;
    const [next, effects] = transition(machine, event);
    if (next === machine && effects.length === 0) return;
    machine = next;
    if (machine.state !== before) {
      cancelWait();
      retryAtMs = null;
      deps.log('debug', 'state', { from: before, to: machine.state, event: event.kind });
    }
    if (machine.state === 'offline' || machine.state === 'backoff') trouble = machine.state;
    if (machine.attempt === 0) trouble = null;
    if (trouble !== null) isAway = true;
    if (event.kind === 'pulled' && !event.more) isAway = false;
    troubleSinceMs = trouble === null ? null : (troubleSinceMs ?? deps.clock.nowMs());
    for (const effect of effects) perform(effect);
    hooks.changed();
  };

  const perform = (effect: Effect): void => {
    if (effect.kind === 'halt') {
      run += 1;
      cancelWait();
      requests.abort();
      return;
    }
    if (effect.kind === 'wait') {
      const delayMs = backoffMs(effect.attempt, deps.random.next(), effect.retryAfterMs);
      retryAtMs = deps.clock.nowMs() + delayMs;
      cancelWait = deps.timers.after(delayMs, () => dispatch({ kind: 'timer' }));
      return;
    }
    if (effect.kind === 'rest') {
      void rest(run);
      return;
    }
    void attempt(effect.kind, run);
  };

  const attempt = async (
    kind: 'push' | 'pull' | 'refresh-token' | 'make-room',
    mine: number,
  ): Promise<void> => {
    const event = await guarded(mine, (current) => work(kind, current));
    if (event !== null && mine === run) dispatch(event);
  };

  const work = async (
    kind: 'push' | 'pull' | 'refresh-token' | 'make-room',
    current: Lead,
  ): Promise<Event> => {
    if (kind === 'push') return push(current);
    if (kind === 'pull') return pull(current, isAway);
    if (kind === 'make-room') return { kind: (await makeRoom(deps, current)) ? 'room' : 'no-room' };
    return renew();
  };

  /** What we asked for is told to every window, and by them to us: only other tokens are news. */
  let renewal: 'none' | 'running' | 'told' = 'none';
  let renewedToken: string | null = null;

  const renew = async (): Promise<Event> => {
    renewal = 'running';
    try {
      const asked = requests.session(true);
      deps.reached?.('CP-13');
      const session = await asked;
      renewedToken = session?.token ?? null;
      // Told of a token and got none: the person signed in meanwhile. One more call will tell.
      return { kind: session === null && !wasTold() ? 'no-token' : 'token' };
    } catch {
      // The token cannot be renewed without a network: normal life, nobody is locked out.
      return { kind: 'failed-network', portal: false };
    } finally {
      renewal = 'none';
    }
  };
  const wasTold = () => renewal === 'told';

  const tokenChanged = async (): Promise<void> => {
    requests.forgetSession();
    if (renewal !== 'none') {
      renewal = 'told';
      return;
    }
    const mine = run;
    const session = await requests.session(false).catch(() => null);
    if (mine !== run || (session !== null && session.token === renewedToken)) return;
    dispatch({ kind: 'new-token' });
  };

  /** Runs work of the leader; failures of the ground under it become events or end the engine. */
  const guarded = async <T>(
    mine: number,
    body: (current: Lead) => Promise<T>,
  ): Promise<T | Event | null> => {
    if (lead === null || mine !== run) return null;
    try {
      return await body(lead);
    } catch (error) {
      if (mine !== run) return null;
      if (error instanceof Fenced) {
        deps.reached?.('CP-15');
        deps.log('info', error.message);
        if (error.leads) return { kind: 'pulled', more: true };
        hooks.fenced();
        return null;
      }
      if (error instanceof StorageError) {
        deps.log('error', error.message, { cause: String(error.cause) });
        if (error.trouble === 'full') return { kind: 'failed-storage' };
        hooks.broken(error.trouble);
        return null;
      }
      // A bug: say so, keep the outbox, try again later.
      deps.log('error', 'sync failed unexpectedly', { error: String(error) });
      return { kind: 'failed-server', retryAfterMs: null };
    }
  };

  /** At rest: unsent work first, then pictures, history and the daily check. One thing at a time. */
  const rest = async (mine: number): Promise<void> => {
    if (activity !== null || mine !== run) return;
    const event = await guarded(mine, async (current): Promise<Event | null> => {
      const { pending, sync, coverage } = await transact(deps, 'read', [], async (tx) => ({
        pending: await tx.countOutbox(),
        sync: await tx.meta('sync'),
        coverage: await tx.meta('coverage'),
      }));
      if (pending > 0) return { kind: 'wake', eager: false };
      if (keeper && (await keeper.isDue())) {
        const event = await during('pictures', () => bringPictures(current, mine));
        if (event !== null) return event;
      }
      const hasGivenUp = (coverage?.dropped.length ?? 0) > 0;
      const isLoaded = coverage?.missing?.length === 0 && coverage.clients === 'all';
      if (coverage !== undefined && !isLoaded && !hasGivenUp) {
        return during('history', () => history(current, mine));
      }
      const serverNowMs = deps.clock.nowMs() + requests.offsetMs();
      const checkedMs = Date.parse(sync?.last_digest_at ?? '');
      if (!(serverNowMs - checkedMs < CHECK_EVERY_MS)) {
        await during('check', () => compare(current, mine));
      }
      return null;
    });
    // While a cycle runs, it finds out by itself what is wrong.
    if (event !== null && mine === run && machine.state === 'idle') dispatch(event);
  };

  const bringPictures = async (current: Lead, mine: number): Promise<Event | null> => {
    // A cycle that needs the line goes first and brings us back.
    while (keeper && mine === run && machine.state === 'idle') {
      const result = await keeper.step(current);
      if (result === 'none') return { kind: 'wake', eager: false };
      if (result !== 'step') return result;
      hooks.changed();
    }
    return null;
  };

  const history = async (current: Lead, mine: number): Promise<Event | null> => {
    const step = createHistory(deps, requests, current);
    while (mine === run && WORKING.has(machine.state)) {
      const result = await step();
      hooks.changed();
      if (result === 'done') return { kind: 'wake', eager: false };
      if (result !== 'step') return result;
      deps.reached?.('CP-11');
      await pause();
      // A cycle that needs the line goes first and brings us back.
      if (machine.state !== 'idle') return null;
    }
    return null;
  };

  const compare = async (current: Lead, mine: number): Promise<{ differed: number } | null> => {
    for (let tries = 0; tries < CHECK_TRIES && mine === run; tries += 1) {
      const result = await checkDigest(deps, requests, current);
      if (result.kind === 'same') return { differed: 0 };
      if (result.kind === 'repaired') return { differed: result.parts.length };
      if (result.kind !== 'moved') return null;
      await pull(current, false);
    }
    return null;
  };

  const during = async <T>(what: Exclude<Activity, null>, body: () => Promise<T>): Promise<T> => {
    activity = what;
    hooks.changed();
    try {
      return await body();
    } finally {
      activity = null;
      hooks.changed();
    }
  };

  const pause = () =>
    new Promise<void>((resolve) => {
      const cancel = deps.timers.after(HISTORY_PAUSE_MS, resolve);
      deps.windowRests?.().then(
        () => {
          cancel();
          resolve();
        },
        // A window that cannot say so is waited for.
        () => undefined,
      );
    });

  return {
    start: (newLead) => {
      lead = newLead;
      isAway = true;
      dispatch({ kind: 'start' });
    },
    stop: () => {
      lead = null;
      dispatch({ kind: 'stop' });
    },
    wake: (eager) => dispatch({ kind: 'wake', eager }),
    lostContact: () => {
      isAway = true;
    },
    tokenChanged: () => void tokenChanged(),
    token: async () => {
      try {
        return (await requests.session(false))?.token ?? null;
      } catch {
        return null;
      }
    },
    ensureMonth: async (month) => {
      const mine = run;
      const result = await guarded(mine, async (current) => {
        const coverage = await transact(deps, 'read', [], (tx) => tx.meta('coverage'));
        if (coverage === undefined) return false;
        if (hasMonth(coverage, month)) return true;
        return (await loadMonth(deps, requests, current, month)) === 'step';
      });
      hooks.changed();
      return result === true;
    },
    photo: async (id, submission) => keeper?.fetch(id, submission) ?? 'failed',
    check: async () => {
      const mine = run;
      const result = await guarded(mine, (current) =>
        during('check', () => compare(current, mine)),
      );
      return result !== null && 'differed' in result ? result : null;
    },
    view: () => ({
      machine,
      activity,
      trouble,
      troubleSinceMs,
      retryAtMs,
      offsetMs: requests.offsetMs(),
    }),
  };
};
