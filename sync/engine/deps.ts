import type {
  Clock,
  LocalStore,
  Log,
  Pictures,
  Random,
  Reached,
  Remote,
  Sessions,
  Timers,
} from '../ports.ts';

/** What every part of the engine may use. */
export type Deps = {
  store: LocalStore;
  remote: Remote;
  sessions: Sessions;
  /** Pictures beside the rows; without it rows are all that travels. */
  pictures?: Pictures | undefined;
  clock: Clock;
  timers: Timers;
  random: Random;
  log: Log;
  /** Resolves when the window has nothing else to do; without one, loads of history rest for a while. */
  windowRests?: (() => Promise<void>) | undefined;
  /** Tests send small batches, so that there are several. */
  batchMax?: number | undefined;
  /** Tests end the process at named places. */
  reached?: Reached | undefined;
};

/** The right to write, as long as this worker leads (SYN-51). */
export type Lead = { epoch: number; lost: AbortSignal };

/** Nothing was written: this worker no longer leads, or another one moved on under its plan. */
export class Fenced extends Error {
  readonly leads: boolean;
  constructor(why: string, leads: boolean) {
    super(`Fenced: ${why}`);
    this.leads = leads;
  }
}
