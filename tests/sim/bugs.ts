/**
 * Planted bugs: each breaks one rule at a port, between the real parts. A simulator that does not
 * find every one of them proves nothing (tests/sim/bugs.test.ts).
 */
import type { AnyRow } from '#domain/rows.ts';
import type { SyncMeta } from '#db/schema.ts';
import type { Mutation } from '#domain/commands/op.ts';
import type { RawReply } from '#sync/core/failure.ts';
import type { PullAnswer, PushAnswer } from '#sync/core/wire.ts';
import type { ModelServer } from '#sync/fakes/model-server.ts';
import type { LocalStore, Remote, StoreTx } from '#sync/ports.ts';
import type { Serve } from './network.ts';
import type { Bug } from './simulate.ts';

export const BUGS: Readonly<Record<string, Bug>> = {
  'the server does not recognise what it has seen': {
    serve: (server) => (name, args, user) => {
      if (name === 'sync_push') forget(server, args);
      return server.call(name, args, user);
    },
  },
  'a change becomes visible after a later one (sequence as cursor)': {
    serve: (server, dice) =>
      pulls(server, (answer) => {
        if (!dice.chance(0.05)) return answer;
        return { ...answer, tables: rowsWhere(answer, (row) => row.rev < answer.cursor) };
      }),
  },
  'a page splits a transaction': {
    serve: (server) =>
      pulls(server, (answer) => {
        const last = answer.cursor;
        let kept = 0;
        // Half of the last transaction; the cursor says all of it.
        return {
          ...answer,
          tables: rowsWhere(answer, (row) => row.rev < last || (kept += 1) % 2 === 1),
        };
      }),
  },
  'pull does not tell what was deleted': {
    serve: (server) => pulls(server, (answer) => ({ ...answer, dead: [] })),
  },
  'a refused mutation stops the queue': {
    serve: (server) => (name, args, user) => {
      const answer = server.call(name, args, user) as PushAnswer;
      if (name !== 'sync_push' || !answer.ok) return answer;
      const refused = answer.results.find((result) => result.status === 'refused');
      return refused === undefined ? answer : { ...answer, last_seq: refused.seq - 1 };
    },
  },
  'a confirmed mutation leaves without its rows': {
    remote: (remote) =>
      replies(remote, 'sync_push', (answer: PushAnswer) => ({ ...answer, tables: {}, dead: [] })),
  },
  'every page confirms, not only the last one': {
    remote: (remote) =>
      replies(remote, 'sync_pull', (answer: PullAnswer) =>
        answer.more ? { ...answer, more: false, cursor: answer.head } : answer,
      ),
  },
  'rows from the server overwrite pending changes': {
    store: (store) => ({
      ...store,
      // Only where rows are written: what leaves is read in a transaction without their tables.
      transaction: (mode, tables, work) =>
        store.transaction(mode, tables, (tx) =>
          work(tables.length === 0 ? tx : patched(tx, { outbox: async () => [] })),
        ),
    }),
  },
  'revs are not compared': {
    store: (store) =>
      withTx(store, (tx) => ({
        rows: async (_table, ids) => ids.map(() => undefined),
        tombs: async (keys) => keys.map(() => undefined),
        shadows: (keys) => tx.shadows(keys),
      })),
  },
  'the cursor moves outside of the transaction': {
    store: (store) => ({
      ...store,
      transaction: async (mode, tables, work) => {
        let moved: SyncMeta | null = null;
        try {
          return await store.transaction(mode, tables, (tx) =>
            work(
              patched(tx, {
                putMeta: (entry) => {
                  if (entry.key === 'sync') moved = entry;
                  return tx.putMeta(entry);
                },
              }),
            ),
          );
        } catch (error) {
          const late = moved;
          if (late !== null) await store.transaction('write', [], (tx) => tx.putMeta(late));
          throw error;
        }
      },
    }),
  },
  'two leaders and no fence': {
    locks: (locks) => ({
      request: (name, options, hold) => {
        const never = new AbortController().signal;
        // Granted beside whoever holds it, and never lost.
        return options.steal ? hold(never) : locks.request(name, options, () => hold(never));
      },
    }),
    store: (store) => {
      let known: SyncMeta | undefined;
      return {
        ...store,
        transaction: (mode, tables, work) =>
          store.transaction(mode, tables, (tx) =>
            work(
              patched(tx, {
                meta: async (key) => {
                  const entry = await tx.meta(key);
                  if (key !== 'sync') return entry;
                  // What this worker read before it asked the server, whatever happened since.
                  if (mode === 'read' || known === undefined) known = entry as SyncMeta | undefined;
                  return known as typeof entry;
                },
                putMeta: (entry) => {
                  if (entry.key === 'sync') known = entry;
                  return tx.putMeta(entry);
                },
              }),
            ),
          ),
      };
    },
  },
  'no confirmed copy is kept': {
    store: (store) =>
      withTx(store, (tx) => ({
        record: async (draft) => {
          await tx.record(draft);
          await tx.clearShadows();
        },
      })),
  },
  'numbers are used twice': {
    store: (store) =>
      withTx(store, (tx) => ({
        record: async (draft) => {
          const before = await tx.meta('device');
          await tx.record(draft);
          if (before !== undefined && before.next_seq % 5 === 0) await tx.putMeta(before);
        },
      })),
  },
  'an entry changes after it was sent': {
    store: (store) =>
      withTx(store, (tx) => ({
        putMeta: (entry) => tx.putMeta(entry.key === 'device' ? { ...entry, sent_seq: 0 } : entry),
      })),
  },
  'starting over forgets unsent work': {
    store: (store) => withTx(store, () => ({ putEntries: async () => undefined })),
  },
  'starting over keeps the old identity': {
    store: (store) =>
      withTx(store, (tx) => ({
        putMeta: async (entry) => {
          const before = await tx.meta('device');
          const isNew = entry.key === 'device' && before !== undefined;
          await tx.putMeta(isNew ? { ...entry, client_id: before.client_id } : entry);
        },
      })),
  },
};

