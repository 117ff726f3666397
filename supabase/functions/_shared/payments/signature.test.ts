import { expect, test } from 'vitest';
import { isSigned, sign } from './signature.ts';

const NOW = 1_800_000_000;
const BODY = '{"id":"evt_1", "amount": 1.0}';

const judged = async (change: { body?: string; header?: string | null; at?: number } = {}) =>
  isSigned(
    change.body ?? BODY,
    change.header === undefined ? await sign(BODY, 'secret', change.at ?? NOW) : change.header,
    'secret',
    NOW,
  );

test('the raw body is signed', async () => {
  expect(await judged()).toBe(true);
  expect(await judged({ at: NOW - 300 })).toBe(true);
  expect(await judged({ at: NOW + 300 })).toBe(true);
});

test.each([
  ['another body', { body: JSON.stringify(JSON.parse(BODY)) }],
  ['an old message', { at: NOW - 301 }],
  ['one from tomorrow', { at: NOW + 301 }],
  ['no signature', { header: null }],
  ['an empty one', { header: '' }],
  ['one without a time', { header: 'v1=abc' }],
  ['one that is not hex', { header: `t=${NOW},v1=` }],
])('%s is not', async (_what, change) => {
  expect(await judged(change)).toBe(false);
});

test('another secret is not, and one of two is enough while they change', async () => {
  const other = await sign(BODY, 'old', NOW);
  expect(await judged({ header: other })).toBe(false);
  const own = (await sign(BODY, 'secret', NOW)).split(',')[1]!;
  expect(await judged({ header: `${other},${own}` })).toBe(true);
});
