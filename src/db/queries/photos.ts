import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';

/** Where the pictures are, by id; the pictures themselves are not read for it. */
export type PhotoPlaces = {
  here: ReadonlySet<Uuid>;
  waiting: ReadonlySet<Uuid>;
  failed: ReadonlySet<Uuid>;
};

export const photoPlaces = async (db: DaybookDb): Promise<PhotoPlaces> => {
  const inState = (state: string): Promise<Uuid[]> =>
    db.blobs.where('state').equals(state).primaryKeys();
  const [here, waiting, failed] = await Promise.all([
    inState('here'),
    inState('waiting'),
    inState('failed'),
  ]);
  return { here: new Set(here), waiting: new Set(waiting), failed: new Set(failed) };
};

/** A picture as this device has it; null = it does not. */
export const pictureOf = async (
  db: DaybookDb,
  id: Uuid,
): Promise<{ data: ArrayBuffer; media_type: string } | null> => {
  const entry = await db.blobs.get(id);
  if (!entry?.data || entry.state === 'trash') return null;
  return { data: entry.data, media_type: entry.media_type };
};
