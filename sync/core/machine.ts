/**
 * SYN-40: the engine's states and what each event means in each of them. A function of values: the
 * engine runs the effects and tells what came of them as the next event.
 *
 *             wake                pushed            pulled, nothing more
 *     idle ─────────▶ pushing ─────────────▶ pulling ─────────────▶ idle (rest: history, digest)
 *                        │ ▲                   │ ▲
 *      failed: network   ▼ │ timer, eager wake ▼ │        (a wake meanwhile: once more)
 *                      offline               offline
 *      failed: server  backoff  (timer only: Retry-After is obeyed)
 *      failed: auth    refresh once, then needs-auth ──new token──▶ pushing
 *      failed: storage storage-full ──room──▶ pushing
 *      failed: access  access-lost            failed: upgrade  upgrade-needed
 */

export type StateName =
  | 'stopped'
  | 'idle'
  | 'pushing'
  | 'pulling'
  | 'backoff'
  | 'offline'
  | 'needs-auth'
  | 'access-lost'
  | 'storage-full'
  | 'upgrade-needed';

export type Machine = {
  state: StateName;
  /** Failures in a row: how long the next wait may be. */
  attempt: number;
  /** The token was refreshed since the last success: a second refusal is final. */
  refreshed: boolean;
  /** Something happened while a cycle was under way: run another one. */
  again: boolean;
  /** Offline because somebody else answers. */
  portal: boolean;
};

export type Event =
  | { kind: 'start' }
  | { kind: 'stop' }
  /** A reason to sync. Eager: worth trying although the last try failed (network, visibility, person). */
  | { kind: 'wake'; eager: boolean }
  /** The wait of backoff, offline or storage-full is over. */
  | { kind: 'timer' }
  /** `heard`: the server answered. Nothing was sent, and nobody asked, where there was nothing to send. */
  | { kind: 'pushed'; more: boolean; heard: boolean }
  | { kind: 'pulled'; more: boolean }
  | { kind: 'failed-network'; portal: boolean }
  | { kind: 'failed-server'; retryAfterMs: number | null }
  | { kind: 'failed-auth' }
  | { kind: 'failed-access' }
  | { kind: 'failed-upgrade' }
  | { kind: 'failed-storage' }
  /** The refresh that we asked for brought a token. */
  | { kind: 'token' }
  /** The window has another token by itself: renewed in time, or the person signed in again. */
  | { kind: 'new-token' }
  /** Only the person can bring one. */
  | { kind: 'no-token' }
  | { kind: 'room' }
  | { kind: 'no-room' };

export type EventKind = Event['kind'];

export type Effect =
  | { kind: 'push' }
  | { kind: 'pull' }
  | { kind: 'refresh-token' }
  | { kind: 'make-room' }
  /** Wait, then `timer`. */
  | { kind: 'wait'; attempt: number; retryAfterMs: number | null }
  /** A cycle is complete: history and checks may go on. */
  | { kind: 'rest' }
  /** Let go of everything under way. */
  | { kind: 'halt' };

export type Step = (machine: Machine, event: Event) => [Machine, Effect[]];

export const STOPPED: Machine = {
  state: 'stopped',
  attempt: 0,
  refreshed: false,
  again: false,
  portal: false,
};

export const transition: Step = (machine, event) =>
  TABLE[machine.state][event.kind](machine, event);

const ignore: Step = (machine) => [machine, []];
const halt: Step = () => [STOPPED, [{ kind: 'halt' }]];

const push: Step = (machine) => [
  { ...machine, state: 'pushing', again: false },
  [{ kind: 'push' }],
];
const pull: Step = (machine) => [{ ...machine, state: 'pulling' }, [{ kind: 'pull' }]];
const begin: Step = (_machine, event) => push(STOPPED, event);
const remember: Step = (machine) => [{ ...machine, again: true }, []];
/** Whatever was refused so far was refused for the old token. */
const rememberToken: Step = (machine) => [{ ...machine, again: true, refreshed: false }, []];
const tryToken: Step = (machine, event) => push({ ...machine, refreshed: false }, event);
const pushIfEager: Step = (machine, event) =>
  event.kind === 'wake' && event.eager ? push(machine, event) : [machine, []];

/** An answer came: network, server and token work. */
const healthy = (machine: Machine): Machine => ({
  ...machine,
  attempt: 0,
  refreshed: false,
  portal: false,
});

