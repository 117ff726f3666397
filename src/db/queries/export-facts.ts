import type { NotHere } from '#domain/export/manifest.ts';
import type { Instant, TableName } from '#domain/rows.ts';
import { TABLES } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { whatIsLoaded } from './coverage.ts';

/** What the server has and this device has not. */
export const whatIsNotHere = async (db: DaybookDb): Promise<NotHere> => {
  const loaded = await whatIsLoaded(db);
  const isComplete = loaded.clients === 'all' && loaded.historyFrom === null;
  const coverage = await db.meta.get('coverage');
  if (coverage?.key !== 'coverage') {
    return { clients: null, isComplete, loaded: null, months: [], droppedMonths: [] };
  }
  return {
    clients: loaded.clients === 'all' ? 0 : coverage.clients_left,
    isComplete,
    loaded: loaded.historyFrom === null ? null : { from: coverage.from, to: coverage.to },
    months: coverage.missing,
    droppedMonths: coverage.dropped,
  };
};

/**
 * Tells two moments of the rows apart: it changes with every change, own or from the server.
 * Loading of older history changes the counts.
 */
export const dataMark = async (
  db: DaybookDb,
): Promise<{ mark: string; unsent: number; lastSyncAt: Instant | null; total: number }> => {
  const [sync, device, unsent, rows] = await Promise.all([
    db.meta.get('sync'),
    db.meta.get('device'),
    db.outbox.toArray(),
    Promise.all(TABLES.map((table: TableName) => db.rows(table).count())),
  ]);
  const known = sync?.key === 'sync' ? sync : null;
  const total = rows.reduce((sum, count) => sum + count, 0);
  // A waiting change that is changed again keeps its number and gets another time.
  const tail = unsent.at(-1);
  const next = device?.key === 'device' ? device.next_seq : 0;
  return {
    mark: JSON.stringify([known?.generation, known?.cursor, next, tail?.at, rows]),
    unsent: unsent.length,
    lastSyncAt: known?.last_sync_at ?? null,
    total,
  };
};
