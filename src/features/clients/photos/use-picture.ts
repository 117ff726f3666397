import { pictureOf } from '#db/queries/pictures.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import type { ClientPhotoRow } from '#domain/rows.ts';
import { isOnline, onOnlineChange } from '#platform/online.ts';
import { useEffect, useState } from 'react';
import type { MISSING_WORDS } from './words.ts';

export type PictureState =
  | { kind: 'loading' }
  | { kind: 'ready'; data: ArrayBuffer; mediaType: string }
  | { kind: keyof typeof MISSING_WORDS; retry: () => void };

/** The picture of a photo: from this device, else fetched when somebody looks at it. */
export const usePicture = (photo: ClientPhotoRow): PictureState => {
  const db = useDb();
  const picture = useQuery((source) => pictureOf(source, photo.id), [photo.id]);
  const [why, setWhy] = useState<'offline' | 'missing' | 'failed' | null>(null);
  const [tries, setTries] = useState(0);
  const retry = (): void => setTries((count) => count + 1);

  const isElsewhere = photo.stored_at === null;
  const mustFetch = picture === null && !isElsewhere;
  useEffect(() => {
    if (!mustFetch) return;
    let isOver = false;
    const ask = async (): Promise<void> => {
      const answer = await (isOnline() ? (db.fetchPhoto?.(photo.id) ?? 'failed') : 'offline');
      if (!isOver) setWhy(answer === 'here' ? null : answer);
    };
    void ask();
    const stop = onOnlineChange(() => void ask());
    return () => {
      isOver = true;
      stop();
    };
  }, [db, mustFetch, photo.id, tries]);

  if (picture) return { kind: 'ready', data: picture.data, mediaType: picture.media_type };
  if (picture === null && isElsewhere) return { kind: 'elsewhere', retry };
  if (mustFetch && why !== null) return { kind: why, retry };
  return { kind: 'loading' };
};
