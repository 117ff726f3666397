import { expect, it } from 'vitest';
import { codeAt, isCodeRight, newSecret, otpauthUri } from './totp.ts';

// RFC 6238, appendix B: the ASCII key 12345678901234567890, the last six digits of the SHA-1 column.
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

it.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('at second %i the code is the one of the RFC', (second, code) => {
  expect(codeAt(RFC_SECRET, new Date(second * 1000))).toBe(code);
});

it('a code counts in its own half minute and the ones beside it, and no longer', () => {
  const at = (second: number) => new Date(second * 1000);
  const code = codeAt(RFC_SECRET, at(1_000_000_020));
  const counts = [-61, -30, 0, 30, 61].map((off) =>
    isCodeRight(RFC_SECRET, code, at(1_000_000_020 + off)),
  );
  expect(counts).toEqual([false, true, true, true, false]);
  for (const wrong of ['', '12345', `${code}0`, 'abcdef', '١٢٣٤٥٦']) {
    expect(isCodeRight(RFC_SECRET, wrong, at(1_000_000_020))).toBe(false);
  }
});

it('secrets are 160 bits that every app can read', () => {
  const secrets = new Set(Array.from({ length: 50 }, newSecret));
  expect(secrets.size).toBe(50);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
});

it('names with any character stay inside the address', () => {
  const uri = otpauthUri('Salon "A&B" / مريم?', 'a+b@example.com', RFC_SECRET);
  const url = new URL(uri);
  expect(url.searchParams.get('issuer')).toBe('Salon "A&B" / مريم?');
  expect(url.searchParams.get('secret')).toBe(RFC_SECRET);
  expect(decodeURIComponent(url.pathname)).toContain(':a+b@example.com');
});
