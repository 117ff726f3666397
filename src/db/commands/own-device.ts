import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { newDevice } from '../outbox.ts';

/** Who this device is to the server. One that has written nothing yet is named here, for good. */
export const ownDevice = (db: DaybookDb): Promise<Uuid> =>
  db.transaction('rw', '_meta', async () => {
    const known = await db.meta.get('device');
    if (known?.key === 'device') return known.client_id;
    const made = newDevice(db.newId());
    await db.meta.put(made);
    return made.client_id;
  });
