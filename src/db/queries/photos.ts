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
