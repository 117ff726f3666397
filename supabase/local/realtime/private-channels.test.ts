import type { RealtimeChannel } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  broadcasts,
  Inbox,
  join,
  manualClock,
  openDatabase,
  signJwt,
  startBackend,
  type Backend,
  type TestDatabase,
} from './realtime-fixture.ts';

const PRIVATE = { config: { private: true } };

let database: TestDatabase;
let backend: Backend;

beforeAll(async () => {
  database = await openDatabase();
  // As the product does it: members of a business may read; writing is a right of its own.
  await database.exec(`
    create table public.members (person text, topic text, may_send boolean);
    grant select on public.members to authenticated;
    create policy members_read on realtime.messages for select to authenticated using (
      realtime.messages.extension in ('broadcast', 'presence') and exists (
        select from public.members m
        where m.topic = realtime.topic()
          and m.person = current_setting('request.jwt.claims', true)::jsonb ->> 'sub'));
    create policy senders_write on realtime.messages for insert to authenticated with check (
      exists (
        select from public.members m
        where m.topic = realtime.topic() and m.may_send
          and m.person = current_setting('request.jwt.claims', true)::jsonb ->> 'sub'));`);
}, 60_000);
afterAll(() => database.close());

beforeEach(async () => {
  await database.exec(`
    truncate public.members, realtime.messages;
    insert into public.members values
      ('ann', 'business:1', true), ('ben', 'business:1', false), ('cat', 'business:2', true);`);
  backend = await startBackend({ database });
});
afterEach(() => backend.stop());

async function channelOf(person: string, topic = 'business:1') {
  const client = backend.client(await signJwt({ sub: person }));
  const channel = client.channel(topic, PRIVATE);
  return { client, channel, heard: broadcasts(channel) };
}

/** The server handles one word after the other: with this answer, all earlier ones are done. */
async function answered(channel: RealtimeChannel): Promise<void> {
  expect(await channel.untrack()).toBe('ok');
}

