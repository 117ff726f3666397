/** One batch to the server and what came of it. */
import type { TableName } from '#domain/rows.ts';
import { BATCH_MAX_MUTATIONS, nextBatch } from '../core/batch.ts';
import type { Failure } from '../core/failure.ts';
import type { Event } from '../core/machine.ts';
import type { PushAnswer } from '../core/wire.ts';
import type { OutboxEntry, StoreTx } from '../ports.ts';
import { raiseAttention } from './attention.ts';
import type { Deps, Lead } from './deps.ts';
import { renumberOutbox } from './identity.ts';
import { checkLead, mergeInto, tablesOf } from './merge.ts';
import { eventOf, type Outcome, type Refused, type Requests } from './requests.ts';
import { startOver } from './start-over.ts';
import { transact } from './storage.ts';

export type Pusher = (lead: Lead) => Promise<Event>;

export const createPusher = (deps: Deps, requests: Requests): Pusher => {
  const most = deps.batchMax ?? BATCH_MAX_MUTATIONS;
  /** Shrinks after a 413, grows back with each success. */
  let limit = most;
  let resetsInRow = 0;
  /**
   * What the last answer's transaction has taken already, and its own answer if it has left: the next
   * call goes on with it, or nobody does.
   */
  let ahead: { lead: Lead; taken: Taken; asked: Promise<Asked> | null } | null = null;

  const send = (taken: Taken, batch: readonly OutboxEntry[]) =>
    requests.call('sync_push', {
      client_id: taken.clientId,
      ...(taken.epoch === null ? {} : { epoch: taken.epoch }),
      mutations: batch.map(({ v: _version, ...mutation }) => mutation),
    });

  /**
   * SYN-17: the batch behind one that the server took whole, while that one is being stored. Whatever
   * happens to either, both are sent again as they were, and the server knows them by their ids.
   */
  const sendNext = async (lead: Lead, taken: Taken, { last_seq }: PushAnswer): Promise<Asked> => {
    const [first] = taken.next;
    if (first === undefined || first.seq !== last_seq + 1) return null;
    if (!(await mayLeave(deps, lead, taken))) return null;
    deps.log('debug', 'a batch leaves while the one before is stored');
    return send(taken, taken.next);
  };

  return async (lead) => {
    const from = ahead?.lead === lead ? ahead : null;
    ahead = null;
    const taken = from?.taken ?? (await takeBatch(deps, lead, limit));
    if (taken.batch.length === 0) return { kind: 'pushed', more: false, heard: false };
    const outcome = (await from?.asked) ?? (await send(taken, taken.batch));
    if (outcome.kind === 'answer') {
      limit = Math.min(most, limit * 2);
      resetsInRow = 0;
      const asked = sendNext(lead, taken, outcome.answer);
      // Who comes for it hears of it; when this answer cannot be stored, nobody comes.
      asked.catch(() => undefined);
      const settled = await settle(deps, requests, lead, taken, outcome.answer, limit);
      const { next } = settled;
      if (next !== null) {
        ahead = { lead, taken: next, asked: next.batch === taken.next ? asked : null };
      }
      return settled.event;
    }
    if (outcome.kind === 'refused' && NEW_IDENTITY.has(outcome.code)) {
      return newIdentity(deps, lead, taken.clientId);
    }
    if (outcome.kind === 'refused' && outcome.code === 'reset') {
      // SYN-32. A server that goes on saying so is asked less and less often.
      resetsInRow += 1;
      if (!isPowerOfTwo(resetsInRow)) return eventOf(outcome);
      const event = await startOver(deps, requests, lead);
      if (event.kind !== 'pulled') resetsInRow -= 1;
      return event.kind === 'pulled' ? { kind: 'pushed', more: true, heard: true } : event;
    }
    const unreadable = unreadableCode(outcome);
    if (unreadable === null) return eventOf(outcome);
    limit = Math.max(1, Math.floor(taken.batch.length / 2));
    const [only] = taken.batch;
    if (taken.batch.length === 1 && only !== undefined) {
      await putAside(deps, requests, lead, only, unreadable);
    }
    return { kind: 'pushed', more: true, heard: true };
  };
};

