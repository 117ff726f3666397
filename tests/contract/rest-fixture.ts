import type { SupabaseClient } from '@supabase/supabase-js';
import { startTestBackend, createTestClient, type TestBackend } from '#tests/harness/backend.ts';
import { startPostgres, type TestPostgres } from '#tests/harness/postgres.ts';
import { startPostgrest, type PostgrestProcess } from '#tests/harness/postgrest.ts';

export const ADA = '11111111-1111-4111-8111-111111111111';
export const EVE = '22222222-2222-4222-8222-222222222222';
const JWT_SECRET = 'a signing secret of at least thirty-two characters';

/** Small tables with everything that our client relies on: policies, constraints, functions. */
const SCHEMA = `
  create extension if not exists btree_gist with schema extensions;
  create table public.clients (
    id uuid primary key, owner uuid not null default auth.uid(), name text not null,
    email text unique, visits int not null default 0 check (visits >= 0), balance bigint,
    price numeric(10, 2), active boolean not null default true, tags text[], extra jsonb,
    born_on date, seen_at timestamptz, starts time, long_for interval, during tstzrange);
  alter table public.clients enable row level security;
  create policy own on public.clients to authenticated
    using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
  create table public.visits (
    id int primary key, client_id uuid not null references public.clients (id),
    at timestamptz not null, note text);
  alter table public.visits enable row level security;
  create policy anybody on public.visits to authenticated using (true) with check (true);
  create table public.busy (
    who int, during tstzrange, exclude using gist (who with =, during with &&));
  revoke all on public.clients, public.visits, public.busy from anon;
  grant all on public.busy to authenticated;

  create function public.add_up(a int, b int default 10) returns jsonb language sql immutable as $$
    select jsonb_build_object('sum', a + b) $$;
  create function public.echo(request jsonb, on_day date default null, ids uuid[] default null,
    at timestamptz default null, n numeric default null, flag boolean default null)
    returns jsonb language sql as $$
    select jsonb_build_object('request', request, 'on_day', on_day, 'ids', ids, 'at', at,
      'n', n, 'flag', flag, 'uid', auth.uid(), 'role', current_setting('role')) $$;
  create function public.fail(code text) returns jsonb language plpgsql as $$
    begin raise exception 'refused' using errcode = code, detail = 'inside', hint = 'try'; end $$;
  create function public.plain_failure() returns jsonb language plpgsql as $$
    begin raise exception 'plain'; end $$;
  create function public.count_clients() returns int language sql stable as $$
    select count(*)::int from public.clients $$;
  create function public.find_clients(part text) returns setof public.clients language sql stable as $$
    select * from public.clients where name like '%' || part || '%' $$;
  create function public.say_nothing() returns void language sql as $$ select $$;
  create function public.secret() returns jsonb language sql as $$ select '1'::jsonb $$;
  revoke execute on function public.secret() from public, anon, authenticated, service_role;
`;

const ROWS = `
  insert into public.clients
    (id, owner, name, email, visits, balance, price, active, tags, extra, born_on, seen_at, starts, long_for, during)
  values
    ('aaaaaaaa-0000-4000-8000-000000000001', '${ADA}', 'Ann', 'ann@x.example', 3, 9007199254740991, 12.50, true,
     '{vip,"has, comma"}', '{"b": 1, "a": [1, null]}', '1980-02-29', '2026-11-21T09:00:00Z', '09:30', '90 minutes',
     '[2026-01-01T10:00Z,2026-01-01T11:00Z)'),
    ('aaaaaaaa-0000-4000-8000-000000000002', '${ADA}', 'Bob', null, 0, null, null, false, '{}', '{}', null,
     '2026-11-21T09:00:00.123456Z', null, null, 'empty'),
    ('aaaaaaaa-0000-4000-8000-000000000003', '${ADA}', 'Cleo "C" Ünal', 'cleo@x.example', 12, -5, 0, true, null, null,
     '2001-12-31', null, '23:59:59', '1 day', null),
    ('aaaaaaaa-0000-4000-8000-000000000009', '${EVE}', 'Hidden', 'hidden@x.example', 1, 1, 1, true, null, null,
     null, null, null, null, null);
  insert into public.visits values
    (1, 'aaaaaaaa-0000-4000-8000-000000000001', '2026-01-01T10:00Z', 'first'),
    (2, 'aaaaaaaa-0000-4000-8000-000000000001', '2026-01-02T10:00Z', null),
    (3, 'aaaaaaaa-0000-4000-8000-000000000003', '2026-01-03T10:00Z', 'only');
  insert into public.busy values (1, '[2026-01-01T10:00Z,2026-01-01T11:00Z)');
`;

