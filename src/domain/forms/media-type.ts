import type { FormFile } from '#domain/rows.ts';

/** What a file is by how it begins, whatever it is called; null = nothing that a form takes. */
export const mediaTypeOf = (bytes: Uint8Array): FormFile['media_type'] | null => {
  const begins = (at: number, ...wanted: number[]): boolean =>
    wanted.every((byte, place) => bytes[at + place] === byte);
  if (begins(0, 0xff, 0xd8, 0xff)) return 'image/jpeg';
  // RIFF, four bytes of its length, WEBP.
  if (begins(0, 0x52, 0x49, 0x46, 0x46) && begins(8, 0x57, 0x45, 0x42, 0x50)) return 'image/webp';
  // %PDF-
  return begins(0, 0x25, 0x50, 0x44, 0x46, 0x2d) ? 'application/pdf' : null;
};
