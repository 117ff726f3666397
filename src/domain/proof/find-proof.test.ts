import { expect, test } from 'vitest';
import { findProof } from './find-proof.ts';

const KEY = '0190a1b2-0000-7000-8000-000000000001';

/** What the browser's own SHA-256 says of it. */
const leadingZeros = async (text: string): Promise<number> => {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  const bits = [...hash].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.indexOf('1');
};

test('a proof begins with seventeen zeros, and it is the first one', async () => {
  let from = 0;
  let found: number | null = null;
  for (; found === null; from += 1000) found = findProof(KEY, from, 1000);
  expect(await leadingZeros(`${KEY}:${found}`)).toBeGreaterThanOrEqual(17);
  expect(findProof(KEY, found, 1)).toBe(found);
  expect(findProof(KEY, found + 1, 0)).toBeNull();
});

test('what does not fit into one block is none', () =>
  expect(findProof('x'.repeat(60), 0, 10)).toBeNull());
