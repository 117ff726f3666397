import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createCompressedFiles } from './compressed-files.ts';

const file = (name: string) => ({ etag: `"${name}"`, bytes: Buffer.from(name.repeat(100)) });

describe('compressed files', () => {
  it('compresses each content once for each encoding', async () => {
    const compressed = createCompressedFiles(1_000);
    const first = compressed(file('a'), 'br');
    expect(compressed(file('a'), 'br')).toBe(first);
    expect(compressed(file('b'), 'br')).not.toBe(first);
    expect(brotliDecompressSync(await first).toString()).toBe('a'.repeat(100));
    expect(gunzipSync(await compressed(file('a'), 'gzip')).toString()).toBe('a'.repeat(100));
  });

  it('forgets what nobody has asked for longest', async () => {
    const compressed = createCompressedFiles(250);
    const a = compressed(file('a'), 'br');
    const b = compressed(file('b'), 'br');
    await compressed(file('a'), 'br');
    await compressed(file('c'), 'br');
    expect(compressed(file('a'), 'br')).toBe(a);
    expect(compressed(file('b'), 'br')).not.toBe(b);
  });

  it('answers a file larger than its room, and does not keep it', async () => {
    const compressed = createCompressedFiles(50);
    const first = compressed(file('a'), 'br');
    expect(brotliDecompressSync(await first).toString()).toBe('a'.repeat(100));
    expect(compressed(file('a'), 'br')).not.toBe(first);
  });
});
