import fc from 'fast-check';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import {
  broadcasts,
  createTestClient,
  Inbox,
  join,
  manualClock,
  openRawSocket,
  PUBLISHABLE_KEY,
  signJwt,
  startBackend,
  within,
  type Backend,
  type BackendOptions,
} from './realtime-fixture.ts';

let backend: Backend;
async function start(options: BackendOptions = {}) {
  backend = await startBackend(options);
  return backend;
}
afterEach(() => backend.stop());

const frame = (event: string, payload: object = {}, topic = 'realtime:room', ref = '1') =>
  JSON.stringify(['1', ref, topic, event, payload]);

/** The server still serves others. */
async function expectAlive() {
  const channel = backend.client().channel('alive', { config: { broadcast: { ack: true } } });
  expect((await join(channel)).status).toBe('SUBSCRIBED');
  expect(await channel.send({ type: 'broadcast', event: 'e', payload: {} })).toBe('ok');
}

describe('opening a connection', () => {
  test.each([
    ['without a key', 'vsn=2.0.0', 401],
    ['with a wrong key', 'apikey=sb_publishable_other&vsn=2.0.0', 401],
    ['with a forged token', 'apikey=e30.e30.e30&vsn=2.0.0', 401],
    ['of an unknown version', `apikey=${PUBLISHABLE_KEY}&vsn=3.0.0`, 400],
  ])('is refused %s', async (_, query, status) => {
    await start();
    await expect(openRawSocket(backend, query)).rejects.toThrow(`HTTP ${status}`);
  });

  test('is possible with a token in place of the key', async () => {
    await start();
    const { socket, closed } = await openRawSocket(
      backend,
      `apikey=${await signJwt({ role: 'anon' })}&vsn=2.0.0`,
    );
    socket.close();
    await closed;
  });

  test('is refused when there are too many', async () => {
    await start({ limits: { maxConnections: 1 } });
    const { socket, closed } = await openRawSocket(backend);
    await expect(openRawSocket(backend)).rejects.toThrow('HTTP 503');
    socket.close();
    await closed;
  });

  test('survives a peer that hangs up in between', async () => {
    await start();
    await new Promise<void>((resolve) => {
      const socket = connect(backend.port, '127.0.0.1', () => {
        socket.write(
          `GET /realtime/v1/websocket?apikey=${PUBLISHABLE_KEY} HTTP/1.1\r\nHost: x\r\n` +
            'Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
        );
        socket.resetAndDestroy();
        resolve();
      });
      socket.on('error', () => {});
    });
    await expectAlive();
  });
});

describe('a restart', () => {
  test('tells clients to come back, and they do', async () => {
    await start();
    const { port } = backend;
    const raw = await openRawSocket(backend);
    const client = createTestClient(backend.url);
    const channel = client.channel('room');
    const heard = broadcasts(channel);
    const { statuses } = await join(channel);

    await backend.stop();
    expect(await raw.closed).toBe(1012);
    expect(await statuses.next('the interruption')).toBe('CHANNEL_ERROR');
    await start({ port });
    expect(await statuses.find((status) => status === 'SUBSCRIBED')).toBe('SUBSCRIBED');
    const other = backend.client().channel('room');
    await join(other);
    await other.send({ type: 'broadcast', event: 'after', payload: {} });
    expect((await heard.next()).event).toBe('after');
    await client.realtime.disconnect();
  });

  test('does not wait for clients that do not answer', async () => {
    const clock = manualClock();
    await start({ clock });
    const { socket, closed } = await openRawSocket(backend);
    socket.pause();
    const stopped = backend.stop();
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(10_000);
    await within(stopped, 'the stop');
    socket.resume();
    await closed;
    await start();
  });
});

describe('the database', () => {
  test('may come later: joining waits for it', async () => {
    const clock = manualClock();
    const attempts = new Inbox<string>();
    let isUp = false;
    await start({
      clock,
      database: {
        query: () => Promise.resolve([]),
        listen: () => {
          attempts.put('tried');
          return isUp ? Promise.resolve(() => {}) : Promise.reject(new Error('down'));
        },
      },
    });
    await attempts.next();
    const joining = join(backend.client().channel('room'));
    isUp = true;
    const retried = attempts.next('another attempt');
    while (attempts.waiting.length === 0) {
      clock.advance(1_000);
      const tried = await Promise.race([retried, new Promise((r) => setImmediate(r))]);
      if (tried) break;
    }
    expect((await joining).status).toBe('SUBSCRIBED');
  });

  test('may fail: the channel is refused, the connection stays', async () => {
    await start({
      database: {
        query: (text) =>
          text.includes('watch_publication')
            ? Promise.reject(new Error('the database is gone'))
            : Promise.resolve([]),
        listen: () => Promise.resolve(() => {}),
      },
    });
    const client = backend.client();
    const channel = client.channel('changes');
    channel.on('postgres_changes', { event: '*', schema: 'public', table: 't' }, () => {});
    const { status, error } = await join(channel);
    expect(status).toBe('CHANNEL_ERROR');
    expect(error?.message).toBe('Unknown Error on Channel');
    expect((await join(client.channel('other'))).status).toBe('SUBSCRIBED');
  });
});

