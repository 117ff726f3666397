import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** The best encoding that the caller accepts; null for none. */
export function encodingFor(acceptEncoding: string | null): Encoding | null {
  const accepted = (acceptEncoding ?? '')
    .split(',')
    .map((part) => part.trim().split(';'))
    .filter(([, quality]) => !/q=0(\.0*)?$/.test(quality ?? ''))
    .map(([name]) => name);
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') ? 'gzip' : null;
}

/** `thorough` for what is compressed once and sent often. */
export function compress(
  bytes: Uint8Array,
  encoding: Encoding,
  thorough: boolean,
): Promise<Buffer> {
  if (encoding === 'gzip') return toGzip(bytes, { level: thorough ? 9 : 5 });
  return toBrotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: thorough ? 9 : 4,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    },
  });
}
