import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  broadcasts,
  join,
  openDatabase,
  startBackend,
  type Backend,
  type TestDatabase,
} from './realtime-fixture.ts';

let database: TestDatabase;
let backend: Backend;

beforeAll(async () => {
  database = await openDatabase();
  await database.exec(`
    create table public.notes (id int primary key, body text);
    create function public.tell() returns trigger language plpgsql as $$
    begin
      perform realtime.send(jsonb_build_object('note', new.id), 'note', 'notes', false);
      return null;
    end $$;
    create trigger tell after insert on public.notes
    for each row execute function public.tell();
    create function public.tell_change() returns trigger language plpgsql as $$
    begin
      perform realtime.broadcast_changes(
        'changes', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
      return null;
    end $$;
    create table public.rooms (id int primary key, name text);
    create trigger tell_change after insert or update or delete on public.rooms
    for each row execute function public.tell_change();`);
}, 60_000);
afterAll(() => database.close());

beforeEach(async () => {
  backend = await startBackend({ database });
});
afterEach(() => backend.stop());

async function listenTo(topic: string, config = {}) {
  const channel = backend.client().channel(topic, { config });
  const heard = broadcasts(channel);
  expect((await join(channel)).status).toBe('SUBSCRIBED');
  return heard;
}

describe('realtime.send', () => {
  test('is heard after the commit, and never after a rollback', async () => {
    const heard = await listenTo('notes');
    await database.inTransaction([`insert into notes values (1, 'undone')`], 'undo');
    await database.inTransaction([`insert into notes values (2, 'kept')`]);
    expect(await heard.next()).toMatchObject({ event: 'note', payload: { note: 2 } });
  });

  test('keeps the order of the statements, short and long ones mixed', async () => {
    const heard = await listenTo('order');
    const send = (n: number, length: number) =>
      `select realtime.send(jsonb_build_object('n', ${n}, 'filler', repeat('x', ${length})),
         'e', 'order', false)`;
    await database.inTransaction([send(1, 20_000), send(2, 1), send(3, 200_000), send(4, 1)]);
    const numbers = [];
    for (let n = 0; n < 4; n += 1) numbers.push((await heard.next()).payload['n']);
    expect(numbers).toEqual([1, 2, 3, 4]);
  });

  test('carries the id of its message', async () => {
    const heard = await listenTo('ids');
    await database.exec(`select realtime.send('{"rev": 1}', 'poke', 'ids', false)`);
    const [row] = await database.query(
      `select id::text, payload from realtime.messages where topic = 'ids'`,
      [],
    );
    const { payload, meta } = await heard.next();
    expect(meta).toEqual({ id: row?.['id'] });
    expect(payload).toEqual(row?.['payload']);
    expect(payload).toEqual({ rev: 1, id: row?.['id'] });
  });

  test('cannot break the transaction it is called in', async () => {
    await database.inTransaction([
      `insert into rooms values (99, 'before')`,
      `select realtime.send('[]', 'e', 'any')`,
      `select realtime.send('{}', 'e', null)`,
      `delete from rooms where id = 99`,
      `insert into rooms values (1, 'kept')`,
    ]);
    expect(await database.query('select id from rooms', [])).toEqual([{ id: 1 }]);
  });

  test('is private unless it says otherwise', async () => {
    const heard = await listenTo('secret');
    await database.exec(`select realtime.send('{}', 'private', 'secret')`);
    await database.exec(`select realtime.send('{}', 'public', 'secret', false)`);
    expect((await heard.next()).event).toBe('public');
  });
});

describe('realtime.broadcast_changes', () => {
  test('sends the row before and after', async () => {
    await database.exec(`
      truncate rooms;
      create policy everybody on realtime.messages for select to anon using (true)`);
    const heard = await listenTo('changes', { private: true });
    await database.exec(`
      insert into rooms values (5, 'a'); update rooms set name = 'b'; delete from rooms`);
    const about = { table: 'rooms', schema: 'public' };
    expect((await heard.next()).payload).toMatchObject({
      ...about,
      operation: 'INSERT',
      record: { id: 5, name: 'a' },
      old_record: null,
    });
    expect((await heard.next()).payload).toMatchObject({
      ...about,
      operation: 'UPDATE',
      record: { name: 'b' },
      old_record: { name: 'a' },
    });
    expect((await heard.next()).payload).toMatchObject({
      ...about,
      operation: 'DELETE',
      record: null,
      old_record: { id: 5, name: 'b' },
    });
  });
});

describe('the schema', () => {
  test('can be applied again without losing anything', async () => {
    const [before] = await database.query('select count(*)::int as n from realtime.messages', []);
    await database.exec(readFileSync(new URL('../sql/realtime.sql', import.meta.url), 'utf8'));
    const [after] = await database.query('select count(*)::int as n from realtime.messages', []);
    expect(after).toEqual(before);
    expect(Number(before?.['n'])).toBeGreaterThan(0);
  });

  test('forgets messages after three days', async () => {
    await database.exec(`
      truncate realtime.messages;
      insert into realtime.messages (topic, extension, inserted_at) values
        ('old', 'broadcast', now() - interval '73 hours'),
        ('new', 'broadcast', now() - interval '71 hours');
      select realtime_local.prune()`);
    expect(await database.query('select topic from realtime.messages', [])).toEqual([
      { topic: 'new' },
    ]);
  });

  test('keeps what only the server may do from the API roles', async () => {
    for (const role of ['anon', 'authenticated', 'service_role']) {
      await expect(
        database.inTransaction([`set local role ${role}`, `select realtime_local.prune()`]),
      ).rejects.toThrow(/permission denied for schema realtime_local/);
    }
  });
});
