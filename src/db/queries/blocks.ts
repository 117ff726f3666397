import type { BlockOffReasonRow, TimeBlockRow, Uuid } from '#domain/rows.ts';
import { bySortKey } from '#domain/sort-key.ts';
import type { DaybookDb } from '../open.ts';

export type ReasonView = { reason: BlockOffReasonRow; uses: number };

/** Reasons in the order of the list, with how many blocks and absences have each. */
export const blockReasons = async (
  db: DaybookDb,
  { archived = false }: { archived?: boolean } = {},
): Promise<ReasonView[]> => {
  const [reasons, blocks, timeOff] = await Promise.all([
    db.rows('block_off_reasons').toArray(),
    db.rows('time_blocks').toArray(),
    db.rows('time_off').toArray(),
  ]);
  const uses = new Map<Uuid, number>();
  for (const { reason_id } of [...blocks, ...timeOff]) {
    if (reason_id) uses.set(reason_id, (uses.get(reason_id) ?? 0) + 1);
  }
  return reasons
    .filter(({ active }) => archived || active)
    .toSorted(bySortKey)
    .map((reason) => ({ reason, uses: uses.get(reason.id) ?? 0 }));
};

/** The dates that repeat together, in order; a block that stands alone is one by itself. */
export const blocksWith = async (db: DaybookDb, block: TimeBlockRow): Promise<TimeBlockRow[]> => {
  if (!block.repeat_id) return [block];
  // No index: rows are few, the calendar reads all of them too.
  const rows = await db
    .rows('time_blocks')
    .filter(({ repeat_id }) => repeat_id === block.repeat_id)
    .toArray();
  return rows.toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1));
};

export type BlockDetail = { block: TimeBlockRow; reason: BlockOffReasonRow | null };

export const blockDetail = async (db: DaybookDb, id: Uuid): Promise<BlockDetail | undefined> => {
  const block = await db.rows('time_blocks').get(id);
  if (!block) return undefined;
  const reason = block.reason_id ? await db.rows('block_off_reasons').get(block.reason_id) : null;
  return { block, reason: reason ?? null };
};
