import type { Uuid } from '#domain/rows.ts';

export type PictureSize = { width: number; height: number };

const PATH =
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/(?:staff|services|service_categories|businesses)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-([1-9]\d{0,2})x([1-9]\d{0,2})$/;

/** What a path says; null for anything else, however it got into the row. */
export const readPicturePath = (path: string | null): (PictureSize & { id: Uuid }) | null => {
  const [, id, width, height] = PATH.exec(path ?? '') ?? [];
  return id === undefined ? null : { id, width: Number(width), height: Number(height) };
};
