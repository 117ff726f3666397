import type { Page } from '@playwright/test';

/** What a camera wrote beside its picture; nobody else may ever read it. */
export const PLACE_MARK = 'planted: 40.7128 N 74.0060 W';

/** A camera's picture: 3,000 × 2,000 pixels with a place written into it. */
export const cameraPicture = async (page: Page): Promise<Buffer> => {
  const drawn = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(3_000, 2_000);
    const context = canvas.getContext('2d')!;
    for (let band = 0; band < 30; band += 1) {
      context.fillStyle = `hsl(${band * 12} 70% 60%)`;
      context.fillRect(band * 100, 0, 100, 2_000);
    }
    const bytes = new Uint8Array(
      await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer(),
    );
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text);
  });
  const jpeg = Buffer.from(drawn, 'base64');
  const exif = Buffer.from(`Exif\0\0${PLACE_MARK}`, 'latin1');
  const head = Buffer.from([0xff, 0xe1, (exif.length + 2) >> 8, (exif.length + 2) & 255]);
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)]);
};
