import { postgresChangesFilter, type RealtimeChannel } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  Inbox,
  join,
  openDatabase,
  signJwt,
  startBackend,
  type Backend,
  type TestDatabase,
} from './realtime-fixture.ts';

interface Change {
  eventType: string;
  schema: string;
  table: string;
  commit_timestamp: string;
  new: Record<string, unknown>;
  old: Record<string, unknown>;
  errors: string[] | null;
}

let database: TestDatabase;
let backend: Backend;

beforeAll(async () => {
  database = await openDatabase();
  await database.exec(`
    create table public.tasks (
      id int primary key, owner text, title text, cost numeric, done boolean default false,
      tags text[], secret text);
    alter table public.tasks enable row level security;
    create policy own on public.tasks for select to authenticated
      using (owner = current_setting('request.jwt.claims', true)::jsonb ->> 'sub');
    grant select (id, owner, title, cost, done, tags) on public.tasks to authenticated;
    create table public.news (id int primary key, text text);
    alter table public.news replica identity full;
    grant select on public.news to anon, authenticated;
    create table public.keyless (text text);
    alter table public.keyless enable row level security;
    grant select on public.keyless to anon;
    create table public.quiet (id int primary key);
    alter publication supabase_realtime add table public.tasks, public.news, public.keyless;`);
}, 60_000);
afterAll(() => database.close());

beforeEach(async () => {
  await database.exec('truncate tasks, news, keyless');
  backend = await startBackend({ database });
});
afterEach(() => backend.stop());

async function follow(options: {
  person?: string;
  table: string;
  event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE';
  filter?: Parameters<typeof filterOf>[0];
  select?: string[];
}) {
  const token = options.person && (await signJwt({ sub: options.person }));
  const channel = backend.client(token).channel('changes');
  const changes = new Inbox<Change>();
  channel.on(
    'postgres_changes',
    {
      event: (options.event ?? '*') as '*',
      schema: 'public',
      table: options.table,
      ...(options.filter === undefined ? {} : { filter: filterOf(options.filter) }),
      ...(options.select ? { select: options.select } : {}),
    },
    (change) => changes.put(change as unknown as Change),
  );
  const subscribed = await subscription(channel);
  return { channel, changes, subscribed };
}

function filterOf(filter: string | ReturnType<typeof postgresChangesFilter>) {
  return filter;
}

/** Changes flow once the server says so. */
async function subscription(channel: RealtimeChannel) {
  const system = new Inbox<{ extension: string; status: string; message: string }>();
  channel.on('system', { event: '*' } as never, (payload) => system.put(payload as never));
  expect((await join(channel)).status).toBe('SUBSCRIBED');
  return system.find(({ extension }) => extension === 'postgres_changes', 'the subscription');
}

