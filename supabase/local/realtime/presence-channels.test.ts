import type { RealtimeChannel } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  Inbox,
  join,
  openDatabase,
  openRawSocket,
  signJwt,
  startBackend,
  type Backend,
  type TestDatabase,
} from './realtime-fixture.ts';

// Seen by their events: supabase-js 2.109 loses track of entries that change or share a key
// (supabase/supabase-js issue 2565). presence.test.ts checks the differences against Phoenix.
type PresenceEvent = { event: string; key?: string };

let backend: Backend;

/** Names by key, as the client library keeps them. */
function present(channel: RealtimeChannel) {
  const state = channel.presenceState<{ name: string }>();
  return Object.fromEntries(
    Object.entries(state).map(([key, entries]) => [key, entries.map(({ name }) => name)]),
  );
}

function presenceOf(channel: RealtimeChannel): Inbox<PresenceEvent> {
  const inbox = new Inbox<PresenceEvent>();
  channel.on('presence', { event: '*' as 'join' }, (event) => inbox.put(event));
  return inbox;
}

function room(key: string, options: { private?: boolean; token?: string } = {}) {
  const client = backend.client(options.token);
  const config = { presence: { key }, private: options.private ?? false };
  const channel = client.channel('room', { config });
  return { client, channel, events: presenceOf(channel) };
}

function happens({ events }: { events: Inbox<PresenceEvent> }, wanted: string, who?: string) {
  return events.find(
    ({ event, key }) => event === wanted && (who === undefined || key === who),
    `presence ${wanted}`,
  );
}

describe('presence', () => {
  beforeEach(async () => {
    backend = await startBackend();
  });
  afterEach(() => backend.stop());

  test('shows who is there to those who come later', async () => {
    const ann = room('ann');
    await join(ann.channel);
    await ann.channel.track({ name: 'Ann' });
    const ben = room('ben');
    await join(ben.channel);
    await happens(ben, 'sync');
    expect(present(ben.channel)).toEqual({ ann: ['Ann'] });
  });

  test('tells of coming, changing and leaving', async () => {
    const ann = room('ann');
    const ben = room('ben');
    await join(ann.channel);
    await join(ben.channel);
    expect(await ben.channel.track({ name: 'Ben' })).toBe('ok');
    expect(await happens(ann, 'join')).toMatchObject({ newPresences: [{ name: 'Ben' }] });
    await ben.channel.track({ name: 'Benjamin' });
    expect(await happens(ann, 'join')).toMatchObject({ newPresences: [{ name: 'Benjamin' }] });
    expect(await happens(ann, 'leave')).toMatchObject({ leftPresences: [{ name: 'Ben' }] });
    await ben.channel.untrack();
    expect(await happens(ann, 'leave')).toMatchObject({ leftPresences: [{ name: 'Benjamin' }] });
  });

  test('shows one key once per device', async () => {
    const phone = room('ann');
    const laptop = room('ann');
    const ben = room('ben');
    for (const { channel } of [phone, laptop, ben]) await join(channel);
    await phone.channel.track({ name: 'phone' });
    await laptop.channel.track({ name: 'laptop' });
    await happens(ben, 'join');
    await happens(ben, 'join');
    expect(present(ben.channel)).toEqual({ ann: ['phone', 'laptop'] });
    await phone.client.removeAllChannels();
    expect(await happens(ben, 'leave')).toMatchObject({ leftPresences: [{ name: 'phone' }] });
    const late = room('late');
    await join(late.channel);
    await happens(late, 'sync');
    expect(present(late.channel)).toEqual({ ann: ['laptop'] });
  });

  test('forgets a client whose connection broke', async () => {
    const ben = room('ben');
    await join(ben.channel);
    const { socket } = await openRawSocket(backend);
    socket.send(JSON.stringify(['1', '1', 'realtime:room', 'phx_join', {}]));
    const track = { type: 'presence', event: 'track', payload: { name: 'Cat' } };
    socket.send(JSON.stringify(['1', '2', 'realtime:room', 'presence', track]));
    await happens(ben, 'join');
    socket.terminate();
    await happens(ben, 'leave');
    expect(present(ben.channel)).toEqual({});
  });

  test('shows the others to a client that only tracks', async () => {
    const ann = room('ann');
    await join(ann.channel);
    await ann.channel.track({ name: 'Ann' });
    const quiet = backend.client().channel('room', { config: { presence: { key: 'ben' } } });
    await join(quiet);
    await quiet.track({ name: 'Ben' });
    await happens(ann, 'join', 'ben');
    expect(present(quiet)).toEqual({ ann: ['Ann'], ben: ['Ben'] });
  });

  test('is refused when it is not an object', async () => {
    const ann = room('ann');
    await join(ann.channel);
    expect(await ann.channel.track('Ann' as never)).toBe('error');
  });
});

describe('presence on a private channel', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openDatabase();
    await database.exec(`
      create policy hear on realtime.messages for select to authenticated using (
        extension = 'broadcast'
        or current_setting('request.jwt.claims', true)::jsonb ->> 'sub' = 'boss');
      create policy show on realtime.messages for insert to authenticated with check (
        extension = 'presence'
        and current_setting('request.jwt.claims', true)::jsonb ->> 'sub' <> 'guest');`);
    backend = await startBackend({ database });
  }, 60_000);
  afterAll(async () => {
    await backend.stop();
    await database.close();
  });

  test('is shown to those who may read it, and tracked for those who may send it', async () => {
    const enter = async (person: string) =>
      room(person, { private: true, token: await signJwt({ sub: person }) });
    const boss = await enter('boss');
    const staff = await enter('staff');
    const guest = await enter('guest');
    for (const { channel } of [boss, staff, guest]) await join(channel);
    expect(await guest.channel.track({ name: 'Guest' })).toBe('error');
    expect(await staff.channel.track({ name: 'Staff' })).toBe('ok');
    await happens(boss, 'join', 'staff');
    expect(present(boss.channel)).toEqual({ staff: ['Staff'] });
    expect(present(staff.channel)).toEqual({});
  });
});
