/**
 * The window's side of sync: starts this tab's worker, tells it what happens in the window, passes
 * on its status, and starts a new one when it dies.
 */
import { proxy, wrap, type Remote } from 'comlink';
import { BehaviorSubject, type Observable } from 'rxjs';
import {
  INITIAL_STATUS,
  type SyncStatus,
  type UnsentWork,
  type WindowApi,
  type WindowEvent,
  type WorkerApi,
  type WorkerConfig,
} from './protocol.ts';

/** How often a visible window asks whether its worker lives. */
const PING_MS = 15_000;
/** A worker that is silent for longer is dead: they answer within a frame. */
const PING_LIMIT_MS = 10_000;
/** A broken machine must not be kept busy with starting workers. */
const RESTARTS_PER_MINUTE = 3;

export type SyncOptions = Omit<WorkerConfig, 'visible'> & {
  /**
   * The token in use; `refresh` = it was refused, get a new one. null = the person must sign in
   * again. Reject when nobody can tell now (no network).
   */
  accessToken: WindowApi['accessToken'];
  /** The session is over for good: to the sign-in page, with the place remembered. Nothing is wiped. */
  lock: () => void;
  log: WindowApi['log'];
  /** The worker opens the database too, just when the first screen reads it: it begins after this. */
  startAfterMs?: number;
  createWorker?: () => Worker;
};

export type SyncClient = {
  /** Starts with the state now. */
  status$: Observable<SyncStatus>;
  status: () => SyncStatus;
  /** A reason to sync: by default that this window wrote something (see WindowEvent). */
  nudge: (event?: WindowEvent) => void;
  /** Loads a month (`YYYY-MM`) that is not on the device; false when it cannot be had now. */
  ensureMonth: (month: string) => Promise<boolean>;
  /** Brings a picture of another device here. */
  photo: WorkerApi['photo'];
  /** Compares with the server and repairs; how many parts differed, null when it could not. */
  check: () => Promise<{ differed: number } | null>;
  /** Stops all tabs and sends what is left; how many mutations remain. */
  prepareSignOut: (timeoutMs: number) => Promise<number>;
  /** The person stays after all. */
  resume: () => Promise<void>;
  /** The mutations that the server does not have, for a file. */
  unsent: () => Promise<UnsentWork>;
  /** Ends sync here; `everywhere` in all tabs of this database, because the person signed out. */
  stop: (everywhere?: boolean) => Promise<void>;
};

export const startSync = (options: SyncOptions): SyncClient => {
  const { accessToken, lock, log, startAfterMs = 0, createWorker = newWorker, ...config } = options;
  const status$ = new BehaviorSubject<SyncStatus>(INITIAL_STATUS);
  let worker: Worker | null = null;
  let api: Remote<WorkerApi> | null = null;
  let ended = false;
  let startsMs: number[] = [];

  const show = (next: SyncStatus): void => {
    const before = status$.value.kind;
    status$.next(next);
    if (next.kind === 'needs-auth' && before !== 'needs-auth') lock();
  };

  const launch = (): void => {
    if (ended) return;
    const started = createWorker();
    worker = started;
    startsMs.push(Date.now());
    started.addEventListener('error', (event) => restart(started, `error: ${event.message}`));
    started.addEventListener('messageerror', () => restart(started, 'a message was unreadable'));
    const remote = wrap<WorkerApi>(started);
    api = remote;
    const windowApi: WindowApi = {
      accessToken,
      // What a replaced worker still says does not count.
      status: (next) => {
        if (worker === started) show(next);
      },
      log,
      // Safari cannot tell: there the worker waits as long as it does for a window that is busy.
      rests: () => new Promise((resolve) => void globalThis.requestIdleCallback?.(() => resolve())),
      restartMe: (why) => restart(started, why),
    };
    const visible = document.visibilityState === 'visible';
    remote
      .start({ ...config, visible }, proxy(windowApi))
      .catch((error: unknown) => restart(started, String(error)));
  };

  const restart = (which: Worker, why: string): void => {
    if (ended || worker !== which) return;
    log('error', 'the sync worker is started again', { why });
    which.terminate();
    worker = null;
    api = null;
    const nowMs = Date.now();
    startsMs = startsMs.filter((atMs) => nowMs - atMs < 60_000);
    if (startsMs.length <= RESTARTS_PER_MINUTE) launch();
    else {
      show({ ...status$.value, kind: 'storage-broken' });
      setTimeout(launch, 60_000 - (nowMs - (startsMs[0] ?? nowMs)));
    }
  };

  const ping = async (): Promise<void> => {
    const asked = worker;
    if (asked === null || api === null || document.visibilityState !== 'visible') return;
    const answer = await Promise.race([
      api.ping().catch(() => null),
      new Promise<null>((resolve) => void setTimeout(resolve, PING_LIMIT_MS, null)),
    ]);
    if (answer === null) restart(asked, 'it does not answer');
  };

  const tell = (event: WindowEvent): void => {
    api?.event(event).catch(() => undefined);
  };
  const stopListening = listenToWindow(tell);
  const pinging = setInterval(() => void ping(), PING_MS);
  // Whoever asks for something does not wait for the first screen.
  let hasBegun = false;
  const begin = (): void => {
    if (hasBegun) return;
    hasBegun = true;
    launch();
  };
  if (startAfterMs > 0) setTimeout(begin, startAfterMs);
  else begin();

  /** Asks the worker; while there is none, `otherwise`. */
  const ask = <T>(question: (to: Remote<WorkerApi>) => Promise<T>, otherwise: T): Promise<T> => {
    begin();
    return api === null ? Promise.resolve(otherwise) : question(api);
  };

  return {
    status$: status$.asObservable(),
    status: () => status$.value,
    nudge: (event = 'wrote') => tell(event),
    ensureMonth: (month) => ask((to) => to.ensureMonth(month), false),
    photo: (id, submission) => ask((to) => to.photo(id, submission), 'failed'),
    check: () => ask((to) => to.check(), null),
    prepareSignOut: (timeoutMs) =>
      ask((to) => to.prepareSignOut(timeoutMs), status$.value.pendingCount),
    resume: () => ask((to) => to.resume(), undefined),
    unsent: () =>
      api === null ? Promise.reject(new Error('The sync worker is not running')) : api.unsent(),
    stop: async (everywhere = false) => {
      if (ended) return;
      // The other tabs hear of it from a worker.
      if (everywhere) begin();
      ended = true;
      stopListening();
      clearInterval(pinging);
      const last = worker;
      // A worker that does not answer is ended without its consent.
      await Promise.race([
        ask((to) => to.stop(everywhere), undefined).catch(() => undefined),
        new Promise((resolve) => void setTimeout(resolve, 2_000)),
      ]);
      last?.terminate();
      show({ ...status$.value, kind: everywhere ? 'signed-out' : 'stopped' });
      status$.complete();
    },
  };
};

const newWorker = (): Worker =>
  new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'daybook-sync' });

/** What happens in the window that may be a reason to sync. `online` is a hint only. */
const listenToWindow = (tell: (event: WindowEvent) => void): (() => void) => {
  const control = new AbortController();
  const { signal } = control;
  const visibility = () => tell(document.visibilityState === 'visible' ? 'visible' : 'hidden');
  document.addEventListener('visibilitychange', visibility, { signal });
  document.addEventListener('resume', () => tell('resume'), { signal });
  window.addEventListener('pageshow', (event) => event.persisted && tell('resume'), { signal });
  window.addEventListener('online', () => tell('online'), { signal });
  window.addEventListener('offline', () => tell('offline'), { signal });
  return () => control.abort();
};