describe('postgres_changes', () => {
  test('tells of inserted, updated and deleted rows', async () => {
    const { changes, subscribed } = await follow({ table: 'news' });
    expect(subscribed).toMatchObject({ status: 'ok', message: 'Subscribed to PostgreSQL' });
    await database.exec(`
      insert into news values (1, 'a'); update news set text = 'b'; delete from news`);
    const inserted = await changes.next();
    expect(inserted).toEqual({
      eventType: 'INSERT',
      schema: 'public',
      table: 'news',
      commit_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      new: { id: 1, text: 'a' },
      old: {},
      errors: null,
    });
    expect(await changes.next()).toMatchObject({
      eventType: 'UPDATE',
      new: { id: 1, text: 'b' },
      old: { id: 1, text: 'a' },
    });
    expect(await changes.next()).toMatchObject({
      eventType: 'DELETE',
      new: {},
      old: { id: 1, text: 'b' },
    });
  });

  test('tells only of the events that were asked for', async () => {
    const { changes } = await follow({ table: 'news', event: 'DELETE' });
    await database.exec(`insert into news values (1, 'a'); delete from news`);
    expect((await changes.next()).eventType).toBe('DELETE');
  });

  test('shows each person only rows and columns that the policies let them read', async () => {
    const ann = await follow({ person: 'ann', table: 'tasks' });
    const ben = await follow({ person: 'ben', table: 'tasks' });
    const nobody = await follow({ table: 'tasks' });
    await database.exec(`
      insert into tasks values (1, 'ann', 'for Ann', 1.5, false, '{x,y}', 'hidden');
      insert into tasks values (2, 'ben', 'for Ben', 2, false, null, 'hidden');
      update tasks set title = 'again' where id = 1`);
    expect((await ann.changes.next()).new).toEqual({
      id: 1,
      owner: 'ann',
      title: 'for Ann',
      cost: 1.5,
      done: false,
      tags: ['x', 'y'],
    });
    expect(await ann.changes.next()).toMatchObject({
      eventType: 'UPDATE',
      new: { title: 'again' },
      old: { id: 1 },
    });
    expect((await ben.changes.next()).new).toMatchObject({ id: 2 });
    expect(ben.changes.waiting).toEqual([]);
    expect(nobody.changes.waiting).toEqual([]);
  });

  test('tells everybody the key of a deleted row, and nothing else of it', async () => {
    await database.exec(`insert into tasks values (7, 'ann', 'private matter')`);
    const ben = await follow({ person: 'ben', table: 'tasks' });
    await database.exec('delete from tasks');
    expect(await ben.changes.next()).toMatchObject({ eventType: 'DELETE', old: { id: 7 } });
  });

  test('does not let a filter ask a deleted row what it was', async () => {
    await database.exec(`
      alter table tasks replica identity full;
      insert into tasks (id, owner) values (7, 'ann'), (8, 'ann')`);
    const curious = await follow({ person: 'ben', table: 'tasks', filter: 'owner=eq.ann' });
    const ben = await follow({ person: 'ben', table: 'tasks', filter: 'id=eq.8' });
    await database.exec('delete from tasks; alter table tasks replica identity default');
    expect((await ben.changes.next()).old).toEqual({ id: 8 });
    expect(curious.changes.waiting).toEqual([]);
  });

  test('says nothing about a transaction that was rolled back', async () => {
    const { changes } = await follow({ table: 'news' });
    await database.inTransaction([`insert into news values (1, 'undone')`], 'undo');
    await database.inTransaction([`insert into news values (2, 'kept')`]);
    expect((await changes.next()).new).toMatchObject({ id: 2 });
  });

  test('tells each of many equal changes in one transaction', async () => {
    const { changes } = await follow({ table: 'news', event: 'INSERT' });
    await database.exec(`
      do $$ begin
        for n in 1..50 loop
          insert into news values (1, 'a');
          delete from news;
        end loop;
      end $$;
      insert into news values (2, 'last')`);
    for (let n = 0; n < 50; n += 1)
      expect((await changes.next()).new).toEqual({ id: 1, text: 'a' });
    expect((await changes.next()).new).toEqual({ id: 2, text: 'last' });
  });

  test('carries long rows', async () => {
    const { changes } = await follow({ table: 'news' });
    await database.exec(`insert into news values (1, repeat('x', 50000))`);
    expect((await changes.next()).new).toEqual({ id: 1, text: 'x'.repeat(50_000) });
  });

  test('shortens a row that is too large to send', async () => {
    const { changes } = await follow({ table: 'news' });
    await database.exec(`insert into news values (1, repeat('x', 1200000))`);
    expect(await changes.next()).toMatchObject({
      new: { id: 1 },
      errors: ['Error 413: Payload Too Large'],
    });
  });

  test('cannot show rows of a protected table without a primary key', async () => {
    const { changes } = await follow({ table: 'keyless' });
    await database.exec(`insert into keyless values ('secret')`);
    const change = await changes.next();
    expect(change).toMatchObject({
      new: {},
      errors: ['Error 400: Bad Request, no primary key'],
    });
    expect(JSON.stringify(change)).not.toContain('secret');
  });

  test('sends only the columns that were asked for, and the key', async () => {
    const { changes } = await follow({ person: 'ann', table: 'tasks', select: ['title'] });
    await database.exec(`insert into tasks values (1, 'ann', 'call', 3)`);
    expect((await changes.next()).new).toEqual({ id: 1, title: 'call' });
  });

  test('uses the claims of a renewed token', async () => {
    const client = backend.client(await signJwt({ sub: 'ann' }));
    const channel = client.channel('changes');
    const changes = new Inbox<Change>();
    const about = { event: '*', schema: 'public', table: 'tasks' } as const;
    channel.on('postgres_changes', about, (change) => changes.put(change as unknown as Change));
    await subscription(channel);
    await client.realtime.setAuth(await signJwt({ sub: 'ben' }));
    expect(await channel.untrack()).toBe('ok');
    await database.exec(`insert into tasks values (1, 'ann', 'x'), (2, 'ben', 'y')`);
    expect((await changes.next()).new).toMatchObject({ id: 2 });
  });
});

