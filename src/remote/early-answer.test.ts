import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askEarly } from './early-answer.ts';
import { callRpc } from './public-rpc.ts';

const server = { url: 'https://db.example', key: 'key' };
let asked: { address: string; init: RequestInit }[];
let answers: (() => Promise<Response>)[];

beforeEach(() => {
  asked = [];
  answers = [];
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    asked.push({ address, init });
    return answers.shift()?.() ?? Promise.resolve(Response.json({ ok: true, no: asked.length }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  globalThis.daybookEarly = undefined;
});

const ask = (slug: string) => callRpc<{ no: number }>(server, 'public_profile', { slug });

test('what was asked for early is answered by that request, once', async () => {
  askEarly(server, 'public_profile', { slug: 'lumen' });
  expect(await ask('lumen')).toMatchObject({ ok: true, value: { no: 1 } });
  expect(asked).toHaveLength(1);
  expect(await ask('lumen')).toMatchObject({ ok: true, value: { no: 2 } });
});

test('it is the very request that would have been sent', async () => {
  askEarly(server, 'public_profile', { slug: 'lumen' });
  await ask('lumen');
  await ask('lumen');
  const [early, later] = asked.map(({ address, init }) => ({
    address,
    ...init,
    signal: null,
    keepalive: null,
  }));
  expect(early).toEqual(later);
});

test('whoever asks for something else does not get it', async () => {
  askEarly(server, 'public_profile', { slug: 'lumen' });
  expect(await ask('other')).toMatchObject({ ok: true, value: { no: 2 } });
});

test('one that failed before anybody asked is a failure like any other', async () => {
  answers = [() => Promise.reject(new TypeError('Failed to fetch'))];
  askEarly(server, 'public_profile', { slug: 'lumen' });
  await Promise.resolve();
  expect(await ask('lumen')).toMatchObject({ ok: false, error: { code: 'server_unavailable' } });
});

test('one that does not come is given up after the usual time', async () => {
  vi.useFakeTimers();
  answers = [
    () =>
      new Promise((_, fail) => {
        asked[0]!.init.signal!.addEventListener('abort', () => fail(new Error('aborted')));
      }),
  ];
  askEarly(server, 'public_profile', { slug: 'lumen' });
  const answer = ask('lumen');
  await vi.advanceTimersByTimeAsync(12_000);
  expect(await answer).toMatchObject({ ok: false, error: { code: 'timeout' } });
});
