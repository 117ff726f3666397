import { afterAll, beforeAll, expect, it } from 'vitest';
import { BOOT_TIMEOUT_MS, startTestBackend, type TestBackend } from '#tests/harness/backend.ts';
import { startPostgres, type TestPostgres } from '#tests/harness/postgres.ts';
import { STRANGERS_AT_ONCE } from '#supabase/local/database/postgres.ts';
import { STRANGERS_WAITING } from '#supabase/local/database/share.ts';

const SCHEMA = `
  create function public.whoami() returns jsonb language sql as $$ select to_jsonb(current_user) $$;
  create table public.notes (n int);
`;

let postgres: TestPostgres;
let backend: TestBackend;
beforeAll(async () => {
  postgres = await startPostgres();
  const data = { kind: 'postgres', url: postgres.url } as const;
  backend = await startTestBackend({ migrationsDir: null, realtime: false, data });
  await backend.database.exec(SCHEMA);
}, BOOT_TIMEOUT_MS);
afterAll(async () => {
  await backend.stop();
  await postgres.stop();
});

it('keeps strangers in their share: one too many is told so at once, who is signed in never waits', async () => {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  const crowd = Array.from({ length: STRANGERS_AT_ONCE + STRANGERS_WAITING }, () =>
    backend.database.as({ role: 'anon' }, async () => gate),
  );
  const anon = backend.client();
  const { data } = await (await backend.signedIn()).client.rpc('whoami');
  expect(data).toBe('authenticated');

  const headers = { apikey: backend.publishableKey, 'content-type': 'application/json' };
  const call = await fetch(`${backend.url}/rest/v1/rpc/whoami`, { method: 'POST', headers });
  expect(call.status).toBe(503);
  expect(call.headers.get('retry-after')).toBe('1');
  const table = await anon.from('notes').select();
  expect(table).toMatchObject({ status: 503, error: { code: '53300' } });
  const file = await anon.storage.from('none').list();
  expect(file.error).toMatchObject({
    message: 'Too many requests at once; try again in a moment.',
  });

  letGo();
  await Promise.all(crowd);
  expect(await anon.rpc('whoami')).toMatchObject({ status: 200, data: 'anon' });
});
