import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';

/** Somebody has seen what happened to these appointments while this device had no contact. */
export const seeMeanwhile = (db: DaybookDb, ids: readonly Uuid[]): Promise<unknown> =>
  db.transaction('rw', '_meta', async () => {
    const meta = await db.meta.get('meanwhile');
    if (meta?.key !== 'meanwhile') return;
    const list = meta.list.filter(({ id }) => !ids.includes(id));
    await db.meta.put({ ...meta, list });
  });
