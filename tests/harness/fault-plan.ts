/**
 * Which request meets which trouble. Scripted faults come first, in the order they were given; then
 * the dice, if a seed was given. The proxy (fault-proxy.ts) asks once per request.
 */
export type Fault =
  /** The connection dies before the server hears anything. */
  | { kind: 'drop' }
  /** The server has done it; the answer never arrives. */
  | { kind: 'lose' }
  /** Head and first half of the answer, then the connection dies. */
  | { kind: 'cut' }
  | { kind: 'delay'; ms: number }
  /** Waits until the next request of anybody was answered, or so long when nobody comes. */
  | { kind: 'reorder'; atMostMs: number }
  /** The server hears it twice, one after the other; the second answer arrives. */
  | { kind: 'duplicate' }
  /** Goes through; a copy reaches the server again after the next request was answered. */
  | { kind: 'echo' }
  /** Stops before the server hears it, or with the answer in our hands, until `release()`. */
  | { kind: 'hold'; at: 'request' | 'answer' }
  /** A hotel answers: its own page for everything, or a redirect to it. */
  | { kind: 'portal'; how: 'page' | 'redirect' }
  /** A gateway answers instead of the server. */
  | { kind: 'status'; status: 429 | 500 | 502 | 503 | 504; retryAfterS?: number }
  | { kind: 'trickle'; bytesPerSecond: number };

export type Asked = { method: string; path: string };
export type Match = RegExp | ((asked: Asked) => boolean);

export type Script = {
  /** Tried against `METHOD /path?query`; default: every call of the sync engine. */
  match?: Match;
  fault: Fault;
  /** How many requests meet it; default one, Infinity until `end()`. */
  times?: number;
};

export type ScriptedFault = {
  /** How many requests met it so far. */
  readonly met: number;
  /** Resolves when the first request has met it (for `hold`: and waits there). */
  readonly firstMet: Promise<void>;
  /** Lets go what `hold` keeps, and whatever it would keep later. */
  release: () => void;
  /** Nothing more meets it. What it holds stays held. */
  end: () => void;
};

/** `METHOD /path` of the calls that carry rows. */
export const SYNC_CALLS = /^POST \/rest\/v1\/rpc\/sync_/;
export const PUSH = /^POST \/rest\/v1\/rpc\/sync_push/;
export const PULL = /^POST \/rest\/v1\/rpc\/sync_pull/;
/** Everything that is not a file of the app. */
export const BACKEND = /^\w+ \/(rest|auth|storage|functions)\/v1\//;

/** What a request has to go through. */
export type Encounter = { fault: Fault; released: Promise<void>; arrived: () => void };

export type Dice = {
  seed: number;
  /** Share of the requests that meet a fault, 0 to 1. */
  rate: number;
  match?: Match;
  faults: readonly Fault[];
};

export type FaultPlan = {
  script: (script: Script) => ScriptedFault;
  roll: (dice: Dice | null) => void;
  /** No scripts, no dice, nothing held. */
  heal: () => void;
  decide: (asked: Asked) => Encounter | null;
};

export const createFaultPlan = (): FaultPlan => {
  type Entry = Required<Script> & { met: number; open: () => void; encounter: Encounter };
  let entries: Entry[] = [];
  let dice: (Dice & { next: () => number }) | null = null;

  const script: FaultPlan['script'] = ({ match = SYNC_CALLS, fault, times = 1 }) => {
    let open = (): void => undefined;
    let arrived = (): void => undefined;
    const released = new Promise<void>((done) => (open = done));
    const firstMet = new Promise<void>((done) => (arrived = done));
    const encounter = { fault, released, arrived };
    const entry: Entry = { match, fault, times, met: 0, open, encounter };
    entries.push(entry);
    return {
      get met() {
        return entry.met;
      },
      firstMet,
      release: open,
      end: () => (entry.times = entry.met),
    };
  };

  return {
    script,
    roll: (next) => (dice = next && { ...next, next: randomFrom(next.seed) }),
    heal: () => {
      for (const entry of entries) entry.open();
      entries = [];
      dice = null;
    },
    decide: (asked) => {
      const entry = entries.find((one) => one.met < one.times && matches(one.match, asked));
      if (entry) {
        entry.met += 1;
        return entry.encounter;
      }
      if (!dice || !matches(dice.match ?? BACKEND, asked) || dice.next() >= dice.rate) return null;
      const fault = dice.faults[Math.floor(dice.next() * dice.faults.length)];
      // Nobody is there to release what the dice would hold.
      return fault ? { fault, released: Promise.resolve(), arrived: () => undefined } : null;
    },
  };
};

const matches = (match: Match, asked: Asked): boolean =>
  typeof match === 'function' ? match(asked) : match.test(`${asked.method} ${asked.path}`);

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