const pushed: Step = (machine, event) => {
  if (event.kind !== 'pushed') return [machine, []];
  const now = event.heard ? healthy(machine) : machine;
  return event.more ? push(now, event) : pull(now, event);
};

const pulled: Step = (machine, event) => {
  const well = healthy(machine);
  if (event.kind === 'pulled' && event.more) return pull(well, event);
  if (well.again) return push(well, event);
  return [{ ...well, state: 'idle' }, [{ kind: 'rest' }]];
};

const wait = (
  machine: Machine,
  state: StateName,
  retryAfterMs: number | null,
): [Machine, Effect[]] => [
  { ...machine, state, attempt: machine.attempt + 1, again: false },
  [{ kind: 'wait', attempt: machine.attempt, retryAfterMs }],
];
const offline: Step = (machine, event) =>
  wait({ ...machine, portal: event.kind === 'failed-network' && event.portal }, 'offline', null);
const backoff: Step = (machine, event) =>
  wait(machine, 'backoff', event.kind === 'failed-server' ? event.retryAfterMs : null);

const lock: Step = () => [{ ...STOPPED, state: 'needs-auth' }, []];
const refreshOnce: Step = (machine, event) =>
  machine.refreshed
    ? lock(machine, event)
    : [{ ...machine, refreshed: true }, [{ kind: 'refresh-token' }]];
const lose: Step = () => [{ ...STOPPED, state: 'access-lost' }, []];
const upgrade: Step = () => [{ ...STOPPED, state: 'upgrade-needed' }, []];
const makeRoom: Step = (machine) => [
  { ...machine, state: 'storage-full', again: false },
  [{ kind: 'make-room' }],
];
const full: Step = (machine) => wait(machine, 'storage-full', null);

/** What does not depend on the state: failures that end the work, and stopping. */
const ends = {
  start: ignore,
  stop: halt,
  'failed-access': lose,
  'failed-upgrade': upgrade,
} satisfies Partial<Record<EventKind, Step>>;

/** Nothing moves any more but for the events named. */
const settled = {
  start: ignore,
  stop: halt,
  wake: ignore,
  timer: ignore,
  pushed: ignore,
  pulled: ignore,
  'failed-network': ignore,
  'failed-server': ignore,
  'failed-auth': ignore,
  'failed-access': ignore,
  'failed-upgrade': ignore,
  'failed-storage': ignore,
  token: ignore,
  'new-token': ignore,
  'no-token': ignore,
  room: ignore,
  'no-room': ignore,
} satisfies Record<EventKind, Step>;

export const TABLE: Record<StateName, Record<EventKind, Step>> = {
  stopped: { ...settled, start: begin, stop: ignore },
  idle: {
    ...ends,
    wake: push,
    timer: ignore,
    pushed: ignore,
    pulled: ignore,
    // From history or a check while resting.
    'failed-network': offline,
    'failed-server': backoff,
    'failed-auth': push,
    'failed-storage': makeRoom,
    token: ignore,
    'new-token': tryToken,
    'no-token': lock,
    room: ignore,
    'no-room': ignore,
  },
  pushing: {
    ...ends,
    wake: remember,
    timer: ignore,
    pushed,
    pulled: ignore,
    'failed-network': offline,
    'failed-server': backoff,
    'failed-auth': refreshOnce,
    'failed-storage': makeRoom,
    token: push,
    'new-token': rememberToken,
    'no-token': lock,
    room: ignore,
    'no-room': ignore,
  },
  pulling: {
    ...ends,
    wake: remember,
    timer: ignore,
    pushed: ignore,
    pulled,
    'failed-network': offline,
    'failed-server': backoff,
    'failed-auth': refreshOnce,
    'failed-storage': makeRoom,
    token: pull,
    'new-token': rememberToken,
    'no-token': lock,
    room: ignore,
    'no-room': ignore,
  },
  backoff: {
    ...settled,
    ...ends,
    timer: push,
    'no-token': lock,
  },
  offline: {
    ...settled,
    ...ends,
    wake: pushIfEager,
    timer: push,
    'new-token': tryToken,
    'no-token': lock,
  },
  'needs-auth': { ...settled, 'new-token': begin },
  'access-lost': { ...settled, 'new-token': begin },
  'storage-full': {
    ...settled,
    ...ends,
    wake: pushIfEager,
    timer: push,
    room: push,
    'no-room': full,
    'no-token': lock,
  },
  'upgrade-needed': settled,
};
