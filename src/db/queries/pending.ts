import type { RowKey } from '#domain/commands/op.ts';
import type { DaybookDb } from '../open.ts';

/** `table:id` of every row with changes that the server has not confirmed. */
export const pendingKeys = async (db: DaybookDb): Promise<ReadonlySet<RowKey>> =>
  new Set((await db.shadows.toCollection().primaryKeys()) as RowKey[]);

/** How many changes wait for the server. */
export const pendingCount = (db: DaybookDb): Promise<number> => db.outbox.count();
