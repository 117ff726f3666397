// What the realtime server needs from whoever mounts it, and the words its modules share.

export type JsonObject = { readonly [key: string]: unknown };
type Row = { readonly [column: string]: unknown };

/** Runs one statement as the database owner, in a transaction of its own, and returns its rows. */
export type Query = (text: string, params: unknown[]) => Promise<readonly Row[]>;

/** Calls back for every NOTIFY on the channel; resolves once none can be missed any more. */
export type Listen = (
  channel: string,
  onNotify: (payload: string) => void,
) => Promise<() => Promise<void> | void>;

/** Returns the claims of a token whose signature and times are right; throws otherwise. */
export type VerifyJwt = (token: string) => JsonObject | Promise<JsonObject>;

/** error: a developer must look. info: the state changed. debug: the rest. */
export type Log = (level: 'error' | 'info' | 'debug', message: string, detail?: unknown) => void;

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs once after the delay; the returned function calls it off. */
  after(delayMs: number, run: () => void): () => void;
}

/** Timers do not keep the process alive: the HTTP server decides how long it runs. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
