import { afterAll, beforeAll, expect, test } from 'vitest';
import { BOOT_TIMEOUT_MS, startTestBackend, type TestBackend } from '#tests/harness/backend.ts';

/** Bodies that no page of ours sends: the fault is the sender's, whatever comes (reliability.md 9.2). */

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend({ realtime: false });
}, BOOT_TIMEOUT_MS);
afterAll(() => backend.stop());

const booking = (note: string) =>
  `{"slug":"x","op_id":"01920000-0000-7000-8000-000000000001","request":{"note":${note}}}`;

const post = (path: string, body: string, type = 'application/json') =>
  fetch(`${backend.url}${path}`, {
    method: 'POST',
    headers: { apikey: backend.publishableKey, 'content-type': type },
    body,
  });

test.each([
  ['NUL', booking('"\\u0000"')],
  ['half an emoji', booking('"\\ud83d"')],
  ['a number beyond numbers', booking('1e400000')],
  ['a list', '[]'],
  ['a text', '"book"'],
  ['half of it', '{"slug":'],
  ['an argument that is none', '{"slug":"x","surprise":1}'],
  ['an id that is none', '{"slug":"x","op_id":"1","request":{}}'],
])('a body with %s is refused as what it is', async (_, body) => {
  const response = await post('/rest/v1/rpc/book', body);
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.status).toBeLessThan(500);
  expect(backend.logged.filter(({ level }) => level === 'error')).toEqual([]);
});

test('a megabyte is read, and told that there is no such business', async () => {
  const response = await post('/rest/v1/rpc/book', booking(`"${'x'.repeat(1_000_000)}"`));
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ ok: false, code: 'not_found' });
});

test('a mail program with a token that is no text is told that there is none', async () => {
  const response = await post('/functions/v1/unsubscribe?token=%00', '', 'text/plain');
  expect(response.status).toBe(404);
});
