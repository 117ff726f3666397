// What the database tells us: messages of realtime.send and changed rows, one NOTIFY each, sent by
// PostgreSQL when the transaction commits. Long ones arrive as a reference and are read here.
//
//   NOTIFY realtime_feed → queue → read what is only a reference → onMessage | onChange
//
// Handled one after the other, so that clients see commits in order.

import {
  isObject,
  type Clock,
  type JsonObject,
  type Listen,
  type Log,
  type Query,
} from './contract.ts';

export interface Feed {
  /** Resolves once nothing committed from now on can be missed. */
  readonly ready: Promise<void>;
  stop(): Promise<void>;
}

/** A flood beyond this is dropped, oldest first: realtime is a hint, clients pull what they missed. */
const MAX_WAITING = 10_000;
const RETRY_MS = 1_000;
/** Hosted Supabase keeps messages for days; nobody reads ours again, so once an hour is plenty. */
const PRUNE_EVERY_MS = 3_600_000;

export function startFeed(options: {
  readonly query: Query;
  readonly listen: Listen;
  readonly clock: Clock;
  readonly log: Log;
  readonly onMessage: (message: JsonObject) => void;
  readonly onChange: (change: JsonObject) => Promise<void>;
}): Feed {
  const { query, listen, clock, log } = options;
  const waiting: string[] = [];
  let isDraining = false;
  let isStopped = false;
  let unlisten: () => Promise<void> | void = () => {};
  let callOffTimer = () => {};

  function onNotify(note: string): void {
    waiting.push(note);
    if (waiting.length > MAX_WAITING) {
      waiting.shift();
      log('error', 'realtime: too many notifications at once, the oldest was dropped');
    }
    if (!isDraining) void drain();
  }

  async function drain(): Promise<void> {
    isDraining = true;
    for (let note = waiting.shift(); note !== undefined; note = waiting.shift()) {
      if (isStopped) break;
      try {
        await handle(JSON.parse(note));
      } catch (error) {
        log('error', 'realtime: a notification could not be handled', error);
      }
    }
    isDraining = false;
  }

  async function handle(note: unknown): Promise<void> {
    if (!isObject(note)) return;
    switch (note['kind']) {
      case 'message':
        return options.onMessage(note);
      case 'message_ref':
        return forEach(
          `select to_jsonb(m)::text as answer from realtime.messages m where m.id::text = $1`,
          note,
          options.onMessage,
        );
      case 'change':
        return options.onChange(note);
      case 'change_ref':
        return forEach(
          `select change::text as answer from realtime_local.changes where id::text = $1`,
          note,
          options.onChange,
        );
    }
  }

  async function forEach(
    text: string,
    note: JsonObject,
    handOn: (value: JsonObject) => void | Promise<void>,
  ): Promise<void> {
    for (const row of await query(text, [String(note['id'])])) {
      const value: unknown = JSON.parse(String(row['answer']));
      if (isObject(value)) await handOn(value);
    }
  }

  async function start(): Promise<void> {
    for (;;) {
      try {
        const stopListening = await listen('realtime_feed', onNotify);
        if (isStopped) return await stopListening();
        unlisten = stopListening;
        return prune();
      } catch (error) {
        if (isStopped) return;
        log('error', 'realtime: cannot listen to the database yet', error);
        await new Promise<void>((resolve) => {
          const callOff = clock.after(RETRY_MS, resolve);
          callOffTimer = () => {
            callOff();
            resolve();
          };
        });
        if (isStopped) return;
      }
    }
  }

  function prune(): void {
    if (isStopped) return;
    query('select realtime_local.prune()', []).catch((error: unknown) => {
      if (!isStopped) log('error', 'realtime: pruning failed', error);
    });
    callOffTimer = clock.after(PRUNE_EVERY_MS, prune);
  }

  return {
    ready: start(),
    async stop() {
      isStopped = true;
      waiting.length = 0;
      callOffTimer();
      await unlisten();
    },
  };
}
