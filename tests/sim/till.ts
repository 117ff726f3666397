/**
 * The commands of src/db/commands, asked of what a device of the simulator shows: they decide, as they do on a
 * phone, and the device writes what they would have sent.
 */
import type { Op } from '#domain/commands/op.ts';
import type { Result } from '#domain/errors/result.ts';
import type { RowOf, TableName, Uuid } from '#domain/rows.ts';
import { openMemoryDb } from '#db/memory-db.ts';
import type { DaybookDb } from '#db/open.ts';
import { newDevice } from '#db/outbox.ts';
import type { MemoryDisk } from '#sync/fakes/memory-disk.ts';
import type { Dice } from './random.ts';

/** What money writes: compared at the end. */
export const MONEY_TABLES = [
  'sales',
  'sale_lines',
  'tips',
  'payments',
  'refunds',
  'gift_cards',
  'gift_activities',
  'package_holdings',
  'package_activities',
  'stock_movements',
  'stock_costs',
] as const;
/** And what it is decided by. */
const ASKED = [
  ...MONEY_TABLES,
  'businesses',
  'memberships',
  'staff',
  'clients',
  'services',
  'service_variants',
  'packages',
  'products',
  'recipes',
  'appointments',
  'drawer_events',
  'dispute_entries',
] as const satisfies readonly TableName[];

export type Made = { name: string; ops: Op[] };

/** One device at the counter. */
export type Till = {
  /** What its receipts are counted by, and what cards are kept for. */
  deviceId: Uuid;
  /** What was kept of a card for it last, whose row may still be on the way. */
  kept: { card_id: Uuid; lease_id: Uuid; cents: number } | null;
  shown: <T extends TableName>(table: T) => RowOf<T>[];
  /** What a command would send; why it refuses, in its word. */
  ask: (command: (db: DaybookDb) => Promise<Result<unknown>>) => Promise<Made | string>;
};

export type Tills = {
  at: (disk: MemoryDisk, deviceId: Uuid) => Till;
  close: () => void;
};

/** The tills of one run; what each shows is put into one database for as long as a command decides. */
export const openTills = async (options: {
  userId: Uuid;
  businessId: Uuid;
  nowMs: () => number;
  dice: Dice;
}): Promise<Tills> => {
  const { dice, ...whose } = options;
  const db = await openMemoryDb({
    ...whose,
    randomBytes: (count) => Uint8Array.from({ length: count }, () => dice.below(256)),
  });
  return {
    at: (disk, deviceId) => ({
      deviceId,
      kept: null,
      shown: (table) => rowsOf(disk, table),
      ask: async (command) => {
        await show(db, disk, deviceId);
        const result = await command(db);
        if (!result.ok) return result.error.code;
        const entry = await db.outbox.orderBy('seq').last();
        // Nothing to be done is nothing to be sent.
        return entry ? { name: entry.name, ops: entry.ops } : 'nothing';
      },
    }),
    close: () => db.close(),
  };
};

const rowsOf = <T extends TableName>(disk: MemoryDisk, table: T): RowOf<T>[] =>
  [...(disk.tables.get(table)?.values() ?? [])] as unknown as RowOf<T>[];

const show = async (db: DaybookDb, disk: MemoryDisk, deviceId: Uuid): Promise<void> => {
  const own = [db.shadows, db.outbox, db.meta];
  const tables = ASKED.map((name) => db.table(name));
  await db.transaction('rw', [...own, ...tables], async () => {
    await Promise.all([...own, ...tables].map((table) => table.clear()));
    await Promise.all(ASKED.map((name) => db.table(name).bulkPut(rowsOf(disk, name))));
    await db.meta.put(newDevice(deviceId));
    // Counted by what is stored: a sale that was not takes no number.
    const last_no = rowsOf(disk, 'sales').filter(({ device_id }) => device_id === deviceId).length;
    await db.meta.put({ key: 'receipts', v: 1, device_id: deviceId, last_no });
  });
};
