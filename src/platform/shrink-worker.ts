import type { ShrinkAnswer, ShrinkJob, Shrunk } from './shrink-picture.ts';

/** Half a megabyte at 2,048 pixels, and no difference that a professional would see. */
const QUALITY = 0.85;

/** `inside` fits into a square of `maxSide` without growing. */
const fit = (width: number, height: number, maxSide: number) => {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
};

const shrink = async (file: Blob, maxSide: number): Promise<Shrunk> => {
  let bitmap: ImageBitmap | null = null;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const { width, height } = fit(bitmap.width, bitmap.height, maxSide);
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (!context) return { ok: false, why: 'unreadable' };
    context.imageSmoothingQuality = 'high';
    // What is see-through would turn black.
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, width, height);
    context.drawImage(bitmap, 0, 0, width, height);
    const blob = await asWebp(canvas);
    const data = await blob.arrayBuffer();
    const mediaType = blob.type === 'image/webp' ? 'image/webp' : 'image/jpeg';
    return { ok: true, picture: { data, mediaType, width, height } };
  } catch {
    return { ok: false, why: 'unreadable' };
  } finally {
    bitmap?.close();
  }
};

/** Safari writes no WebP and answers with a PNG instead, which would be large. */
const asWebp = async (canvas: OffscreenCanvas): Promise<Blob> => {
  const webp = await canvas.convertToBlob({ type: 'image/webp', quality: QUALITY });
  if (webp.type === 'image/webp') return webp;
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
};

addEventListener('message', ({ data: { id, file, maxSide } }: MessageEvent<ShrinkJob>) => {
  void shrink(file, maxSide).then((shrunk) => {
    const answer: ShrinkAnswer = { id, shrunk };
    postMessage(answer, { transfer: shrunk.ok ? [shrunk.picture.data] : [] });
  });
});
