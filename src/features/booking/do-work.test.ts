import { expect, test } from 'vitest';
import { doWork } from './do-work.ts';

const OP = '0192f3c4-7a1b-7c3d-8e4f-1234567890ab';

test('the work is a number by which the hash begins with as many zero bits', async () => {
  const work = await doWork(OP, 10);
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${OP}:${work}`));
  expect(new DataView(hash).getUint32(0)).toBeLessThan(2 ** 22);
});

test.each([0, Number.NaN, 40])('nobody works for ever: %s bits', async (bits) => {
  expect(await doWork(OP, bits)).toBe('0');
});
