import * as v from 'valibot';
import type { ClientPhotoRow, ConsentEventRow, Uuid } from '#domain/rows.ts';
import { choice, instant, optionalId, requiredText, whole } from '#domain/validation/fields.ts';
import type { Rule } from '#domain/validation/rules.ts';
import { consentsNow } from './consents.ts';

export const PHOTO_KINDS = ['before', 'after', 'reference', 'document'] as const;
export type PhotoKind = ClientPhotoRow['kind'];

/** The longer side of what is kept: enough for a whole screen, a tenth of the weight. */
export const PHOTO_MAX_SIDE = 2048;
/** No picture is larger; one of that size has half a megabyte. */
const PHOTO_MAX_BYTES = 5_242_880;
/** Of a PDF, which is kept as it is. The bucket takes no more. */
const PDF_MAX_BYTES = 10_485_760;
const FILE_NAME_MAX = 120;

type Kept = Pick<ClientPhotoRow, 'media_type'>;

/** PDFs are kept beside the photos, as one more kind of file. */
export const isPdf = ({ media_type }: Kept): boolean => media_type === 'application/pdf';

export const maxBytesOf = (file: Kept): number => (isPdf(file) ? PDF_MAX_BYTES : PHOTO_MAX_BYTES);

const side = v.nullable(whole(1, PHOTO_MAX_SIDE));

export const photoSchema = v.pipe(
  v.object({
    kind: choice(PHOTO_KINDS),
    pair_id: optionalId,
    appointment_id: optionalId,
    taken_at: instant,
    consent: choice(['granted', 'denied', 'unasked']),
    media_type: choice(['image/jpeg', 'image/webp', 'application/pdf']),
    width: side,
    height: side,
    file_name: v.optional(v.nullable(requiredText(FILE_NAME_MAX)), null),
    bytes: whole(1, PDF_MAX_BYTES),
  }),
  // A picture has a size, a PDF a name.
  v.check(
    (file) =>
      isPdf(file)
        ? file.kind === 'document' &&
          file.file_name !== null &&
          file.width === null &&
          file.height === null
        : file.file_name === null && file.width !== null && file.height !== null,
    'wrong_type' satisfies Rule,
  ),
);

export type PhotoInput = v.InferOutput<typeof photoSchema>;
/** What is to be kept, before it is checked. */
export type NewPhotoInput = v.InferInput<typeof photoSchema>;

/** What came of asking for a picture: `missing` = the server does not have it (any more). */
export type PhotoFetch = 'here' | 'offline' | 'missing' | 'failed';

/** Where the picture lies in its bucket. Says nothing about the client: merges do not move files. */
export const photoPath = (businessId: Uuid, photoId: Uuid): string => `${businessId}/${photoId}`;

/** What the ledger says about photos now. */
export const photoConsent = (events: readonly ConsentEventRow[]): ClientPhotoRow['consent'] => {
  const last = consentsNow(events).find(({ purpose }) => purpose === 'photos')?.last;
  if (!last) return 'unasked';
  return last.state === 'granted' ? 'granted' : 'denied';
};

/** One picture, or a before with its after. */
export type PhotoItem =
  | { kind: 'single'; photo: ClientPhotoRow }
  | { kind: 'pair'; before: ClientPhotoRow; after: ClientPhotoRow };

/** The photos of one place: a before and its after, or one. */
export const photosOf = (item: PhotoItem): ClientPhotoRow[] =>
  item.kind === 'pair' ? [item.before, item.after] : [item.photo];

/** Pictures as they are shown: pairs together, at the place of the one that came last. Newest first. */
export const photoItems = (photos: readonly ClientPhotoRow[]): PhotoItem[] => {
  const sorted = photos.filter((photo) => !isPdf(photo)).toSorted(newestFirst);
  const shown = new Set<Uuid>();
  return sorted.flatMap((photo): PhotoItem[] => {
    if (shown.has(photo.id)) return [];
    shown.add(photo.id);
    const other = otherHalf(photo, sorted);
    if (!other || shown.has(other.id)) return [{ kind: 'single', photo }];
    shown.add(other.id);
    const [before, after] = photo.kind === 'before' ? [photo, other] : [other, photo];
    return [{ kind: 'pair', before, after }];
  });
};

/** The PDFs among them, newest first. */
export const pdfsOf = (photos: readonly ClientPhotoRow[]): ClientPhotoRow[] =>
  photos.filter(isPdf).toSorted(newestFirst);

/** Befores that have no after yet, newest first: what a new after may belong to. */
export const openBefores = (photos: readonly ClientPhotoRow[]): ClientPhotoRow[] =>
  photos
    .filter((photo) => photo.kind === 'before' && !otherHalf(photo, photos))
    .toSorted(newestFirst);

const otherHalf = (
  photo: ClientPhotoRow,
  photos: readonly ClientPhotoRow[],
): ClientPhotoRow | undefined => {
  if (photo.pair_id === null || (photo.kind !== 'before' && photo.kind !== 'after')) return;
  const wanted = photo.kind === 'before' ? 'after' : 'before';
  return photos.find(({ pair_id, kind }) => pair_id === photo.pair_id && kind === wanted);
};

const newestFirst = (a: ClientPhotoRow, b: ClientPhotoRow): number =>
  a.taken_at === b.taken_at ? (a.id < b.id ? 1 : -1) : a.taken_at < b.taken_at ? 1 : -1;
