import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOOT_TIMEOUT_MS, startTestBackend, type TestBackend } from '#tests/harness/backend.ts';
import { MAX_ROWS } from './lite-app.ts';

const SCHEMA = `
  create table public.notes (
    id uuid primary key default gen_random_uuid(),
    owner uuid not null default auth.uid(),
    body text not null check (body <> ''),
    at timestamptz not null default '2026-11-21T09:00:00Z',
    on_day date, price numeric(8, 2), tags text[], extra jsonb,
    unique (owner, body)
  );
  alter table public.notes enable row level security;
  create policy own on public.notes to authenticated
    using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
  revoke all on public.notes from anon;

  create extension if not exists btree_gist with schema extensions;
  create table public.busy (
    who int not null, during tstzrange not null, exclude using gist (who with =, during with &&)
  );

  create table public.many (n int primary key);
  insert into public.many select generate_series(1, ${MAX_ROWS + 1});
  grant select on public.many to authenticated;

  create function public.whoami() returns jsonb language sql stable as $$
    select jsonb_build_object(
      'role', current_user, 'uid', auth.uid(), 'aal', auth.jwt() ->> 'aal',
      'address', current_setting('request.headers')::json ->> 'x-forwarded-for') $$;
  create function public.add_up(a int, b int default 10) returns jsonb language sql as $$
    select jsonb_build_object('sum', a + b) $$;
  create function public.echo(request jsonb, on_day date default null, ids uuid[] default null)
    returns jsonb language sql as $$
    select jsonb_build_object('request', request, 'on_day', on_day, 'ids', ids) $$;
  create function public.fail(code text) returns jsonb language plpgsql as $$
    begin raise exception 'refused' using errcode = code, detail = 'inside', hint = 'try'; end $$;
  create function public.own_answer() returns jsonb language plpgsql as $$
    begin
      perform set_config('response.status', '202', true);
      perform set_config('response.headers', '[{"X-Own": "yes"}]', true);
      return '{"later": true}';
    end $$;
  create function public.big() returns jsonb language sql as $$
    select '{"exact": 12345678901234567890, "price": 1.50}'::jsonb $$;
  create function public.note_count() returns int language sql as $$
    select count(*)::int from public.notes $$;
  create function public.my_notes() returns setof public.notes language sql as $$
    select * from public.notes $$;
  create function public.nothing() returns void language sql as $$ select $$;
  create function public.secret() returns jsonb language sql as $$ select '{"secret": true}'::jsonb $$;
  revoke execute on function public.secret() from public, anon, authenticated;
`;

