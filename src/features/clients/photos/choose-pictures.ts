import { PHOTO_MAX_INPUT_BYTES, PHOTO_MAX_SIDE } from '#domain/clients/photos.ts';
import type { Instant } from '#domain/rows.ts';
import { toInstant } from '#domain/time/instant.ts';
import { shrinkPicture } from '#platform/shrink-picture.ts';
import type { SmallPicture } from '#platform/shrink-picture.ts';
import type { PROBLEM_WORDS } from './words.ts';

export type Chosen =
  | { kind: 'picture'; key: string; picture: SmallPicture; takenAt: Instant }
  | { kind: 'problem'; name: string; why: keyof typeof PROBLEM_WORDS };

/** Makes what was handed over small enough to keep, one after the other: memory is short on phones. */
export const choosePictures = async (
  files: readonly File[],
  now: Instant,
  shrink = shrinkPicture,
): Promise<Chosen[]> => {
  const chosen: Chosen[] = [];
  for (const [place, file] of files.entries()) {
    const why = problemOf(file);
    const shrunk = why ? null : await shrink(file, PHOTO_MAX_SIDE);
    if (shrunk?.ok) {
      const key = `${now} ${place} ${file.name}`;
      chosen.push({ kind: 'picture', key, picture: shrunk.picture, takenAt: takenAt(file, now) });
    } else chosen.push({ kind: 'problem', name: file.name, why: why ?? 'unreadable' });
  }
  return chosen;
};

const problemOf = (file: File): 'too_large' | 'empty' | null => {
  if (file.size === 0) return 'empty';
  return file.size > PHOTO_MAX_INPUT_BYTES ? 'too_large' : null;
};

/** A picture of the library was taken when it was written, unless that clock is ahead of ours. */
const takenAt = (file: File, now: Instant): Instant => {
  const written = toInstant(file.lastModified);
  return file.lastModified > 0 && written < now ? written : now;
};
