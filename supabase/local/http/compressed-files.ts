import { compress, type Encoding } from './compress.ts';

type File = {
  /** Names the content: the same etag is the same bytes. */
  etag: string;
  bytes: Uint8Array;
};

/** Answers the file compressed as well as can be. */
export type CompressedFiles = (file: File, encoding: Encoding) => Promise<Buffer>;

/**
 * Compresses each content once and remembers the result. `maxBytes`: of what was compressed; beyond
 * it those are forgotten that nobody has asked for longest.
 */
export function createCompressedFiles(maxBytes: number): CompressedFiles {
  const kept = new Map<string, { size: number; result: Promise<Buffer> }>();
  let total = 0;

  return ({ etag, bytes }, encoding) => {
    const key = `${encoding} ${etag}`;
    const known = kept.get(key);
    if (!known) total += bytes.byteLength;
    const file = known ?? { size: bytes.byteLength, result: compress(bytes, encoding, true) };
    // Asked for last, forgotten last.
    kept.delete(key);
    kept.set(key, file);
    for (const [oldest, { size }] of kept) {
      if (total <= maxBytes) break;
      kept.delete(oldest);
      total -= size;
    }
    return file.result;
  };
}
