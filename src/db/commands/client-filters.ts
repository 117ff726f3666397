import type { ClientFilter } from '#domain/clients/filter.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import type { ClientFiltersMeta } from '../schema.ts';

export type SavedFilter = ClientFiltersMeta['list'][number];

/** More than these nobody finds again. */
const MAX_SAVED = 20;
const NAME_MAX = 40;

/** The filters that were named on this device, in the order of their making. */
export const savedFilters = async (db: DaybookDb): Promise<readonly SavedFilter[]> => {
  const meta = await db.meta.get('client_filters');
  return meta?.key === 'client_filters' ? meta.list : [];
};

/** Keeps a filter under a name; the same name again replaces it. */
export const saveFilter = async (
  db: DaybookDb,
  name: string,
  filter: ClientFilter,
): Promise<SavedFilter> => {
  const saved = { id: db.newId(), name: name.trim().slice(0, NAME_MAX), filter };
  await change(db, (list) => [...list.filter((one) => one.name !== saved.name), saved]);
  return saved;
};

export const removeFilter = (db: DaybookDb, id: Uuid): Promise<unknown> =>
  change(db, (list) => list.filter((one) => one.id !== id));

/** Puts one back that was removed. */
export const restoreFilter = (db: DaybookDb, saved: SavedFilter): Promise<unknown> =>
  change(db, (list) => [...list.filter(({ id }) => id !== saved.id), saved]);

const change = (
  db: DaybookDb,
  next: (list: readonly SavedFilter[]) => SavedFilter[],
): Promise<unknown> =>
  db.transaction('rw', '_meta', async () => {
    const list = next(await savedFilters(db)).slice(-MAX_SAVED);
    await db.meta.put({ key: 'client_filters', v: 1, list });
  });