describe('a private channel', () => {
  test('admits whom the policies let read', async () => {
    const { channel } = await channelOf('ann');
    expect(await join(channel)).toMatchObject({ status: 'SUBSCRIBED' });
  });

  test('refuses everybody else, and says why', async () => {
    const { channel } = await channelOf('cat');
    const { status, error } = await join(channel);
    expect(status).toBe('CHANNEL_ERROR');
    expect(error?.message).toBe(
      'Unauthorized: You do not have permissions to read from this Channel topic: business:1',
    );
  });

  test('refuses people who are not signed in', async () => {
    const { status } = await join(backend.client().channel('business:1', PRIVATE));
    expect(status).toBe('CHANNEL_ERROR');
  });

  test('refuses a token with another signature', async () => {
    const token = await signJwt({ sub: 'ann' });
    const forged = token.slice(0, -4) + (token.endsWith('AAAA') ? 'BBBB' : 'AAAA');
    const { status, error } = await join(backend.client(forged).channel('business:1', PRIVATE));
    expect(status).toBe('CHANNEL_ERROR');
    expect(error?.message).toContain('JwtSignatureError');
  });

  test('hears nothing from the public channel of the same name', async () => {
    const ann = await channelOf('ann');
    await join(ann.channel);
    const stranger = backend.client().channel('business:1');
    await join(stranger);
    await stranger.send({ type: 'broadcast', event: 'forged', payload: {} });
    await answered(stranger);
    await database.exec(`select realtime.send('{"rev": 7}', 'poke', 'business:1')`);
    expect(await ann.heard.next()).toMatchObject({ event: 'poke', payload: { rev: 7 } });
  });

  test('carries only what those with the right to send say', async () => {
    const ann = await channelOf('ann');
    const ben = await channelOf('ben');
    const member = await channelOf('ben');
    for (const { channel } of [ann, ben, member]) await join(channel);
    await ben.channel.send({ type: 'broadcast', event: 'not allowed', payload: {} });
    await answered(ben.channel);
    await ann.channel.send({ type: 'broadcast', event: 'allowed', payload: {} });
    expect((await member.heard.next()).event).toBe('allowed');
  });

  test('leaves no trace of the permission checks in the database', async () => {
    const { channel } = await channelOf('ann');
    await join(channel);
    await channel.send({ type: 'broadcast', event: 'e', payload: {} });
    const rows = await database.query('select count(*)::int as n from realtime.messages', []);
    expect(rows).toEqual([{ n: 0 }]);
  });

  test('closes when a new token may no longer read', async () => {
    const { client, channel } = await channelOf('ann');
    const system = new Inbox<{ status: string; message: string }>();
    channel.on('system', { event: '*' } as never, (payload) => system.put(payload as never));
    const { statuses } = await join(channel);
    await database.exec(`delete from public.members where person = 'ann'`);
    await client.realtime.setAuth(await signJwt({ sub: 'ann', again: 1 }));
    expect(await system.next()).toMatchObject({
      status: 'error',
      message: 'You do not have permissions to read from this Channel topic: business:1',
    });
    expect(await statuses.next()).toBe('CLOSED');
  });

  test('judges sending anew with a new token', async () => {
    const ben = await channelOf('ben');
    const ann = await channelOf('ann');
    await join(ann.channel);
    await join(ben.channel);
    await ben.channel.send({ type: 'broadcast', event: 'too early', payload: {} });
    await answered(ben.channel);
    await database.exec(`update public.members set may_send = true where person = 'ben'`);
    await ben.client.realtime.setAuth(await signJwt({ sub: 'ben', again: 1 }));
    await ben.channel.send({ type: 'broadcast', event: 'now', payload: {} });
    expect((await ann.heard.next()).event).toBe('now');
  });

  test('can be the only kind there is', async () => {
    await backend.stop();
    backend = await startBackend({ database, privateOnly: true });
    const { status, error } = await join(backend.client().channel('business:1'));
    expect(status).toBe('CHANNEL_ERROR');
    expect(error?.message).toBe('PrivateOnly: This project only allows private channels');
    expect((await join((await channelOf('ann')).channel)).status).toBe('SUBSCRIBED');
  });

  test('stays open while tokens are renewed in time', async () => {
    await backend.stop();
    const clock = manualClock();
    backend = await startBackend({ database, clock, limits: { idleTimeoutMs: 3_600_000 } });
    const inSeconds = (s: number) => ({ expiresAtMs: clock.now() + s * 1000 });
    const client = backend.client(await signJwt({ sub: 'ann' }, inSeconds(60)));
    const channel = client.channel('business:1', PRIVATE);
    const heard = broadcasts(channel);
    await join(channel);
    await client.realtime.setAuth(await signJwt({ sub: 'ann' }, inSeconds(3600)));
    await answered(channel);
    clock.advance(61_000);
    await database.exec(`select realtime.send('{}', 'still here', 'business:1')`);
    expect((await heard.next()).event).toBe('still here');
  });

  test('closes when the token expires', async () => {
    await backend.stop();
    const clock = manualClock();
    backend = await startBackend({ database, clock, limits: { idleTimeoutMs: 3_600_000 } });
    const token = await signJwt({ sub: 'ann' }, { expiresAtMs: clock.now() + 60_000 });
    const channel = backend.client(token).channel('business:1', PRIVATE);
    const system = new Inbox<object>();
    channel.on('system', { event: '*' } as never, (payload: object) => system.put(payload));
    const { statuses } = await join(channel);
    clock.advance(60_000);
    expect(await system.next()).toEqual({
      extension: 'system',
      status: 'error',
      message: expect.stringMatching(/^Token has expired \d+ seconds ago$/),
      channel: 'business:1',
    });
    expect(await statuses.next()).toBe('CLOSED');
    const late = await join(backend.client(token).channel('business:1', PRIVATE));
    expect(late.error?.message).toMatch(/^InvalidJWTToken: Token has expired \d+ seconds ago$/);
  });

  test.each(['a\u0000b', '\ud800', `'; drop table members; --`, '*', '%'])(
    'refuses the topic %j',
    async (topic) => {
      const { status } = await join((await channelOf('ann', topic)).channel);
      expect(status).toBe('CHANNEL_ERROR');
      expect((await join((await channelOf('ann')).channel)).status).toBe('SUBSCRIBED');
    },
  );

  test('refuses, without falling over, when a policy fails', async () => {
    await database.exec(`
      create policy broken on realtime.messages for select to authenticated
      using (realtime.topic() = 'broken' and 1 / (length(realtime.topic()) - 6) = 0)`);
    const { status } = await join((await channelOf('ann', 'broken')).channel);
    expect(status).toBe('CHANNEL_ERROR');
    expect(backend.logged.join()).toContain('a policy failed for the topic broken');
    await database.exec('drop policy broken on realtime.messages');
    expect((await join((await channelOf('ann')).channel)).status).toBe('SUBSCRIBED');
  });
});