/** One of the servers that are asked the same questions. */
export type Contestant = {
  name: string;
  client(role: CallerRole): SupabaseClient;
  /** The rows as they were at the beginning. */
  reset(): Promise<void>;
};

export type CallerRole = 'anon' | 'user' | 'expired' | 'forged';

export type Contest = {
  /** The judge: PostgREST itself. Null where it is not packaged for the platform. */
  judge: Contestant | null;
  ours: Contestant[];
  stop(): Promise<void>;
};

/** PostgREST on PostgreSQL, our backend on PGlite, our backend on PostgreSQL: same data each. */
export async function startContest(): Promise<Contest> {
  const postgres = await startPostgres();
  const env = { JWT_SECRET };
  const common = { migrationsDir: null, realtime: false, env };
  const onPglite = await startTestBackend(common);
  await onPglite.database.exec(SCHEMA);
  const url = await postgres.createDatabase('ours');
  const onPostgres = await startTestBackend({ ...common, data: { kind: 'postgres', url } });
  await onPostgres.database.exec(SCHEMA);
  const judge = await startJudge(postgres, onPostgres);

  const contestant = (name: string, backend: TestBackend, base: string): Contestant => ({
    name,
    client: (role) => clientFor(role, backend, base),
    reset: () =>
      backend.database.exec(`truncate public.clients, public.visits, public.busy; ${ROWS}`),
  });
  return {
    judge: judge && contestant('PostgREST', judge.backend, judge.process.url),
    ours: [
      contestant('ours on PGlite', onPglite, onPglite.url),
      contestant('ours on PostgreSQL', onPostgres, onPostgres.url),
    ],
    async stop() {
      await judge?.process.stop();
      await judge?.backend.stop();
      await onPglite.stop();
      await onPostgres.stop();
      await postgres.stop();
    },
  };
}

/** PostgREST on a database that one of our backends has prepared. */
async function startJudge(
  postgres: TestPostgres,
  template: TestBackend,
): Promise<{ process: PostgrestProcess; backend: TestBackend } | null> {
  await template.sql('alter role authenticator login');
  await template.sql('grant anon, authenticated, service_role to authenticator');
  const url = await postgres.createDatabase('judged');
  const backend = await startTestBackend({
    migrationsDir: null,
    realtime: false,
    env: { JWT_SECRET },
    data: { kind: 'postgres', url },
  });
  await backend.database.exec(SCHEMA);
  const databaseUrl = url.replace('postgres@', 'authenticator@');
  const process = await startPostgrest({ databaseUrl, jwtSecret: JWT_SECRET });
  if (process) return { process, backend };
  await backend.stop();
  return null;
}

/** An unmodified client; PostgREST alone has no `/rest/v1` before its paths and knows no keys. */
function clientFor(role: CallerRole, backend: TestBackend, base: string): SupabaseClient {
  const claims = { sub: ADA, role: 'authenticated' };
  const lifetime = role === 'expired' ? -60 : 600;
  const isJudge = base !== backend.url;
  const client = createTestClient(backend.url, backend.publishableKey, {
    ...(role === 'anon' ? {} : { token: () => backend.signToken(claims, lifetime) }),
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers);
      if (role === 'forged') {
        const token = headers.get('authorization') ?? '';
        headers.set('authorization', `${token.slice(0, -6)}AAAAAA`);
      }
      if (!isJudge) return fetch(input, { ...init, headers });
      if (headers.get('authorization')?.includes('sb_publishable')) headers.delete('authorization');
      const url = new Request(input).url.replace(`${backend.url}/rest/v1`, base);
      return fetch(url, { ...init, headers });
    },
  });
  return client;
}
