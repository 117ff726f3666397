import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  broadcasts,
  join,
  openDatabase,
  PUBLISHABLE_KEY,
  SECRET_KEY,
  signJwt,
  startBackend,
  type Backend,
  type TestDatabase,
} from './realtime-fixture.ts';

let database: TestDatabase;
let backend: Backend;

beforeAll(async () => {
  database = await openDatabase();
  await database.exec(`
    create policy read on realtime.messages for select to authenticated using (true);
    create policy send on realtime.messages for insert to authenticated with check (
      current_setting('request.jwt.claims', true)::jsonb ->> 'sub' = realtime.topic());`);
}, 60_000);
afterAll(() => database.close());
beforeEach(async () => {
  backend = await startBackend({ database });
});
afterEach(() => backend.stop());

function post(body: unknown, headers: Record<string, string> = { apikey: PUBLISHABLE_KEY }) {
  return fetch(`${backend.url}/realtime/v1/api/broadcast`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

async function listenTo(topic: string, isPrivate: boolean) {
  const token = await signJwt({ sub: 'listener' });
  const channel = backend.client(token).channel(topic, { config: { private: isPrivate } });
  const heard = broadcasts(channel);
  expect((await join(channel)).status).toBe('SUBSCRIBED');
  return heard;
}

describe('broadcasting over HTTP', () => {
  test('reaches the channel, from a client that has not joined', async () => {
    const heard = await listenTo('room', false);
    const answer = await backend.client().channel('room').httpSend('hello', { n: 1 });
    expect(answer).toEqual({ success: true });
    expect(await heard.next()).toMatchObject({ event: 'hello', payload: { n: 1 } });
  });

  test('carries bytes', async () => {
    const heard = await listenTo('room', false);
    await backend
      .client()
      .channel('room')
      .httpSend('bytes', Uint8Array.from([0, 200, 255]));
    const { payload } = await heard.next();
    expect([...new Uint8Array(payload as unknown as ArrayBuffer)]).toEqual([0, 200, 255]);
  });

  test('takes topics and events of any letters', async () => {
    const heard = await listenTo('café/1 ?', false);
    await backend.client().channel('café/1 ?').httpSend('größe/x', { n: 1 });
    expect((await heard.next()).event).toBe('größe/x');
  });

  test('sends several messages, and leaves out private ones that may not be sent', async () => {
    const annHears = await listenTo('ann', true);
    const benHears = await listenTo('ben', true);
    const roomHears = await listenTo('room', false);
    const message = (topic: string, isPrivate: boolean, event = 'e') => ({
      topic,
      event,
      payload: { topic },
      private: isPrivate,
    });
    const answer = await post(
      { messages: [message('ben', true), message('ann', true), message('room', false)] },
      { apikey: PUBLISHABLE_KEY, authorization: `Bearer ${await signJwt({ sub: 'ann' })}` },
    );
    expect(answer.status).toBe(202);
    expect((await annHears.next()).payload).toEqual({ topic: 'ann' });
    expect((await roomHears.next()).payload).toEqual({ topic: 'room' });
    const allowed = { messages: [message('ben', true, 'allowed')] };
    const ben = `Bearer ${await signJwt({ sub: 'ben' })}`;
    await post(allowed, { apikey: PUBLISHABLE_KEY, authorization: ben });
    expect((await benHears.next()).event).toBe('allowed');
  });

  test('sends one private message only for those who may', async () => {
    const heard = await listenTo('ann', true);
    const config = { config: { private: true } };
    const ben = backend.client(await signJwt({ sub: 'ben' })).channel('ann', config);
    await expect(ben.httpSend('forged', {})).rejects.toThrow('Unauthorized');
    const ann = backend.client(await signJwt({ sub: 'ann' })).channel('ann', config);
    await ann.httpSend('real', {});
    expect((await heard.next()).event).toBe('real');
  });

  test('lets the secret key send anywhere', async () => {
    const heard = await listenTo('ann', true);
    const messages = [{ topic: 'ann', event: 'from the server', payload: {}, private: true }];
    expect((await post({ messages }, { apikey: SECRET_KEY })).status).toBe(202);
    expect((await heard.next()).event).toBe('from the server');
  });

  test.each([
    ['no key', {}],
    ['a wrong key', { apikey: 'sb_publishable_other' }],
    ['a broken token', { apikey: PUBLISHABLE_KEY, authorization: 'Bearer a.b.c' }],
  ])('refuses %s', async (_, headers) => {
    const messages = [{ topic: 'room', event: 'e', payload: {} }];
    expect((await post({ messages }, headers)).status).toBe(401);
  });

  test.each([
    ['no JSON', '{', 422],
    ['no messages', { messages: [] }, 422],
    ['no topic', { messages: [{ event: 'e', payload: {} }] }, 422],
    ['no event', { messages: [{ topic: 't', payload: {} }] }, 422],
    ['no payload', { messages: [{ topic: 't', event: 'e' }] }, 422],
    [
      'a payload over the limit',
      { messages: [{ topic: 't', event: 'e', payload: { x: 'x'.repeat(256 * 1024) } }] },
      422,
    ],
    ['a body over the limit', { messages: 'x'.repeat(1024 * 1024) }, 413],
  ])('refuses %s', async (_, body, status) => {
    expect((await post(body)).status).toBe(status);
  });

  test('answers only to POST', async () => {
    const answer = await fetch(`${backend.url}/realtime/v1/api/broadcast`);
    expect(answer.status).toBe(405);
  });
});
