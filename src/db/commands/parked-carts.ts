/** Sales that are set aside on this device, to be gone on with later. */
import type { CartDraft } from '#domain/checkout/draft.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import type { ParkedCart } from '../schema.ts';

/** More than that at once is no counter any more; the limit keeps one record small. */
const MAX_PARKED = 30;
export const PARKED_NAME_MAX = 60;

/** The newest first. */
export const parkedCarts = async (db: DaybookDb): Promise<readonly ParkedCart[]> => {
  const meta = await db.meta.get('parked_carts');
  return meta?.key === 'parked_carts' ? meta.list : [];
};

/** Sets a cart aside under a name. Codes: too_many. */
export const parkCart = (db: DaybookDb, name: string, cart: CartDraft): Promise<Result<Uuid>> =>
  db.transaction('rw', '_meta', async () => {
    const list = await parkedCarts(db);
    if (list.length >= MAX_PARKED) return fail('too_many');
    const id = db.newId();
    const parked = { id, name: name.trim().slice(0, PARKED_NAME_MAX), at: db.now(), cart };
    await db.meta.put({ key: 'parked_carts', v: 1, list: [parked, ...list] });
    return ok(id);
  });

/** Takes one out of the list, to go on with it or for good; null = another window has done so. */
export const takeParked = (db: DaybookDb, id: Uuid): Promise<ParkedCart | null> =>
  db.transaction('rw', '_meta', async () => {
    const list = await parkedCarts(db);
    const found = list.find((one) => one.id === id) ?? null;
    if (found) {
      const rest = list.filter((one) => one.id !== id);
      await db.meta.put({ key: 'parked_carts', v: 1, list: rest });
    }
    return found;
  });

/** Puts one back that was taken out. */
export const restoreParked = (db: DaybookDb, parked: ParkedCart): Promise<unknown> =>
  db.transaction('rw', '_meta', async () => {
    const list = (await parkedCarts(db)).filter(({ id }) => id !== parked.id);
    await db.meta.put({ key: 'parked_carts', v: 1, list: [parked, ...list] });
  });
