import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { messageFor } from '#app/messages.ts';
import { callRpc, isOutcomeUnknown, readAnswer } from './public-rpc.ts';

const answer = (
  status: number,
  body: string,
  { type = 'application/json', retryAfter = '', redirected = false } = {},
) => {
  const headers = new Headers({ 'content-type': type });
  if (retryAfter) headers.set('retry-after', retryAfter);
  return readAnswer({ ok: status < 400, status, headers, redirected }, body);
};

describe('answers', () => {
  test('a yes is the body', () => {
    expect(answer(200, '{"ok":true,"expires_at":"x"}')).toEqual({
      ok: true,
      value: { ok: true, expires_at: 'x' },
    });
  });

  test('a no is its code with its facts, in our names', () => {
    expect(
      answer(200, '{"ok":false,"code":"invalid","field":"client.email","rule":"email"}'),
    ).toEqual({
      ok: false,
      error: { code: 'invalid', field: 'client.email', rule: 'email', reference: 'invalid' },
    });
    expect(answer(200, '{"ok":false,"code":"rate_limited","retry_after_sec":60}')).toEqual({
      ok: false,
      error: { code: 'rate_limited', retryAfterSec: 60, reference: 'rate_limited' },
    });
  });

  test('a no that this version does not know can be quoted', () => {
    const refused = answer(200, '{"ok":false,"code":"too_windy"}');
    if (refused.ok) throw new Error('a refusal was expected');
    expect(messageFor(refused.error)).toContain('too_windy');
    expect(answer(200, '{"ok":false}')).toMatchObject({ ok: false, error: { code: 'unknown' } });
  });

  test.each([
    [
      'the sign-in page of a hotel',
      () => answer(200, '<html>', { type: 'text/html' }),
      'captive_portal',
    ],
    ['a redirect to another page', () => answer(200, '{}', { redirected: true }), 'captive_portal'],
    [
      'network authentication required',
      () => answer(511, '', { type: 'text/html' }),
      'captive_portal',
    ],
    [
      'the error page of a proxy',
      () => answer(502, '<html>', { type: 'text/html' }),
      'server_unavailable',
    ],
    ['a server error', () => answer(500, '{}'), 'server_unavailable'],
    ['too many requests', () => answer(429, '{}', { retryAfter: '30' }), 'rate_limited'],
    ['half an answer', () => answer(200, '{"ok":tr'), 'bad_answer'],
    ['an answer that is none', () => answer(200, '[]'), 'bad_answer'],
  ])('%s', (_, act, code) => {
    expect(act()).toMatchObject({ ok: false, error: { code } });
  });
});

describe('calls', () => {
  const server = { url: 'https://api.example', key: 'key' };
  /** Stands for the network: what leaves, and what comes back. */
  let network: (url: string, init: RequestInit) => Promise<Response>;
  const never = (_: string, { signal }: RequestInit) =>
    new Promise<Response>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    });

  beforeEach(() => {
    vi.stubGlobal('navigator', { onLine: true });
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => network(url, init));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test('carry the public key and the arguments, and no credentials', async () => {
    let left: { url?: string; init?: RequestInit } = {};
    network = (url, init) => {
      left = { url, init };
      return Promise.resolve(Response.json({ ok: true }));
    };
    await expect(callRpc(server, 'public_profile', { slug: 'x' })).resolves.toEqual({
      ok: true,
      value: { ok: true },
    });
    expect(left.url).toBe('https://api.example/rest/v1/rpc/public_profile');
    expect(left.init).toMatchObject({ method: 'POST', body: '{"slug":"x"}', credentials: 'omit' });
    expect(Object.keys(left.init?.headers ?? {}).toSorted()).toEqual([
      'accept',
      'apikey',
      'content-type',
    ]);
  });

  test('carry no half emoji and no NUL, which no database stores', async () => {
    let body: unknown;
    network = (_, init) => {
      body = init.body;
      return Promise.resolve(Response.json({ ok: true }));
    };
    const note = `Half \ud83d, whole 👍🏽, \0 nothing`;
    await callRpc(server, 'book', { request: { client: { first_name: 'N\0ia' }, notes: [note] } });
    expect(JSON.parse(String(body))).toEqual({
      request: { client: { first_name: 'Nia' }, notes: ['Half �, whole 👍🏽,  nothing'] },
    });
  });

  test('that nobody answers in time are a timeout', async () => {
    network = never;
    const result = await callRpc(server, 'book', {}, { timeoutMs: 1 });
    expect(result).toEqual({ ok: false, error: { code: 'timeout' } });
  });

  test.each([
    [true, 'server_unavailable'],
    [false, 'offline'],
  ])('that break on the way while the browser says online = %s are %s', async (onLine, code) => {
    network = () => Promise.reject(new TypeError('Failed to fetch'));
    vi.stubGlobal('navigator', { onLine });
    expect(await callRpc(server, 'book', {})).toEqual({ ok: false, error: { code } });
  });

  test('stop when the caller does not want the answer any more', async () => {
    network = never;
    const stop = new AbortController();
    const call = callRpc(server, 'book', {}, { signal: stop.signal });
    stop.abort();
    await expect(call).rejects.toThrow('aborted');
  });
});

test('only failures on the way leave the outcome open', () => {
  expect(
    (['timeout', 'offline', 'server_unavailable', 'captive_portal', 'bad_answer'] as const).every(
      isOutcomeUnknown,
    ),
  ).toBe(true);
  expect(
    (['slot_taken', 'rate_limited', 'invalid', 'not_allowed', 'unknown'] as const).some(
      isOutcomeUnknown,
    ),
  ).toBe(false);
});
