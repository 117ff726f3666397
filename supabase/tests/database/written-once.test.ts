import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { productMigrations } from '#tests/harness/database-image.ts';

/** supabase/decisions/0009-each-rule-is-written-once.md */
const timesWritten = (sql: string): Map<string, number> => {
  const found = new Map<string, number>();
  const bare = sql.replace(/--.*$/gm, '');
  // What stands at the beginning of a line: generators write their functions further in.
  const functions = bare.matchAll(/^create (?:or replace )?(function [\w.]+)/gim);
  const policies = bare.matchAll(/^(?:create|alter) (policy \w+\s+on [\w.]+)/gim);
  for (const [, name] of [...functions, ...policies]) {
    const key = name!.replace(/\s+/g, ' ').toLowerCase();
    found.set(key, (found.get(key) ?? 0) + 1);
  }
  return found;
};

const repeated = (sql: string): string[] =>
  [...timesWritten(sql)].filter(([, times]) => times > 1).map(([name]) => name);

test('each function and each policy has one place in the migrations', async () => {
  const files = (await readdir(productMigrations)).filter((name) => name.endsWith('.sql'));
  const all = await Promise.all(
    files.map((name) => readFile(join(productMigrations, name), 'utf8')),
  );
  const sql = all.join('\n');
  expect(timesWritten(sql).size).toBeGreaterThan(200);
  expect(repeated(sql)).toEqual([]);
});

test('a second body is found, whatever it is called', () => {
  const first = 'create function private.a(b int) returns int\n';
  expect(repeated(`${first}create or replace function private.a(b int) returns int`)).toEqual([
    'function private.a',
  ]);
  const policy = 'create policy clients_select on public.clients for select\n';
  expect(
    repeated(`${policy}alter policy clients_select\n  on public.clients using (true);`),
  ).toEqual(['policy clients_select on public.clients']);
  expect(repeated(`${first}-- create function private.a(b int)\n${policy}`)).toEqual([]);
});
