import { setImmediate as nextTurnOfTheLoop } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BOOT_TIMEOUT_MS } from '#tests/harness/database-image.ts';
import { startPostgres, type TestPostgres } from '#tests/harness/postgres.ts';
import { isUnreachable } from '#supabase/local/rest/database-errors.ts';
import type { Database } from './database.ts';
import { openPostgres } from './postgres.ts';

const LOOPS = 16;
const RESTARTS = 4;
/** Between two restarts everybody is at work again. */
const ANSWERS_BETWEEN = 200;

let server: TestPostgres;
let database: Database;
beforeAll(async () => {
  server = await startPostgres();
  database = await openPostgres(server.url);
}, BOOT_TIMEOUT_MS);
afterAll(async () => {
  await database.close();
  await server.stop();
});

it('outlives restarts of its server: each call is answered or told that the connection is gone', async () => {
  const heard: string[] = [];
  await database.listen('news', (payload) => heard.push(payload));
  await database.sql(`select pg_notify('news', 'before')`);
  await expect.poll(() => heard).toEqual(['before']);

  let isOver = false;
  let answers = 0;
  let gone = 0;
  let tellEnough = () => {};
  const others: unknown[] = [];
  const calls = [
    () => database.sql('select 1 as n'),
    () => database.sql('select $1::int[] as list', [[1, 2]]),
    () =>
      database.transaction(async (sql) => {
        await sql('select 1');
        return sql('select pg_sleep(0.001)');
      }),
    () => database.as({ role: 'postgres' }, (sql) => sql('select 1 as n')),
  ];
  const loops = Array.from({ length: LOOPS }, async (_, n) => {
    while (!isOver) {
      try {
        await calls[n % calls.length]!();
        answers += 1;
        if (answers % ANSWERS_BETWEEN === 0) tellEnough();
      } catch (error) {
        if (isUnreachable(error)) gone += 1;
        else others.push(error);
        await nextTurnOfTheLoop();
      }
    }
  });
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    await new Promise<void>((resolve) => (tellEnough = resolve));
    await server.crashAndRestart();
  }
  await new Promise<void>((resolve) => (tellEnough = resolve));
  isOver = true;
  // A call that is never settled keeps its loop, and this test, from ending.
  await Promise.all(loops);
  expect(others).toEqual([]);
  expect(gone).toBeGreaterThan(0);

  expect(await database.sql('select 1 as n')).toEqual([{ n: 1 }]);
  await expect
    .poll(async () => {
      await database.sql(`select pg_notify('news', 'after')`);
      return heard;
    })
    .toContain('after');
});
