import { readPicturePath } from '#domain/pictures/path.ts';
import type { ShownPicture } from '#domain/pictures/picture.ts';
import { pictureOf } from './queries/pictures.ts';
import { useQuery } from './use-query.ts';

/** The picture that a row of this business names: what is new here is shown before anybody has it. */
export const useShownPicture = (path: string | null): ShownPicture => {
  const id = readPicturePath(path)?.id ?? null;
  const local = useQuery<ShownPicture['local'], 'asking'>(
    async (db) => (id === null ? null : pictureOf(db, id)),
    [id],
    'asking',
  );
  return { path, local };
};
