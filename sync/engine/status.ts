/** The engine's state and the store's counts in words that people see. */
import type { Instant } from '#domain/rows.ts';
import { toInstant } from '#domain/time/instant.ts';
import type { SyncState, SyncStatus } from '../protocol.ts';
import { describeCoverage } from './coverage.ts';
import type { Deps } from './deps.ts';
import type { EngineView } from './engine.ts';
import { transact } from './storage.ts';

export type StatusFacts = Pick<
  SyncStatus,
  'pendingCount' | 'attentionCount' | 'lastSyncAt' | 'coverage'
> & { cursor: number };

export const readFacts = async (
  deps: Pick<Deps, 'store' | 'timers' | 'pictures'>,
): Promise<StatusFacts> => {
  const rows = await rowFacts(deps);
  const pictures = (await deps.pictures?.shelf.countWaiting()) ?? 0;
  return { ...rows, pendingCount: rows.pendingCount + pictures };
};

const rowFacts = (deps: Pick<Deps, 'store' | 'timers'>): Promise<StatusFacts> =>
  transact(deps, 'read', ['attention_items'], async (tx) => {
    const [sync, coverage, pendingCount, attentionCount] = await Promise.all([
      tx.meta('sync'),
      tx.meta('coverage'),
      tx.countOutbox(),
      tx.countOpenAttention(),
    ]);
    return {
      pendingCount,
      attentionCount,
      lastSyncAt: sync?.last_sync_at ?? null,
      coverage: describeCoverage(coverage),
      cursor: sync?.cursor ?? 0,
    };
  });

export const statusOf = (view: EngineView, facts: StatusFacts): SyncStatus => {
  const { cursor: _cursor, ...counts } = facts;
  return {
    ...stateOf(view, facts),
    ...counts,
    leads: true,
    clockSkewMs: -view.offsetMs,
  };
};

const DOING = { history: 'backfill', check: 'check', pictures: 'push' } as const;

const stateOf = (view: EngineView, facts: StatusFacts): SyncState => {
  const { machine, activity, trouble } = view;
  const at = (ms: number | null): Instant => toInstant((ms ?? 0) + view.offsetMs);
  switch (machine.state) {
    case 'idle':
      if (activity === null) return { kind: 'idle' };
      return { kind: 'syncing', doing: DOING[activity] };
    case 'pushing':
    case 'pulling':
    case 'offline':
    case 'backoff':
      // A retry is no news until it worked: the sign would flicker otherwise.
      if (trouble === 'offline') {
        return { kind: 'offline', since: at(view.troubleSinceMs), portal: machine.portal };
      }
      if (trouble === 'backoff') {
        return { kind: 'waiting', since: at(view.troubleSinceMs), retryAt: at(view.retryAtMs) };
      }
      if (facts.coverage.kind === 'none') return { kind: 'syncing', doing: 'bootstrap' };
      return { kind: 'syncing', doing: machine.state === 'pushing' ? 'push' : 'pull' };
    default:
      return { kind: machine.state };
  }
};
