import type { Clock } from './contract.ts';

export interface Limits {
  /** A longer broadcast or presence is refused. Hosted Supabase: 256 KB on the free plan. */
  readonly maxPayloadBytes: number;
  /** A longer frame or request body is not even read: the connection closes with 1009. */
  readonly maxFrameBytes: number;
  readonly maxConnections: number;
  readonly maxChannelsPerConnection: number;
  readonly maxChangesPerChannel: number;
  /** A reconnecting device joins all its channels at once; after that only this many a second. */
  readonly joinBurst: number;
  readonly joinsPerSecond: number;
  readonly messageBurst: number;
  readonly messagesPerSecond: number;
  /** Messages that wait for the database; more means a client that does not wait for answers. */
  readonly maxWaitingPerChannel: number;
  /** Bytes not yet taken by a slow client; beyond, it is dropped and has to reconnect. */
  readonly maxBufferedBytes: number;
  /** Without any frame for so long the peer is gone. Clients send a heartbeat every 25 s. */
  readonly idleTimeoutMs: number;
  /** How long a stop waits for clients to take their goodbye. */
  readonly stopGraceMs: number;
}

export const DEFAULT_LIMITS: Limits = {
  maxPayloadBytes: 256 * 1024,
  maxFrameBytes: 1024 * 1024,
  maxConnections: 1000,
  maxChannelsPerConnection: 100,
  maxChangesPerChannel: 100,
  joinBurst: 120,
  joinsPerSecond: 20,
  messageBurst: 1000,
  messagesPerSecond: 200,
  maxWaitingPerChannel: 500,
  maxBufferedBytes: 4 * 1024 * 1024,
  idleTimeoutMs: 60_000,
  stopGraceMs: 2_000,
};

export interface RateLimit {
  /** Takes one from the bucket; false when it is empty. */
  take(): boolean;
}

export function createRateLimit(clock: Clock, burst: number, perSecond: number): RateLimit {
  let left = burst;
  let countedAt = clock.now();
  return {
    take() {
      const now = clock.now();
      left = Math.min(burst, left + (Math.max(0, now - countedAt) * perSecond) / 1000);
      countedAt = now;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}
