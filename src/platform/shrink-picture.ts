/** What a camera or a library hands over, made small enough to keep. */
export type SmallPicture = {
  data: ArrayBuffer;
  mediaType: 'image/jpeg' | 'image/webp';
  width: number;
  height: number;
};

export type Shrunk =
  | { ok: true; picture: SmallPicture }
  /** `unreadable`: this browser cannot read it (another format, broken, far too many pixels). */
  | { ok: false; why: 'unreadable' };

export type PictureShape = {
  /** The longer side at most, in pixels; nothing grows. */
  maxSide: number;
  /** Cuts the longer sides off, the same on both ends. */
  isSquare: boolean;
};

export type ShrinkJob = { id: number; file: Blob; shape: PictureShape };
export type ShrinkAnswer = { id: number; shrunk: Shrunk };

let worker: Worker | null = null;
let jobs = 0;
const waiting = new Map<number, (shrunk: Shrunk) => void>();

/**
 * Draws the picture anew, small and in a worker: upright, and without what cameras write beside it
 * (place, time, device). Never throws.
 */
export const shrinkPicture = (file: Blob, shape: PictureShape): Promise<Shrunk> => {
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') {
    return Promise.resolve({ ok: false, why: 'unreadable' });
  }
  worker ??= start();
  const id = (jobs += 1);
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    worker?.postMessage({ id, file, shape } satisfies ShrinkJob);
  });
};

/** Fetches the worker ahead: whoever chooses a picture may have no network by then. */
export const warmShrinker = (): void => {
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') return;
  worker ??= start();
};

const start = (): Worker => {
  const made = new Worker(new URL('./shrink-worker.ts', import.meta.url), {
    type: 'module',
    name: 'daybook-pictures',
  });
  made.addEventListener('message', ({ data }: MessageEvent<ShrinkAnswer>) => {
    waiting.get(data.id)?.(data.shrunk);
    waiting.delete(data.id);
    if (waiting.size === 0) end(made);
  });
  made.addEventListener('error', (event) => {
    event.preventDefault();
    end(made);
    for (const resolve of waiting.values()) resolve({ ok: false, why: 'unreadable' });
    waiting.clear();
  });
  return made;
};

/** Pictures come seldom, and a worker that rests keeps the memory of the last ones. */
const end = (ended: Worker): void => {
  ended.terminate();
  if (worker === ended) worker = null;
};
