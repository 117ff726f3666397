/** One page from the server, or the first window when there is nothing to go on from. */
import type { Instant } from '#domain/rows.ts';
import { toInstant } from '#domain/time/instant.ts';
import type { Event } from '../core/machine.ts';
import type { PullAnswer } from '../core/wire.ts';
import type { SyncMeta } from '../ports.ts';
import { Fenced, type Deps, type Lead } from './deps.ts';
import { WATCHED, watchMeanwhile } from './meanwhile.ts';
import { checkLead, mergeInto, tablesOf } from './merge.ts';
import { renumberOutbox } from './identity.ts';
import { eventOf, type Requests } from './requests.ts';
import { startOver } from './start-over.ts';
import { transact } from './storage.ts';

/** Rows a page should hold; it may hold more, because a transaction is never cut. */
const PAGE_SIZE = 2_000;
/** More than this at once is no live change: large calls, each table's queries run again once. */
const LIVE_PAGE_ROWS = 1_000;
/**
 * Longer without a pull than any connected device stays: it slept in a pocket, and nothing failed that
 * would say so.
 */
const ASLEEP_MS = 15 * 60_000;

/** `wasAway`: there was no contact until now, so somebody wants to know what others did meanwhile. */
export type Puller = (lead: Lead, wasAway: boolean) => Promise<Event>;

export const createPuller =
  (deps: Deps, requests: Requests): Puller =>
  async (lead, wasAway) => {
    const { sync, clientId } = await transact(deps, 'read', [], async (tx) => ({
      sync: await tx.meta('sync'),
      clientId: (await tx.meta('device'))?.client_id ?? null,
    }));
    if (sync === undefined || sync.epoch === null) return startOver(deps, requests, lead);
    const outcome = await requests.call('sync_pull', {
      // A device that never wrote has no identity yet; the server has nothing to tell about it.
      client_id: clientId ?? deps.random.newId(),
      cursor: sync.cursor,
      epoch: sync.epoch,
      page_size: PAGE_SIZE,
    });
    if (outcome.kind === 'answer') {
      if (outcome.answer.epoch !== sync.epoch) return startOver(deps, requests, lead);
      const lastMs = Date.parse(sync.last_sync_at ?? '');
      const slept = deps.clock.nowMs() + requests.offsetMs() - lastMs > ASLEEP_MS;
      const since = wasAway || slept ? sync.last_sync_at : null;
      return store(deps, requests, lead, { sync, clientId, since }, outcome.answer);
    }
    if (outcome.kind === 'refused' && outcome.code === 'reset') {
      deps.log('info', 'the server asks to start over', { cursor: sync.cursor });
      return startOver(deps, requests, lead);
    }
    return eventOf(outcome);
  };

const store = async (
  deps: Deps,
  requests: Requests,
  lead: Lead,
  known: { sync: SyncMeta; clientId: string | null; since: Instant | null },
  answer: PullAnswer,
): Promise<Event> => {
  const { sync, clientId, since } = known;
  // A page that does not go on would be asked for again for ever.
  if (answer.cursor < sync.cursor || (answer.more && answer.cursor === sync.cursor)) {
    deps.log('error', 'a page does not go on from the cursor', { cursor: sync.cursor });
    return { kind: 'failed-server', retryAfterMs: null };
  }
  deps.reached?.('CP-09');
  const pending = await transact(deps, 'read', [], (tx) => tx.outbox());
  let count = answer.dead.length;
  for (const rows of Object.values(answer.tables)) count += rows.length;
  const tables = new Set(tablesOf(answer, pending));
  if (since !== null) for (const table of WATCHED) tables.add(table);
  await transact(deps, 'write', [...tables], async (tx) => {
    await checkLead(tx, lead);
    const now = await tx.meta('sync');
    const device = await tx.meta('device');
    if (now?.cursor !== sync.cursor || now.generation !== sync.generation) {
      throw new Fenced('the cursor moved', true);
    }
    const tell =
      since === null
        ? null
        : await watchMeanwhile(tx, answer, { userId: deps.store.userId, since });
    const isOurs = clientId !== null && device?.client_id === clientId;
    const isLast = !answer.more;
    if (isOurs && isLast && answer.last_seq > device.sent_seq) {
      // SYN-15: numbers that this database never sent: a copy of it did. Those of ours that look
      // confirmed may be others.
      await renumberOutbox(tx, deps.random.newId());
      await mergeInto(tx, deps.store, answer, { confirmedSeq: 0, bulk: count > LIVE_PAGE_ROWS });
    } else {
      await mergeInto(tx, deps.store, answer, {
        confirmedSeq: isOurs && isLast ? answer.last_seq : 0,
        bulk: count > LIVE_PAGE_ROWS,
      });
    }
    await tell?.();
    deps.reached?.('CP-10');
    await tx.putMeta({
      ...now,
      cursor: answer.cursor,
      whole_rev: isLast ? answer.cursor : now.whole_rev,
      last_sync_at: isLast ? toInstant(deps.clock.nowMs() + requests.offsetMs()) : now.last_sync_at,
    });
  });
  return { kind: 'pulled', more: answer.more };
};
