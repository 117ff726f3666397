/** How the bytes of a text file are to be read. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Bytes that are looked at for the zeros of UTF-16. */
const SAMPLE_BYTES = 2_000;

/**
 * The encoding of a text file: by its mark, else UTF-16 by its zeros, else UTF-8 when it is that,
 * else what Windows programs wrote for decades.
 */
export const encodingOf = (bytes: Uint8Array): Encoding => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  sample.forEach((byte, place) => {
    if (byte === 0) zeros[place % 2]! += 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (odd > sample.length / 5 && odd > even * 4) return 'utf-16le';
  if (even > sample.length / 5 && even > odd * 4) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
};

/** The text of a file, without its byte order mark. */
export const decodeText = (bytes: Uint8Array, encoding: Encoding): string =>
  new TextDecoder(encoding).decode(bytes);
