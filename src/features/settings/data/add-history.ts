import type { DaybookDb } from '#db/open.ts';
import { keptHistory } from '#db/queries/history.ts';
import type { Add } from './add-photos.ts';

/**
 * What this device knows of the history of appointments: the newest page of those opened last. The
 * rest is on the server and goes nowhere from there.
 */
export const addHistory = async (db: DaybookDb, add: Add): Promise<void> => {
  const meta = await db.meta.get('history');
  const list = meta?.key === 'history' ? meta.list : [];
  await add('data/history.json', async (write) => {
    await write(['[']);
    for (const [at, { id, at: asOf, lines, more }] of list.entries()) {
      const { waiting } = await keptHistory(db, id);
      const one = { appointment_id: id, as_of: asOf, older_on_server: more, lines, waiting };
      await write([`${at > 0 ? ',\n' : '\n'}${JSON.stringify(one)}`]);
    }
    await write(['\n]\n']);
    return list.length;
  });
};