const isPowerOfTwo = (count: number): boolean => (count & (count - 1)) === 0;

/** SYN-15: the server knows these numbers for other mutations, or this device for another person's. */
const NEW_IDENTITY = new Set(['client_reused', 'not_allowed']);

/** SYN-11: why the request as a whole cannot be taken, so that a smaller one may; null = another reason. */
const unreadableCode = (outcome: { kind: 'failed'; failure: Failure } | Refused): string | null => {
  if (outcome.kind === 'refused') {
    return outcome.code === 'payload_too_large' || outcome.code === 'invalid' ? outcome.code : null;
  }
  if (outcome.failure.kind === 'too-large') return 'payload_too_large';
  return outcome.failure.kind === 'rejected' ? outcome.failure.code : null;
};

/** The answer to a batch that has left early; null = it has not. */
type Asked = Outcome<PushAnswer> | null;

type Taken = {
  batch: OutboxEntry[];
  /** The one behind it, as good as sent too: it may leave as soon as the answer is there. */
  next: OutboxEntry[];
  clientId: string;
  /** SYN-16: whose numbers `base_rev` are; null = nothing was ever pulled. */
  epoch: string | null;
  /** All that waited when the batch was taken. */
  outbox: OutboxEntry[];
};

const takeBatch = (deps: Deps, lead: Lead, limit: number): Promise<Taken> =>
  transact(deps, 'write', [], async (tx) => {
    await checkLead(tx, lead);
    return take(tx, await tx.outbox(), limit);
  });

/**
 * SYN-10: from the commit of this transaction on, the entries are as good as sent. `first`: what may
 * have left already and comes next, if it is still what waits first.
 */
const take = async (
  tx: StoreTx,
  outbox: OutboxEntry[],
  limit: number,
  first: OutboxEntry[] = [],
): Promise<Taken> => {
  const [device, sync] = await Promise.all([tx.meta('device'), tx.meta('sync')]);
  const epoch = sync?.epoch ?? null;
  const isFirst = first.length > 0 && first.every(({ id }, place) => outbox[place]?.id === id);
  const batch = isFirst ? first : nextBatch(outbox, limit);
  const behind = outbox.slice(batch.length);
  const following = nextBatch(behind, limit);
  // SYN-6: what waits last may still take in what a person types, until its own turn comes.
  const next = following.length < behind.length ? following : [];
  const last = next.at(-1) ?? batch.at(-1);
  if (device === undefined || last === undefined) {
    return { batch: [], next: [], clientId: '', epoch, outbox };
  }
  if (last.seq > device.sent_seq) await tx.putMeta({ ...device, sent_seq: last.seq });
  return { batch, next, clientId: device.client_id, epoch, outbox };
};

/** Whether what was taken still is what it was: this worker leads, its name is the same, nothing was given up. */
const mayLeave = (deps: Deps, lead: Lead, taken: Taken): Promise<boolean> =>
  transact(deps, 'read', [], async (tx) => {
    await checkLead(tx, lead);
    const [device, [head]] = await Promise.all([tx.meta('device'), tx.outbox(1)]);
    return device?.client_id === taken.clientId && head?.id === taken.batch[0]?.id;
  });

/**
 * The whole outbox, of which `known` was read before by the same leader under the same `client_id`.
 * Since then only the last entry can have changed (coalesced) and others can have come behind it; a
 * thousand that wait are not read again for each batch.
 */
const outboxSince = async (tx: StoreTx, known: OutboxEntry[]): Promise<OutboxEntry[]> => {
  const last = known.at(-1);
  if (last === undefined) return tx.outbox();
  const [count, tail] = await Promise.all([tx.countOutbox(), tx.outboxFrom(last.seq)]);
  const before = known.slice(0, -1);
  // Somebody discarded some.
  return before.length + tail.length === count ? [...before, ...tail] : tx.outbox();
};

type Settled = {
  event: Event;
  /** The batch that leaves next, taken in the same transaction: one commit for each batch. */
  next: Taken | null;
};