const forget = (server: ModelServer, args: Record<string, unknown>): void => {
  const mutations = args['mutations'] as Mutation[];
  server.devices.set(String(args['client_id']), { lastSeq: (mutations[0]?.seq ?? 1) - 1 });
  for (const { id } of mutations) server.judged.delete(id);
};

const pulls =
  (server: ModelServer, change: (answer: PullAnswer) => PullAnswer): Serve =>
  (name, args, user) => {
    const answer = server.call(name, args, user) as PullAnswer;
    return name === 'sync_pull' && answer.ok ? change(answer) : answer;
  };

const rowsWhere = (answer: PullAnswer, keep: (row: AnyRow) => boolean): PullAnswer['tables'] =>
  Object.fromEntries(
    Object.entries(answer.tables).map(([table, rows]) => [table, rows.filter(keep)]),
  );

const replies = <A extends { ok: true }>(
  remote: Remote,
  wanted: string,
  change: (answer: A) => A,
): Remote => ({
  ...remote,
  call: async (name, args, options): Promise<RawReply> => {
    const reply = await remote.call(name, args, options);
    if (name !== wanted || reply.kind !== 'reply') return reply;
    const body = reply.body as A | { ok: false };
    return body?.ok === true ? { ...reply, body: change(body) } : reply;
  },
});

/** The transaction with some of its parts replaced. */
const patched = (tx: StoreTx, patch: Partial<StoreTx>): StoreTx =>
  new Proxy(tx, {
    get: (target, name: keyof StoreTx) => {
      const part = patch[name] ?? target[name];
      return part.bind(target);
    },
  });

const withTx = (store: LocalStore, patch: (tx: StoreTx) => Partial<StoreTx>): LocalStore => ({
  ...store,
  transaction: (mode, tables, work) =>
    store.transaction(mode, tables, (tx) => work(patched(tx, patch(tx)))),
});
