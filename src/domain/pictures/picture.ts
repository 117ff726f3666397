/**
 * Pictures that clients see: of people, of services and their categories, and the logo. A row names its picture by the path
 * where it lies, `{business}/{table}/{id}-{width}x{height}`: who shows it knows its size before it is
 * there, and a new picture is a new path, so that copies never are out of date.
 */
import type { Uuid } from '#domain/rows.ts';
import { readPicturePath } from './path.ts';
import type { PictureSize } from './path.ts';

/** Which rows show a picture, and the field that names it. */
export const PICTURE_FIELDS = {
  staff: 'photo_path',
  services: 'image_path',
  service_categories: 'image_path',
  businesses: 'logo_path',
} as const;
export type PictureTable = keyof typeof PICTURE_FIELDS;
/** The row that shows a picture. */
export type PictureOwner = { table: PictureTable; id: Uuid };

/** What a person may hand over: a phone's largest pictures are half of it. */
export const PICTURE_MAX_INPUT_BYTES = 20_000_000;
/** The longer side of what is kept, in pixels: sharp at the largest place where one is shown. */
export const PICTURE_SIDE = 512;
/** The bucket takes no more; a picture of that size has a tenth of it. */
export const PICTURE_MAX_BYTES = 524_288;

export const picturePath = (
  businessId: Uuid,
  table: PictureTable,
  { id, width, height }: PictureSize & { id: Uuid },
): string => `${businessId}/${table}/${id}-${width}x${height}`;

/** What a device has of a picture: `waiting` is not on the server yet, `failed` was refused there. */
export type LocalPicture = {
  data: ArrayBuffer;
  media_type: string;
  state: 'waiting' | 'failed' | 'here';
};

/** A picture where it is shown: from the device that has it, else from the server. */
export type ShownPicture = {
  path: string | null;
  /** `asking`: not known yet, about one frame. */
  local: LocalPicture | null | 'asking';
};

/**
 * Where everybody finds a picture, best first: as small as it is shown (`side` in pixels of a screen),
 * or as it was stored where the server cannot make it smaller. None for what is no picture's path.
 */
export const pictureAddresses = (server: string, path: string | null, side: number): string[] => {
  if (readPicturePath(path) === null) return [];
  const storage = `${server}/storage/v1`;
  return [
    `${storage}/render/image/public/pictures/${path}?width=${side}&height=${side}&resize=contain`,
    `${storage}/object/public/pictures/${path}`,
  ];
};
