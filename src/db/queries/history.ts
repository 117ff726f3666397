import { historyChanges } from '#domain/appointments/history-line.ts';
import type { HistoryLine, HistoryTable } from '#domain/appointments/history-line.ts';
import { applyOp } from '#domain/commands/apply-op.ts';
import { rowKey } from '#domain/commands/op.ts';
import type { Op, RowKey } from '#domain/commands/op.ts';
import type { AnyRow, Instant, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import type { HistoryMeta, OutboxEntry } from '../schema.ts';

export type KeptHistory = {
  /** What the server said last; null = its history was never asked for here, or not for long. */
  kept: HistoryMeta['list'][number] | null;
  /** What waits on this device. */
  waiting: HistoryLine[];
};

/** What this device knows of the history of an appointment. */
export const keptHistory = async (db: DaybookDb, id: Uuid): Promise<KeptHistory> => {
  const [meta, waiting] = await Promise.all([db.meta.get('history'), waitingHistory(db, id)]);
  const list = meta?.key === 'history' ? meta.list : [];
  return { kept: list.find((one) => one.id === id) ?? null, waiting };
};

/**
 * The lines of what the server has not heard of yet: the outbox played over the confirmed copies, as
 * the server will write them when they arrive.
 */
const waitingHistory = async (db: DaybookDb, id: Uuid): Promise<HistoryLine[]> => {
  const entries = await db.outbox.orderBy('seq').toArray();
  const touching = entries.filter(({ ops }) => ops.some(isOfDiary));
  if (touching.length === 0) return [];
  const rows = await confirmedRows(db, touching);
  return touching.flatMap((entry) =>
    entry.ops.filter(isOfDiary).flatMap((op): HistoryLine[] => {
      const table = op.table as HistoryTable;
      const key = rowKey(table, op.id);
      const was = rows.get(key);
      const now = applyOp(was, op, { businessId: db.businessId, userId: db.userId, at: entry.at });
      if (now) rows.set(key, now);
      else rows.delete(key);
      if (appointmentOf(table, was ?? now) !== id) return [];
      return lineOf(db, entry, table, was, now);
    }),
  );
};

const isOfDiary = ({ table }: Op): boolean =>
  table === 'appointments' || table === 'appointment_segments';

const appointmentOf = (table: HistoryTable, row: AnyRow | undefined): unknown =>
  table === 'appointments' ? row?.id : row?.['appointment_id'];

/** The rows of these changes as the server has them: shadows, or rows that nothing here touches. */
const confirmedRows = async (
  db: DaybookDb,
  entries: readonly OutboxEntry[],
): Promise<Map<RowKey, AnyRow>> => {
  const keys = new Set<RowKey>();
  for (const { ops } of entries) {
    for (const op of ops) if (isOfDiary(op)) keys.add(rowKey(op.table, op.id));
  }
  const shadows = await db.shadows.bulkGet([...keys]);
  return new Map(shadows.flatMap((shadow) => (shadow?.row ? [[shadow.key, shadow.row]] : [])));
};

const lineOf = (
  db: DaybookDb,
  entry: OutboxEntry,
  table: HistoryTable,
  was: AnyRow | undefined,
  now: AnyRow | undefined,
): HistoryLine[] => {
  const changes = now ? historyChanges(table, was, now) : {};
  const isSegment = table === 'appointment_segments';
  const row = now ?? was;
  const name = row?.['service_name'];
  if (!row || (was && now && Object.keys(changes).length === 0)) return [];
  const verb = !was ? 'added' : !now ? 'removed' : 'changed';
  const kind = isSegment
    ? (`service_${verb}` as const)
    : ({ added: 'booked', changed: 'changed', removed: 'removed' } as const)[verb];
  return [
    {
      id: null,
      rev: entry.seq,
      kind,
      segment_id: isSegment ? row.id : null,
      service: isSegment && typeof name === 'string' ? name : null,
      changes,
      by: 'member',
      user_id: db.userId,
      who: null,
      device: null,
      mutation: entry.name,
      made_at: entry.at satisfies Instant,
      at: null,
    },
  ];
};
