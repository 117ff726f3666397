import type { PhotoKind } from '#domain/clients/photos.ts';
import type { ClientPhotoRow } from '#domain/rows.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';

export const KIND_WORDS: Record<PhotoKind, string> = {
  before: 'Before',
  after: 'After',
  reference: 'Reference',
  document: 'Document',
};

export const photoDay = (photo: ClientPhotoRow, formats: BusinessFormats): string =>
  formats.date(photo.taken_at, { day: 'numeric', month: 'short', year: 'numeric' });

/** `Before, Nov 21, 2026` */
export const photoText = (photo: ClientPhotoRow, formats: BusinessFormats): string =>
  `${KIND_WORDS[photo.kind]}, ${photoDay(photo, formats)}`;

/** Said where the picture would be. */
export const MISSING_WORDS = {
  offline: 'Not on this device, and there is no connection.',
  elsewhere: 'Still on the device that took it. It comes once that one is online.',
  missing: 'This is no longer there.',
  failed: 'This could not be loaded.',
} as const;

export const CONSENT_WORDS: Record<ClientPhotoRow['consent'], string> = {
  granted: 'Client agreed to photos',
  denied: 'Client said no to photos',
  unasked: 'Client was not asked about photos',
};

export const NO_ROOM =
  'This device is out of space, so this was not kept. Free some space, then press Add again; nothing else is lost.';

/** `photo`, `3 photos`, `file`, `4 files`; `one` = how a single photo is called. */
export const manyFiles = (pictures: number, pdfs: number, one: 'photo' | 'Photo'): string => {
  const count = pictures + pdfs;
  const what = pdfs === 0 ? 'photo' : 'file';
  if (count > 1) return `${count} ${what}s`;
  return pdfs === 0 ? one : one === 'Photo' ? 'File' : 'file';
};