const settle = async (
  deps: Deps,
  requests: Requests,
  lead: Lead,
  taken: Taken,
  answer: PushAnswer,
  limit: number,
): Promise<Settled> => {
  const first = taken.batch[0]?.seq ?? 0;
  const last = taken.batch.at(-1)?.seq ?? 0;
  if (answer.last_seq < first - 1) {
    return { event: await newIdentity(deps, lead, taken.clientId), next: null };
  }
  const confirmedSeq = Math.min(answer.last_seq, last);
  const leaving = taken.batch.filter((entry) => entry.seq <= confirmedSeq);
  const tables = [...new Set<TableName>([...tablesOf(answer, taken.batch), 'attention_items'])];
  deps.reached?.('CP-06');
  const next = await transact(deps, 'write', tables, async (tx) => {
    await checkLead(tx, lead);
    const device = await tx.meta('device');
    // Another answer may have changed who we are; these entries then have other numbers.
    if (device?.client_id !== taken.clientId) return take(tx, await tx.outbox(), limit);
    if (answer.last_seq > device.sent_seq) {
      // Numbers that we never sent: a copy of this profile uses the same identity.
      await mergeInto(tx, deps.store, answer, { confirmedSeq: 0, bulk: false });
      await renumberOutbox(tx, deps.random.newId());
      return take(tx, await tx.outbox(), limit);
    }
    const outbox = await outboxSince(tx, taken.outbox);
    let hasRaised = false;
    const waiting = new Set(outbox.map((entry) => entry.id));
    await mergeInto(tx, deps.store, answer, { confirmedSeq, bulk: false, outbox });
    for (const entry of leaving) {
      // Tried before and given up, but committed: then it is told already.
      if (!waiting.has(entry.id)) continue;
      const result = answer.results.find((known) => known.seq === entry.seq);
      if (result?.status === 'refused' && result.attention_id === undefined) {
        await raiseAttention(tx, deps, requests.offsetMs(), entry, result.code ?? 'unknown');
        hasRaised = true;
      }
    }
    const left = outbox.filter((entry) => entry.seq > confirmedSeq);
    const then = await take(tx, hasRaised ? await outboxSince(tx, left) : left, limit, taken.next);
    deps.reached?.('CP-07');
    return then;
  });
  // A server that takes nothing would be asked for ever without a pause.
  if (leaving.length === 0) {
    return { event: { kind: 'failed-server', retryAfterMs: null }, next: null };
  }
  const more = next.batch.length > 0;
  return { event: { kind: 'pushed', more, heard: true }, next: more ? next : null };
};

/** SYN-15: the server lost our record, or mixed us up: another name, numbers from 1, the same ids. */
const newIdentity = async (deps: Deps, lead: Lead, clientId: string): Promise<Event> => {
  deps.log('info', 'starting again as a new device', { clientId });
  await transact(deps, 'write', [], async (tx) => {
    await checkLead(tx, lead);
    const device = await tx.meta('device');
    if (device?.client_id === clientId) await renumberOutbox(tx, deps.random.newId());
  });
  return { kind: 'pushed', more: true, heard: true };
};

/**
 * A mutation that the server cannot even read. Its number still has to be used, so it goes as an
 * empty one; what it held becomes an attention item. Its rows fall back to their confirmed copies.
 */
const putAside = async (
  deps: Deps,
  requests: Requests,
  lead: Lead,
  entry: OutboxEntry,
  code: string,
): Promise<void> => {
  deps.log('error', 'a mutation was put aside', { name: entry.name, code });
  const tables = [
    ...new Set<TableName>([...tablesOf({ tables: {}, dead: [] }, [entry]), 'attention_items']),
  ];
  await transact(deps, 'write', tables, async (tx) => {
    await checkLead(tx, lead);
    const [head] = await tx.outbox(1);
    if (head?.id !== entry.id || head.seq !== entry.seq || head.ops.length === 0) return;
    // Confirms it for the merge, which drops its ops and its entry; the number is put back empty.
    await mergeInto(
      tx,
      deps.store,
      { tables: {}, dead: [] },
      { confirmedSeq: entry.seq, bulk: false },
    );
    await tx.putEntries([{ ...entry, name: 'void', ops: [] }]);
    await raiseAttention(tx, deps, requests.offsetMs(), entry, code);
    deps.reached?.('CP-17');
  });
};
