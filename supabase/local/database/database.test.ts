import { setImmediate as nextTurnOfTheLoop } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOOT_TIMEOUT_MS, openTestDatabase } from '#tests/harness/database-image.ts';
import { startPostgres, type TestPostgres } from '#tests/harness/postgres.ts';
import { ensureSystemSchema } from '#supabase/local/system-schema.ts';
import type { Database } from './database.ts';
import { openPostgres } from './postgres.ts';

const someone = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

describe.each(['pglite', 'postgres'] as const)('the database on %s', (kind) => {
  let server: TestPostgres | null = null;
  let database: Database;
  beforeAll(async () => {
    if (kind === 'pglite') {
      database = await openTestDatabase();
    } else {
      server = await startPostgres();
      database = await openPostgres(server.url);
      await ensureSystemSchema(database);
    }
    await database.exec('create table public.log (n int primary key, who uuid default auth.uid())');
  }, BOOT_TIMEOUT_MS);
  afterAll(async () => {
    await database.close();
    await server?.stop();
  });

  it('keeps callers apart, also when they pause in the middle of their transactions', async () => {
    const ask = (n: number) =>
      database.as(
        { role: n % 2 ? 'authenticated' : 'anon', claims: { sub: someone(n) } },
        async (sql) => {
          const [before] = await sql('select current_user as role, auth.uid() as uid');
          await nextTurnOfTheLoop();
          const [after] = await sql('select current_user as role, auth.uid() as uid');
          return [before, after];
        },
      );
    const asOwner = async () => {
      await nextTurnOfTheLoop();
      return database.sql('select current_user as role, auth.uid() as uid');
    };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 5 === 0 ? asOwner() : ask(n))),
    );
    answers.forEach((rows, n) => {
      const role = n % 5 === 0 ? 'postgres' : n % 2 ? 'authenticated' : 'anon';
      for (const row of rows) expect(row).toEqual({ role, uid: n % 5 === 0 ? null : someone(n) });
    });
  });

  it('undoes a failed transaction and nothing of others', async () => {
    const failing = database.transaction(async (sql) => {
      await sql('insert into public.log (n) values (1)');
      await nextTurnOfTheLoop();
      throw new Error('no');
    });
    const other = database.transaction((sql) => sql('insert into public.log (n) values (2)'));
    await expect(failing).rejects.toThrow('no');
    await other;
    expect(await database.sql('select n from public.log order by n')).toEqual([{ n: 2 }]);
  });

  it('lets an inner transaction be part of the outer one', async () => {
    const outer = database.transaction(async (sql) => {
      await sql('insert into public.log (n) values (3)');
      await database.transaction((inner) => inner('insert into public.log (n) values (4)'));
      throw new Error('no');
    });
    await expect(outer).rejects.toThrow('no');
    expect(await database.sql('select n from public.log where n in (3, 4)')).toEqual([]);
  });

  it('does not let a caller take over an open transaction', async () => {
    const attempt = database.transaction(() =>
      database.as({ role: 'anon' }, (sql) => sql('select 1')),
    );
    await expect(attempt).rejects.toThrow('rights would leak');
  });

  it('leaves nothing of a caller behind', async () => {
    await database.as({ role: 'anon', claims: { sub: someone(7) } }, (sql) => sql('select 1'));
    const names = ['request.jwt.claims', 'request.jwt.claim.sub', 'statement_timeout'];
    for (const name of names) {
      const [row] = await database.sql('select current_setting($1, true) as value', [name]);
      expect(row!['value'] || '0').toBe('0');
    }
  });

  it.each([
    ['anon', '3s'],
    ['authenticated', '8s'],
    ['service_role', '0'],
  ])('gives %s %s for a statement', async (role, expected) => {
    const [row] = await database.as({ role }, (sql) =>
      sql(`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
             current_setting('idle_in_transaction_session_timeout') as idle`),
    );
    expect(row).toEqual({ statement: expected, lock: '2s', idle: '10s' });
  });

  it.each(['anon', 'authenticated', 'service_role'])(
    'answers %s when what it did is on the disk [CP-25]',
    async (role) => {
      const [row] = await database.as({ role }, (sql) =>
        sql(`select current_setting('synchronous_commit') as waits`),
      );
      expect(row).toEqual({ waits: 'on' });
    },
  );

  it('prints values as PostgREST does', async () => {
    const [row] = await database.sql(`select
      '2026-11-21T10:00:00+01:00'::timestamptz as at, '2026-11-21T09:00:00.5Z'::timestamptz as part,
      '2026-11-21'::date as on_day, 12::bigint as big, 1.50::numeric as price,
      array['2026-11-21T09:00:00Z'::timestamptz] as list, '{"a": [1]}'::jsonb as json,
      '90 minutes'::interval as span, '09:30'::time as starts, true as yes, '[1,3)'::int4range as range,
      array[[1.5, 0], [2, 3]]::numeric[] as grid, array['{"b": 2}'::jsonb] as objects,
      array['a,b', '"'] as words, 1.5::real as part_of, array['x'::name] as names`);
    expect(row).toEqual({
      at: '2026-11-21T09:00:00+00:00',
      part: '2026-11-21T09:00:00.5+00:00',
      on_day: '2026-11-21',
      big: 12,
      price: 1.5,
      list: ['2026-11-21T09:00:00+00:00'],
      json: { a: [1] },
      span: '01:30:00',
      starts: '09:30:00',
      yes: true,
      range: '[1,3)',
      grid: [
        [1.5, 0],
        [2, 3],
      ],
      objects: [{ b: 2 }],
      words: ['a,b', '"'],
      part_of: 1.5,
      names: ['x'],
    });
  });

  it('writes an array as the statement means it', async () => {
    const ids = [someone(1), someone(2)];
    const [row] = await database.sql(
      `select $1::jsonb as list, $2::jsonb as nothing, $3::uuid[] as ids, $4::text[] as words,
              $5::jsonb as object, $6::json as text, $7::jsonb[] as objects, cardinality($8::int[]) as none`,
      [
        [{ a: [1] }, 'x', null],
        [],
        ids,
        ['a,b', '"', 'NULL', '\\'],
        { b: [2] },
        '"written"',
        [{ c: 3 }],
        [],
      ],
    );
    expect(row).toEqual({
      list: [{ a: [1] }, 'x', null],
      nothing: [],
      ids,
      words: ['a,b', '"', 'NULL', '\\'],
      object: { b: [2] },
      text: 'written',
      objects: [{ c: 3 }],
      none: 0,
    });
  });

  it('goes on after a statement with an array that the server refuses', async () => {
    const refused = database.sql('select $1::uuid[] from public.nowhere', [[someone(1)]]);
    await expect(refused).rejects.toMatchObject({ code: '42P01' });
    expect(await database.sql('select $1::int[] as list', [[1]])).toEqual([{ list: [1] }]);
  });

  it('tells listeners after the commit, outside of the transaction that caused it', async () => {
    const heard: string[] = [];
    let arrive: (answered: Promise<unknown>) => void = () => {};
    const arrived = new Promise<unknown>((resolve) => (arrive = resolve));
    const stop = await database.listen('news', (payload) => {
      heard.push(payload);
      // Would wait for ever, or run inside the sender's transaction, if it were still that turn.
      arrive(database.sql('select 1'));
    });
    await database.transaction(async (sql) => {
      await sql(`select pg_notify('news', 'hello')`);
      await nextTurnOfTheLoop();
      expect(heard).toEqual([]);
    });
    await arrived;
    expect(heard).toEqual(['hello']);
    await stop();
  });
});