describe('the REST interface through an unmodified supabase-js client', () => {
  let backend: TestBackend;
  let ada: { client: SupabaseClient; id: string };
  let anon: SupabaseClient;
  beforeAll(async () => {
    backend = await startTestBackend({ migrationsDir: null, realtime: false });
    await backend.database.exec(SCHEMA);
    ada = await backend.signedIn();
    anon = backend.client();
  }, BOOT_TIMEOUT_MS);
  afterAll(() => backend.stop());

  describe('rows', () => {
    it('come a thousand at a time, whoever asks for more', async () => {
      const many = () => ada.client.from('many').select('n').order('n');
      const all = await many();
      const more = await many().limit(MAX_ROWS + 1);
      const rest = await many().range(MAX_ROWS, MAX_ROWS + 9);
      expect([all, more, rest].map(({ data }) => data?.length)).toEqual([MAX_ROWS, MAX_ROWS, 1]);
    });

    it('are written and read under row-level security, with values as PostgreSQL prints them', async () => {
      const { data, error, status } = await ada.client
        .from('notes')
        .insert({
          body: 'first',
          on_day: '2026-02-28',
          price: 12.5,
          tags: ['a', 'b,c'],
          extra: { n: 1 },
        })
        .select()
        .single();
      expect(error).toBeNull();
      expect(status).toBe(201);
      expect(data).toMatchObject({
        owner: ada.id,
        at: '2026-11-21T09:00:00+00:00',
        on_day: '2026-02-28',
        price: 12.5,
        tags: ['a', 'b,c'],
        extra: { n: 1 },
      });
    });

    it('of one person do not exist for another', async () => {
      const eve = await backend.signedIn();
      const { data } = await ada.client
        .from('notes')
        .insert({ body: 'private' })
        .select('id')
        .single();
      const id = (data as { id: string }).id;
      expect((await eve.client.from('notes').select()).data).toEqual([]);
      expect(
        (await eve.client.from('notes').update({ body: 'x' }).eq('id', id).select()).data,
      ).toEqual([]);
      expect((await eve.client.from('notes').delete().eq('id', id).select()).data).toEqual([]);
      const forged = await eve.client.from('notes').insert({ body: 'x', owner: ada.id });
      expect(forged).toMatchObject({ status: 403, error: { code: '42501' } });
    });

    it('of many people at once never mix: each request runs under its own rights', async () => {
      const people = await Promise.all(Array.from({ length: 4 }, () => backend.signedIn()));
      const rounds = Array.from({ length: 40 }, (_, i) => people[i % people.length]!);
      const seen = await Promise.all(
        rounds.map(async ({ client, id }, i) => {
          await client.from('notes').insert({ body: `note ${i}` });
          const who = (await client.rpc('whoami')).data as { uid: string; role: string };
          const { data } = await client.from('notes').select('owner');
          return {
            id,
            uid: who.uid,
            role: who.role,
            owners: new Set(data!.map((row) => row.owner)),
          };
        }),
      );
      for (const one of seen) {
        expect(one).toEqual({
          id: one.id,
          uid: one.id,
          role: 'authenticated',
          owners: new Set([one.id]),
        });
      }
    });

    it('are no business of a stranger', async () => {
      const { error, status } = await anon.from('notes').select();
      expect(status).toBe(401);
      expect(error).toEqual({
        code: '42501',
        message: 'permission denied for table notes',
        details: null,
        hint: null,
      });
    });

    it('are counted, ordered, limited and upserted', async () => {
      const { client } = await backend.signedIn();
      await client.from('notes').insert(['c', 'a', 'b'].map((body) => ({ body })));
      const page = await client
        .from('notes')
        .select('body', { count: 'exact' })
        .order('body', { ascending: false })
        .range(0, 1);
      expect(page).toMatchObject({ count: 3, data: [{ body: 'c' }, { body: 'b' }] });
      const upsert = await client
        .from('notes')
        .upsert({ body: 'a', price: 3 }, { onConflict: 'owner,body' })
        .select('price')
        .single();
      expect(upsert.data).toEqual({ price: 3 });
    });

    it('of a table made a moment ago are found', async () => {
      await backend.database.exec(
        'create table public.fresh (id int); grant all on public.fresh to anon;',
      );
      expect((await anon.from('fresh').select()).data).toEqual([]);
    });
  });

  describe('functions', () => {
    it('are called with named arguments; missing ones take their default', async () => {
      expect((await anon.rpc('add_up', { a: 1, b: 2 })).data).toEqual({ sum: 3 });
      expect((await anon.rpc('add_up', { a: 1 })).data).toEqual({ sum: 11 });
    });

    it('get json, days and arrays as they were sent', async () => {
      const request = { text: 'ümläut "quoted" \\ \n', list: [1, { deep: null }], 'odd key': true };
      const id = crypto.randomUUID();
      const { data } = await anon.rpc('echo', { request, on_day: '2026-02-28', ids: [id] });
      expect(data).toEqual({ request, on_day: '2026-02-28', ids: [id] });
    });

    it('know who calls, and from where, whatever the caller claims', async () => {
      expect((await anon.rpc('whoami')).data).toMatchObject({ role: 'anon', uid: null });
      expect((await ada.client.rpc('whoami')).data).toMatchObject({
        role: 'authenticated',
        uid: ada.id,
        aal: 'aal1',
      });
      const response = await fetch(`${backend.url}/rest/v1/rpc/whoami`, {
        method: 'POST',
        headers: { apikey: backend.publishableKey, 'x-forwarded-for': '6.6.6.6' },
      });
      expect(await response.json()).toMatchObject({ address: '127.0.0.1' });
    });

    it('answer exactly what the database printed', async () => {
      const response = await fetch(`${backend.url}/rest/v1/rpc/big`, {
        method: 'POST',
        headers: { apikey: backend.publishableKey },
      });
      expect(await response.text()).toBe('{"exact": 12345678901234567890, "price": 1.50}');
    });

    it('may set their own status and headers', async () => {
      const response = await fetch(`${backend.url}/rest/v1/rpc/own_answer`, {
        method: 'POST',
        headers: { apikey: backend.publishableKey },
      });
      expect(response.status).toBe(202);
      expect(response.headers.get('x-own')).toBe('yes');
    });

    it('that answer sets, scalars or nothing work too', async () => {
      const { client } = await backend.signedIn();
      await client.from('notes').insert([{ body: 'one' }, { body: 'two' }]);
      expect((await client.rpc('note_count')).data).toBe(2);
      expect((await client.rpc('my_notes').eq('body', 'two').select('body')).data).toEqual([
        { body: 'two' },
      ]);
      expect((await client.rpc('nothing')).status).toBe(204);
    });

    it('without the right to call them are refused', async () => {
      expect(await anon.rpc('secret')).toMatchObject({ status: 401, error: { code: '42501' } });
      expect(await ada.client.rpc('secret')).toMatchObject({
        status: 403,
        error: { code: '42501' },
      });
      const admin = backend.client({ key: backend.secretKey });
      expect((await admin.rpc('secret')).data).toEqual({ secret: true });
    });

    it('that do not exist, or not with these arguments, are not found', async () => {
      expect((await anon.rpc('no_such')).error?.code).toBe('PGRST202');
      const wrong = await anon.rpc('add_up', { c: 1 });
      expect(wrong).toMatchObject({ status: 404, error: { code: 'PGRST202' } });
    });
  });

  describe('errors', () => {
    it.each([
      ['23P01', 400],
      ['23505', 409],
      ['23503', 409],
      ['23514', 400],
      ['P0001', 400],
      ['22023', 400],
      ['PT402', 402],
      ['PT404', 404],
      ['PT429', 429],
    ])('%s from a function is HTTP %i with its own code', async (code, status) => {
      const { error, status: got } = await ada.client.rpc('fail', { code });
      expect(got).toBe(status);
      expect(error).toEqual({ code, message: 'refused', details: 'inside', hint: 'try' });
    });

    it.each(['40001', '57014', 'XX000'])('%s is our fault and logged', async (code) => {
      backend.logged.length = 0;
      const { error, status } = await ada.client.rpc('fail', { code });
      expect(status).toBe(500);
      expect(error?.code).toBe(code);
      expect(backend.logged).toMatchObject([{ level: 'error' }]);
    });

    it('say nothing about the inside to a stranger', async () => {
      for (const code of ['P0001', '23505', '42501', 'PT409']) {
        const { error } = await anon.rpc('fail', { code });
        expect(error).toEqual({ code, message: 'refused', details: null, hint: null });
      }
      const typo = await anon.from('not').select();
      expect(typo.error).toMatchObject({ code: 'PGRST205', details: null, hint: null });
    });

    it('of constraints on tables have the same codes as in functions', async () => {
      const write = { who: 1, during: '[2026-01-01T10:00Z,2026-01-01T11:00Z)' };
      const admin = backend.client({ key: backend.secretKey });
      await admin.from('busy').insert(write);
      const overlap = await admin.from('busy').insert(write);
      expect(overlap).toMatchObject({ status: 400, error: { code: '23P01' } });
      expect(overlap.error?.details).toContain('conflicts with existing key');
      await ada.client.from('notes').insert({ body: 'twice' });
      expect(await ada.client.from('notes').insert({ body: 'twice' })).toMatchObject({
        status: 409,
        error: { code: '23505' },
      });
      expect(await ada.client.from('notes').insert({ body: '' })).toMatchObject({
        status: 400,
        error: { code: '23514' },
      });
      expect(await ada.client.from('notes').insert({ price: 1 })).toMatchObject({
        status: 400,
        error: { code: '23502' },
      });
    });

    it.each([
      ['an expired token', -1, 'PGRST303', 'JWT expired'],
      ['a token of another signer', null, 'PGRST301', 'No suitable key or wrong key type'],
    ])('%s', async (_name, lifetime, code, message) => {
      const signed = await backend.signToken(
        { sub: ada.id, role: 'authenticated' },
        lifetime ?? 60,
      );
      const token = lifetime === null ? `${signed.slice(0, -4)}AAAA` : signed;
      const client = backend.client({ token });
      for (const call of [client.rpc('whoami'), client.from('notes').select()]) {
        const { error, status } = await call;
        expect(status).toBe(401);
        expect(error).toMatchObject({ code, message });
      }
    });

    it('a token for a role that the API does not have', async () => {
      const token = await backend.signToken({ role: 'postgres' });
      expect(await backend.client({ token }).rpc('whoami')).toMatchObject({
        status: 403,
        error: { code: '42501' },
      });
    });
  });

  describe('API keys', () => {
    const call = (headers: Record<string, string>) =>
      fetch(`${backend.url}/rest/v1/rpc/whoami`, { method: 'POST', headers });

    it('are needed, and must be right', async () => {
      expect((await call({})).status).toBe(401);
      expect((await call({ apikey: 'sb_publishable_other' })).status).toBe(401);
      const asBearer = { authorization: `Bearer ${backend.secretKey}` };
      expect((await call(asBearer)).status).toBe(401);
    });

    it('the secret one acts as service_role, but not from a browser', async () => {
      const response = await call({ apikey: backend.secretKey });
      expect(await response.json()).toMatchObject({ role: 'service_role' });
      const leaked = await call({ apikey: backend.secretKey, 'user-agent': 'Mozilla/5.0 (X11)' });
      expect(leaked.status).toBe(401);
    });
  });

  it('other origins may call it', async () => {
    const preflight = await fetch(`${backend.url}/rest/v1/rpc/whoami`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'apikey,authorization,x-client-info,x-own',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-own');
    const refused = await fetch(`${backend.url}/rest/v1/notes`);
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('refuses bodies that nobody of ours would send', async () => {
    const response = await fetch(`${backend.url}/rest/v1/rpc/echo`, {
      method: 'POST',
      headers: { apikey: backend.publishableKey },
      body: JSON.stringify({ request: 'x'.repeat(7_000_000) }),
    });
    expect(response.status).toBe(413);
  });
});
