import type { LocalPicture } from '#domain/pictures/picture.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';

/** A picture as this device has it; null = it does not. */
export const pictureOf = async (db: DaybookDb, id: Uuid): Promise<LocalPicture | null> => {
  const entry = await db.blobs.get(id);
  if (!entry?.data || entry.state === 'trash') return null;
  return { data: entry.data, media_type: entry.media_type, state: entry.state };
};
