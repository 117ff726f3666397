import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { broadcasts, join, openRawSocket, startBackend, type Backend } from './realtime-fixture.ts';

let backend: Backend;
beforeEach(async () => {
  backend = await startBackend();
});
afterEach(() => backend.stop());

describe('broadcasting on a public channel', () => {
  test('reaches the others, not the sender', async () => {
    const ann = backend.client().channel('room');
    const ben = backend.client().channel('room');
    const annHears = broadcasts(ann);
    const benHears = broadcasts(ben);
    expect((await join(ann)).status).toBe('SUBSCRIBED');
    expect((await join(ben)).status).toBe('SUBSCRIBED');

    await ann.send({ type: 'broadcast', event: 'hello', payload: { from: 'Ann' } });
    expect(await benHears.next()).toMatchObject({ event: 'hello', payload: { from: 'Ann' } });
    await ben.send({ type: 'broadcast', event: 'hello', payload: { from: 'Ben' } });
    // The first thing that Ann hears is Ben: her own word did not come back.
    expect(await annHears.next()).toMatchObject({ payload: { from: 'Ben' } });
  });

  test('comes back to a sender that asked for it', async () => {
    const ann = backend.client().channel('room', { config: { broadcast: { self: true } } });
    const heard = broadcasts(ann);
    await join(ann);
    await ann.send({ type: 'broadcast', event: 'echo', payload: { n: 1 } });
    expect(await heard.next()).toMatchObject({ event: 'echo', payload: { n: 1 } });
  });

  test('is acknowledged when asked for', async () => {
    const ann = backend.client().channel('room', { config: { broadcast: { ack: true } } });
    await join(ann);
    expect(await ann.send({ type: 'broadcast', event: 'e', payload: {} })).toBe('ok');
  });

  test('carries bytes unchanged', async () => {
    const ann = backend.client().channel('room');
    const ben = backend.client().channel('room');
    const benHears = broadcasts(ben);
    await join(ann);
    await join(ben);
    const bytes = Uint8Array.from([0, 255, 1, 128, 7]);
    await ann.send({ type: 'broadcast', event: 'bytes', payload: bytes.buffer });
    const { payload } = await benHears.next();
    expect(new Uint8Array(payload as unknown as ArrayBuffer)).toEqual(bytes);
  });

  test('stays within its topic', async () => {
    const ann = backend.client().channel('room');
    const ben = backend.client().channel('room');
    const other = backend.client().channel('room2');
    const benHears = broadcasts(ben);
    for (const channel of [ann, ben, other]) await join(channel);
    await other.send({ type: 'broadcast', event: 'elsewhere', payload: {} });
    await ann.send({ type: 'broadcast', event: 'here', payload: {} });
    expect((await benHears.next()).event).toBe('here');
  });

  test('reaches clients of the first protocol version as text', async () => {
    const old = await openRawSocket(backend, 'apikey=sb_publishable_test&vsn=1.0.0');
    const joinFrame = { topic: 'realtime:room', event: 'phx_join', payload: {}, ref: '1' };
    old.socket.send(JSON.stringify({ ...joinFrame, join_ref: '1' }));
    expect(JSON.parse(await old.frames.next())).toMatchObject({
      event: 'phx_reply',
      payload: { status: 'ok' },
      ref: '1',
    });
    const ann = backend.client().channel('room');
    await join(ann);
    await ann.send({ type: 'broadcast', event: 'hello', payload: { n: 1 } });
    expect(JSON.parse(await old.frames.next())).toEqual({
      join_ref: null,
      ref: null,
      topic: 'realtime:room',
      event: 'broadcast',
      payload: { type: 'broadcast', event: 'hello', payload: { n: 1 } },
    });
    old.socket.close();
  });

  test('ends with leaving the channel', async () => {
    const client = backend.client();
    const ann = backend.client().channel('room');
    const ben = client.channel('room');
    const benHears = broadcasts(ben);
    await join(ann);
    const { statuses } = await join(ben);
    expect(await client.removeChannel(ben)).toBe('ok');
    expect(await statuses.next()).toBe('CLOSED');
    const again = client.channel('room');
    const againHears = broadcasts(again);
    await join(again);
    await ann.send({ type: 'broadcast', event: 'late', payload: {} });
    await againHears.next();
    expect(benHears.waiting).toEqual([]);
  });
});
