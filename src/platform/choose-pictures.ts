import { PICTURE_MAX_INPUT_BYTES } from '#domain/pictures/picture.ts';
import type { Instant } from '#domain/rows.ts';
import { toInstant } from '#domain/time/instant.ts';
import { shrinkPicture } from './shrink-picture.ts';
import type { PictureShape, SmallPicture } from './shrink-picture.ts';

/** Why a file cannot be used; `unreadable` also where it is no picture at all. */
export type PictureProblem = 'unreadable' | 'too_large' | 'empty';

export type Chosen =
  | { kind: 'picture'; key: string; picture: SmallPicture; takenAt: Instant }
  | { kind: 'problem'; name: string; why: PictureProblem };

/** Makes what was handed over small enough to keep, one after the other: memory is short on phones. */
export const choosePictures = async (
  files: readonly File[],
  now: Instant,
  shape: PictureShape,
): Promise<Chosen[]> => {
  const chosen: Chosen[] = [];
  for (const [place, file] of files.entries()) {
    const why = problemOf(file);
    const shrunk = why ? null : await shrinkPicture(file, shape);
    if (shrunk?.ok) {
      const key = `${now} ${place} ${file.name}`;
      chosen.push({ kind: 'picture', key, picture: shrunk.picture, takenAt: takenAt(file, now) });
    } else chosen.push({ kind: 'problem', name: file.name, why: why ?? 'unreadable' });
  }
  return chosen;
};

const problemOf = (file: File): PictureProblem | null => {
  if (file.size === 0) return 'empty';
  // A drawing has no pixels, and some browsers would run what is written in it.
  if (/^image\/svg/i.test(file.type) || /\.svgz?$/i.test(file.name)) return 'unreadable';
  return file.size > PICTURE_MAX_INPUT_BYTES ? 'too_large' : null;
};

/** A picture of the library was taken when it was written, unless that clock is ahead of ours. */
const takenAt = (file: File, now: Instant): Instant => {
  const written = toInstant(file.lastModified);
  return file.lastModified > 0 && written < now ? written : now;
};