describe('hostile frames', () => {
  test.each([
    ['broken JSON', '{'],
    ['an object', '{}'],
    ['a binary frame of another kind', Buffer.from([0, 1, 2, 3, 4, 5, 6])],
    ['a binary frame that ends too early', Buffer.from([3, 255, 255, 255, 255, 255, 1])],
  ])('of %s end the connection, and only that', async (_, data) => {
    await start();
    const { socket, closed } = await openRawSocket(backend);
    socket.send(data);
    expect(await closed).toBe(1007);
    await expectAlive();
  });

  test('that are too long end the connection', async () => {
    await start({ limits: { maxFrameBytes: 1000 } });
    const { socket, closed } = await openRawSocket(backend);
    socket.send('x'.repeat(1001));
    expect(await closed).toBe(1009);
    await expectAlive();
  });

  test.each([
    ['a topic outside realtime', frame('phx_join', {}, 'admin:room')],
    ['a word to a channel that was never joined', frame('broadcast')],
    ['an unknown word to the socket itself', frame('shutdown', {}, 'phoenix')],
  ])('with %s are answered with an error', async (_, data) => {
    await start();
    const { socket, frames } = await openRawSocket(backend);
    socket.send(data);
    expect(JSON.parse(await frames.next())[4]).toEqual({
      status: 'error',
      response: { reason: 'unmatched topic' },
    });
    socket.close();
  });

  test.each([
    ['no topic', 'realtime:', {}, 'TopicNameRequired'],
    ['a topic that is too long', `realtime:${'x'.repeat(250)}`, {}, 'TopicNameTooLong'],
    [
      'a wish for a replay',
      'realtime:r',
      { config: { private: true, broadcast: { replay: { since: 0 } } } },
      'UnableToReplayMessages',
    ],
    [
      'too many changes',
      'realtime:r',
      { config: { postgres_changes: Array.from({ length: 101 }, () => ({})) } },
      'TooManyPostgresChanges',
    ],
  ])('that join with %s are refused', async (_, topic, payload, reason) => {
    await start();
    const { socket, frames } = await openRawSocket(backend);
    socket.send(frame('phx_join', payload, topic));
    expect(JSON.parse(await frames.next())[4]).toMatchObject({
      status: 'error',
      response: { reason: expect.stringContaining(reason) },
    });
    // The refused channel is gone: another word to it finds nobody.
    socket.send(frame('presence', {}, topic, '2'));
    expect(JSON.parse(await frames.next())[4].response.reason).toBe('unmatched topic');
    socket.close();
  });

  test('of any shape never take the server down', async () => {
    await start({ limits: { messageBurst: 1_000_000, joinBurst: 1_000_000 } });
    const word = fc.constantFrom('phx_join', 'phx_leave', 'broadcast', 'presence', 'access_token');
    const config = fc.record(
      {
        private: fc.jsonValue(),
        broadcast: fc.jsonValue(),
        presence: fc.jsonValue(),
        postgres_changes: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    const payload = fc.oneof(
      fc.jsonValue(),
      fc.record({ config }),
      fc.record({ event: fc.jsonValue(), payload: fc.jsonValue() }),
      fc.record({ access_token: fc.jsonValue() }),
    );
    const anyFrame = fc.tuple(word, payload).map(([event, value]) => [event, value] as const);
    await fc.assert(
      fc.asyncProperty(fc.array(anyFrame, { maxLength: 8 }), async (words) => {
        const { socket, frames, closed } = await openRawSocket(backend);
        for (const [event, value] of words) {
          socket.send(JSON.stringify(['1', '1', 'realtime:room', event, value]));
        }
        socket.send(JSON.stringify([null, 'last', 'phoenix', 'heartbeat', {}]));
        await frames.find((text) => JSON.parse(text)[1] === 'last', 'the heartbeat');
        socket.close();
        await closed;
      }),
      { numRuns: 60 },
    );
    await expectAlive();
    expect(backend.logged.filter((line) => line.startsWith('error'))).toEqual([]);
  });
});

describe('limits', () => {
  test('a broadcast over the limit is refused and reaches nobody', async () => {
    await start({ limits: { maxPayloadBytes: 1000 } });
    const ann = backend.client().channel('room', { config: { broadcast: { ack: true } } });
    const ben = backend.client().channel('room');
    const benHears = broadcasts(ben);
    await join(ann);
    await join(ben);
    const send = (event: string, text: string) =>
      ann.send({ type: 'broadcast', event, payload: { text } });
    expect(await send('large', 'x'.repeat(1000))).toBe('error');
    expect(await send('small', 'x')).toBe('ok');
    expect((await benHears.next()).event).toBe('small');
  });

  test('channels of one connection are counted', async () => {
    await start({ limits: { maxChannelsPerConnection: 2 } });
    const client = backend.client();
    await join(client.channel('a'));
    const second = client.channel('b');
    await join(second);
    const { error } = await join(client.channel('c'));
    expect(error?.message).toBe('ChannelRateLimitReached: Too many channels');
    await client.removeChannel(second);
    expect((await join(client.channel('d'))).status).toBe('SUBSCRIBED');
  });

  test('joining without pause ends the connection', async () => {
    await start({ clock: manualClock(), limits: { joinBurst: 3 } });
    const { socket, closed } = await openRawSocket(backend);
    for (let n = 0; n < 4; n += 1) socket.send(frame('phx_join', {}, `realtime:${n}`));
    expect(await closed).toBe(1008);
    await expectAlive();
  });

  test('talking without pause ends the connection', async () => {
    await start({ clock: manualClock(), limits: { messageBurst: 10 } });
    const { socket, closed } = await openRawSocket(backend);
    for (let n = 0; n < 11; n += 1) socket.send(frame('heartbeat', {}, 'phoenix'));
    expect(await closed).toBe(1008);
    await expectAlive();
  });

  test('a client that does not wait for answers is dropped', async () => {
    await start({
      limits: { maxWaitingPerChannel: 5 },
      database: {
        query: () => new Promise(() => {}),
        listen: () => Promise.resolve(() => {}),
      },
    });
    const { socket, closed } = await openRawSocket(backend);
    socket.send(frame('phx_join', { config: { private: true } }));
    for (let n = 0; n < 10; n += 1) socket.send(frame('broadcast'));
    expect(await closed).toBe(1008);
  });

  test('a client that reads too slowly is dropped, the others hear everything', async () => {
    await start({ limits: { maxBufferedBytes: 500_000, messageBurst: 10_000 } });
    const slow = await openRawSocket(backend);
    slow.socket.send(frame('phx_join'));
    await slow.frames.next();
    slow.socket.pause();
    const ann = backend.client().channel('room', { config: { broadcast: { ack: true } } });
    const ben = backend.client().channel('room');
    const benHears = broadcasts(ben);
    await join(ann);
    await join(ben);
    const text = 'x'.repeat(200_000);
    const isDropped = () => backend.logged.some((line) => line.includes('reads too slowly'));
    let sent = 0;
    // The kernel takes a few megabytes before the server notices.
    while (!isDropped() && sent < 500) {
      await ann.send({ type: 'broadcast', event: 'e', payload: { text, n: (sent += 1) } });
    }
    expect(isDropped()).toBe(true);
    for (let n = 1; n <= sent; n += 1) expect((await benHears.next()).payload['n']).toBe(n);
    slow.socket.resume();
    expect(await slow.closed).toBe(1006);
  });

  test('a silent connection is closed, one with heartbeats is not', async () => {
    const clock = manualClock();
    await start({ clock, limits: { idleTimeoutMs: 60_000 } });
    const silent = await openRawSocket(backend);
    const lively = await openRawSocket(backend);
    clock.advance(40_000);
    lively.socket.send(frame('heartbeat', {}, 'phoenix', '7'));
    expect(JSON.parse(await lively.frames.next())).toEqual([
      '1',
      '7',
      'phoenix',
      'phx_reply',
      { status: 'ok', response: {} },
    ]);
    clock.advance(20_000);
    expect(await silent.closed).toBe(1006);
    lively.socket.send(frame('heartbeat', {}, 'phoenix', '8'));
    expect(JSON.parse(await lively.frames.next())[1]).toBe('8');
    lively.socket.close();
  });

  test('joining a topic again replaces the channel', async () => {
    await start();
    const { socket, frames } = await openRawSocket(backend);
    socket.send(JSON.stringify(['1', '1', 'realtime:room', 'phx_join', {}]));
    await frames.next();
    socket.send(JSON.stringify(['2', '2', 'realtime:room', 'phx_join', {}]));
    expect(JSON.parse(await frames.next()).slice(0, 4)).toEqual([
      '1',
      '1',
      'realtime:room',
      'phx_close',
    ]);
    expect(JSON.parse(await frames.next()).slice(0, 2)).toEqual(['2', '2']);
    // A late goodbye to the first channel does not touch the second.
    socket.send(JSON.stringify(['1', '3', 'realtime:room', 'phx_leave', {}]));
    expect(JSON.parse(await frames.next())[4].status).toBe('ok');
    socket.send(JSON.stringify(['2', '4', 'realtime:room', 'presence', { event: 'untrack' }]));
    expect(JSON.parse(await frames.next())[4].status).toBe('ok');
    socket.close();
  });
});
