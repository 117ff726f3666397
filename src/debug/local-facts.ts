import type { DaybookDb } from '#db/open.ts';
import { TABLES } from '#domain/rows.ts';

/** Where this device stands, without a word of anybody's data: numbers and positions only. */
export const localFacts = async (db: DaybookDb): Promise<Record<string, unknown>> => {
  try {
    const [device, sync, outbox, shadows] = await Promise.all([
      db.meta.get('device'),
      db.meta.get('sync'),
      db.outbox.count(),
      db.shadows.count(),
    ]);
    const counts = await Promise.all(
      TABLES.map(async (table) => [table, await db.rows(table).count()] as const),
    );
    return {
      device: device ?? 'none yet',
      position: sync ?? 'never synced',
      'clock offset': `${db.serverOffsetMs} ms`,
      'unsent changes': outbox,
      'touched rows': shadows,
      rows: Object.fromEntries(counts.filter(([, count]) => count > 0)),
    };
  } catch (error) {
    return { database: `does not answer: ${String(error)}` };
  }
};
