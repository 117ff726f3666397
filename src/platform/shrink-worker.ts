import type { PictureShape, ShrinkAnswer, ShrinkJob, Shrunk } from './shrink-picture.ts';

/** Half a megabyte at 2,048 pixels, and no difference that a professional would see. */
const QUALITY = 0.85;

/** Which part of the picture is drawn, and how large. */
const fit = (full: { width: number; height: number }, { maxSide, isSquare }: PictureShape) => {
  const side = Math.min(full.width, full.height);
  const part = isSquare ? { width: side, height: side } : full;
  const scale = Math.min(1, maxSide / Math.max(part.width, part.height));
  return {
    part: {
      left: (full.width - part.width) / 2,
      top: (full.height - part.height) / 2,
      width: part.width,
      height: part.height,
    },
    width: Math.max(1, Math.round(part.width * scale)),
    height: Math.max(1, Math.round(part.height * scale)),
  };
};

const shrink = async (file: Blob, shape: PictureShape): Promise<Shrunk> => {
  let bitmap: ImageBitmap | null = null;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const { part, width, height } = fit(bitmap, shape);
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (!context) return { ok: false, why: 'unreadable' };
    context.imageSmoothingQuality = 'high';
    // What is see-through would turn black.
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, width, height);
    const { left, top } = part;
    context.drawImage(bitmap, left, top, part.width, part.height, 0, 0, width, height);
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

addEventListener('message', ({ data: { id, file, shape } }: MessageEvent<ShrinkJob>) => {
  void shrink(file, shape).then((shrunk) => {
    const answer: ShrinkAnswer = { id, shrunk };
    postMessage(answer, { transfer: shrunk.ok ? [shrunk.picture.data] : [] });
  });
});
