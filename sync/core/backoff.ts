/** The first wait is at most this long: a hiccup is over before a person looks. */
const BASE_MS = 1_000;
/** The longest wait between two attempts: how late a person may notice that the server is back. */
const MAX_MS = 60_000;

/**
 * SYN-43: full jitter, so that many devices after one outage do not come back together. `attempt`
 * counts failures in a row from 0; `random` is in [0, 1). The server's own wish is a lower bound.
 */
export const backoffMs = (attempt: number, random: number, retryAfterMs: number | null): number => {
  const ceiling = Math.min(MAX_MS, BASE_MS * 2 ** Math.min(attempt, 16));
  const jittered = Math.round(random * ceiling);
  return retryAfterMs === null ? jittered : retryAfterMs + Math.round(random * BASE_MS);
};

/** All devices that one server has lost find it again within this time, and not at once. */
const REJOIN_MS = 30_000;

/** SYN-43: how long a lost channel waits before it is tried again; `random` is in [0, 1). */
export const rejoinMs = (random: number): number => Math.round(random * REJOIN_MS);

/** A period with ±20 %, for timers that all devices share. */
export const around = (periodMs: number, random: number): number =>
  Math.round(periodMs * (0.8 + 0.4 * random));