describe('a filter', () => {
  const rows = `insert into tasks (id, owner, title, cost, done) values
    (9, 'ann', 'cherry', 9, true), (10, 'ann', 'banana, ripe', 10, false),
    (11, 'ann', null, 11, null)`;

  test.each([
    ['id=eq.10', [10]],
    ['id=neq.10', [9, 11]],
    ['cost=lt.10', [9]],
    ['cost=lte.10', [9, 10]],
    ['cost=gt.9.5', [10, 11]],
    ['cost=gte.11', [11]],
    ['id=in.(9,11,400)', [9, 11]],
    ['title=eq.cherry', [9]],
    ['title=neq.cherry', [10]],
    ['title=is.null', [11]],
    ['done=is.true', [9]],
    ['done=not.is.true', [10, 11]],
    ['title=like.%an%', [10]],
    ['title=ilike.CH%', [9]],
    ['title=isdistinct.cherry', [10, 11]],
    ['id=not.in.(9,10)', [11]],
    ['id=gt.9,cost=lt.11', [10]],
  ])('%s lets pass %j', async (filter, expected) => {
    const { changes } = await follow({ person: 'ann', table: 'tasks', filter, event: 'INSERT' });
    await database.exec(`${rows}, (12, 'ben', 'cherry', 10, true)`);
    const seen = [];
    for (let n = 0; n < expected.length; n += 1) seen.push((await changes.next()).new['id']);
    expect(seen).toEqual(expected);
  });

  test('is understood as the client library builds it', async () => {
    const filter = postgresChangesFilter().in('title', ['banana, ripe', 'a "b"']).gte('id', 10);
    const { changes } = await follow({ person: 'ann', table: 'tasks', filter });
    await database.exec(rows);
    expect((await changes.next()).new).toMatchObject({ id: 10 });
  });

  test.each([
    ['a column that is not there', 'tasks', 'nope=eq.1', 'invalid column for filter nope'],
    ['a column that may not be read', 'tasks', 'secret=eq.1', 'invalid column for filter secret'],
    ['a value of another type', 'tasks', 'id=gt.ten', 'invalid input syntax for type integer'],
    ['an unknown operator', 'tasks', 'id=near.10', 'unsupported filter operator near'],
    ['a table that is not published', 'quiet', 'id=eq.1', 'Please check Realtime is enabled'],
  ])('is refused for %s', async (_, table, filter, reason) => {
    const { subscribed } = await follow({ person: 'ann', table, filter });
    expect(subscribed).toMatchObject({ status: 'error' });
    expect(subscribed.message).toContain(reason);
  });
});

describe('hostile requests', () => {
  test.each([
    ['a column list with a NUL', { select: ['\u0000'] }],
    ['a column list with half a character', { select: ['\ud800'] }],
    ['a filter with a NUL', { filter: 'title=eq.\u0000' }],
    ['a table with a NUL', { table: 'ta\u0000sks' }],
  ])('of %s do not keep the others from their changes', async (_, request) => {
    const hostile = backend.client(await signJwt({ sub: 'ann' })).channel('hostile');
    const about = { event: '*', schema: 'public', table: 'tasks', ...request } as const;
    hostile.on('postgres_changes', about, () => {});
    expect((await join(hostile)).status).toBe('CHANNEL_ERROR');
    const { changes } = await follow({ person: 'ann', table: 'tasks' });
    await database.exec(`insert into tasks values (1, 'ann', 'x')`);
    expect((await changes.next()).new).toMatchObject({ id: 1 });
  });

  test('of a filter that fails on a row do not keep the others from it', async () => {
    const picky = await follow({ person: 'ann', table: 'tasks', filter: 'title=is.true' });
    const { changes } = await follow({ person: 'ann', table: 'tasks' });
    await database.exec(`insert into tasks values (1, 'ann', 'no boolean')`);
    expect((await changes.next()).new).toMatchObject({ id: 1 });
    expect(picky.changes.waiting).toEqual([]);
  });
});

describe('the publication', () => {
  test('decides which tables are watched, at every join', async () => {
    await database.exec(`
      create table late (id int primary key); grant select on late to anon;
      alter publication supabase_realtime add table late`);
    const { changes } = await follow({ table: 'late' });
    await database.exec('insert into late values (1)');
    expect((await changes.next()).new).toEqual({ id: 1 });
    await database.exec('alter publication supabase_realtime drop table late');
    const { subscribed } = await follow({ table: 'late' });
    expect(subscribed.status).toBe('error');
    const triggers = await database.query(
      `select tgname from pg_trigger where tgrelid = 'late'::regclass`,
      [],
    );
    expect(triggers).toEqual([]);
  });
});
