import { pictureOf } from '#db/queries/pictures.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import type { ClientPhotoRow } from '#domain/rows.ts';
import { useFetched } from '#ui/use-fetched.ts';
import type { MISSING_WORDS } from './words.ts';

export type PictureState =
  | { kind: 'loading' }
  | { kind: 'ready'; data: ArrayBuffer; mediaType: string }
  | { kind: keyof typeof MISSING_WORDS; retry: () => void };

/** The picture of a photo: from this device, else fetched when somebody looks at it. */
export const usePicture = (photo: ClientPhotoRow): PictureState => {
  const db = useDb();
  const picture = useQuery((source) => pictureOf(source, photo.id), [photo.id]);
  const isElsewhere = photo.stored_at === null;
  const mustFetch = picture === null && !isElsewhere;
  const { why, retry } = useFetched(mustFetch ? photo.id : null, (id) => db.fetchPhoto?.(id));

  if (picture) return { kind: 'ready', data: picture.data, mediaType: picture.media_type };
  if (picture === null && isElsewhere) return { kind: 'elsewhere', retry };
  if (mustFetch && why !== null) return { kind: why, retry };
  return { kind: 'loading' };
};
