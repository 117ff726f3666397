import type { Database, Sql } from '#supabase/local/database/database.ts';
import { ShareIsFull } from '#supabase/local/database/share.ts';
import type { Identity } from '#supabase/local/http/identity.ts';
import { json } from '#supabase/local/http/responses.ts';
import type { Log } from '#supabase/local/log.ts';
import {
  INTERNAL_ERROR,
  isDatabaseError,
  isUnreachable,
  type RestError,
  restErrorOf,
  statusOf,
  UNREACHABLE,
} from './database-errors.ts';

/** A function we can call without a general query translator. */
type PlainFunction = { args: { name: string; type: string }[]; required: string[] };

/**
 * Calls functions that take named arguments and answer one json value, which is every function of
 * ours: the database prints the answer and it goes out as it is, unparsed. Everything else about
 * functions (sets, filters, overloads, GET) is left to @supabase/lite.
 */
export class RpcCalls {
  readonly #database: Database;
  readonly #log: Log;
  #functions: Promise<Map<string, PlainFunction>> | null = null;

  constructor(database: Database, log: Log) {
    this.#database = database;
    this.#log = log;
  }

  /** After DDL: forget which functions there are. */
  forget(): void {
    this.#functions = null;
  }

  /** Null when the call is not of the plain kind; the request's body is then still unread. */
  async handle(request: Request, identity: Identity): Promise<Response | null> {
    const url = new URL(request.url);
    const name = /^\/rest\/v1\/rpc\/([a-z_][a-z0-9_]*)$/.exec(url.pathname)?.[1];
    if (!name || request.method !== 'POST' || !isPlainRequest(request, url)) return null;
    const known = (await this.#known()).get(name);
    if (!known) return null;

    const body = await request.clone().text();
    const given = argumentNames(body);
    if (!given || !accepts(known, given)) return null;
    const types = new Map(known.args.map((arg) => [arg.name, arg.type]));
    const statement = callStatement(
      name,
      given.map((arg) => ({ name: arg, type: types.get(arg)! })),
    );
    try {
      return await this.#database.as(callerOf(request, name, identity), (sql) =>
        call(sql, statement, given.length === 0 ? [] : [body]),
      );
    } catch (error) {
      return this.#refusal(error, name, identity);
    }
  }

  #refusal(error: unknown, name: string, identity: Identity): Response {
    if (isUnreachable(error)) return json(503, UNREACHABLE);
    if (!isDatabaseError(error)) {
      this.#log('error', `calling ${name} failed`, error);
      return json(500, INTERNAL_ERROR);
    }
    if (error.code === 'PGRST') return raisedResponse(error);
    const status = statusOf(error.code, identity.role === 'anon');
    if (status >= 500 && !(error instanceof ShareIsFull)) {
      this.#log('error', `${name} failed with ${error.code}`, error);
    }
    return json(status, restErrorOf(error));
  }

  #known(): Promise<Map<string, PlainFunction>> {
    this.#functions ??= loadFunctions(this.#database.sql).catch((error: unknown) => {
      this.#functions = null;
      throw error;
    });
    return this.#functions;
  }
}

type Answer = { body: string | null; status: string | null; headers: string | null };

async function call(sql: Sql, statement: string, params: string[]): Promise<Response> {
  const [row] = await sql<Answer>(statement, params);
  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8' });
  for (const header of JSON.parse(row?.headers || '[]') as Record<string, string>[]) {
    for (const [name, value] of Object.entries(header)) headers.set(name, value);
  }
  return new Response(row?.body ?? 'null', { status: Number(row?.status || 200), headers });
}

/**
 * One statement for the call and for what the function wants the response to be; the settings are
 * read after it, columns being evaluated in their order.
 */
function callStatement(name: string, args: { name: string; type: string }[]): string {
  const columns = args.map((arg) => `"${arg.name}" ${arg.type}`).join(', ');
  const named = args.map((arg) => `"${arg.name}" := given."${arg.name}"`).join(', ');
  return (
    `select "public"."${name}"(${named})::text as body, ` +
    `current_setting('response.status', true) as status, ` +
    `current_setting('response.headers', true) as headers` +
    (args.length === 0 ? '' : ` from json_to_record($1::json) as given(${columns})`)
  );
}

/** Selecting columns, filters and other media types need the translator. */
function isPlainRequest(request: Request, url: URL): boolean {
  const accept = request.headers.get('accept') ?? '*/*';
  const type = request.headers.get('content-type') ?? 'application/json';
  const schema = request.headers.get('content-profile') ?? 'public';
  return (
    [...url.searchParams.keys()].every((key) => key === 'apikey') &&
    /^(\*\/\*|application\/json|application\/vnd\.pgrst\.object\+json)/.test(accept) &&
    type.startsWith('application/json') &&
    schema === 'public' &&
    !request.headers.has('prefer')
  );
}

/** The names in the body's object; null when the body is not one. */
function argumentNames(body: string): string[] | null {
  if (body.trim() === '') return [];
  try {
    const value = JSON.parse(body) as unknown;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? Object.keys(value) : null;
  } catch {
    return null;
  }
}

function accepts(known: PlainFunction, given: string[]): boolean {
  return (
    given.every((name) => known.args.some((arg) => arg.name === name)) &&
    known.required.every((name) => given.includes(name))
  );
}

function callerOf(request: Request, name: string, identity: Identity) {
  return {
    role: identity.role,
    claims: identity.claims,
    request: {
      method: request.method,
      path: `/rpc/${name}`,
      headers: Object.fromEntries(request.headers),
    },
  };
}

async function loadFunctions(sql: Sql): Promise<Map<string, PlainFunction>> {
  const rows = await sql<{ name: string; args: string[]; types: string[]; defaults: number }>(`
    select p.proname as name,
           coalesce(p.proargnames, '{}') as args,
           array(select format_type(t, null) from unnest(p.proargtypes) with ordinality as u(t, n)
                  order by n) as types,
           p.pronargdefaults::int as defaults
      from pg_catalog.pg_proc p
      join pg_catalog.pg_namespace n on n.oid = p.pronamespace
     where n.nspname = 'public'
       and p.prokind = 'f'
       and not p.proretset
       and p.provariadic = 0
       and p.proargmodes is null
       and p.prorettype in ('json'::regtype, 'jsonb'::regtype)
       and p.pronargs = coalesce(cardinality(p.proargnames), 0)
       and not exists (
         select from pg_catalog.pg_proc other
          where other.pronamespace = p.pronamespace
            and other.proname = p.proname and other.oid <> p.oid)
  `);
  return new Map(
    rows.map((row) => {
      const args = row.args.map((name, i) => ({ name, type: row.types[i]! }));
      const required = row.args.slice(0, row.args.length - row.defaults);
      return [row.name, { args, required }];
    }),
  );
}

/** `raise sqlstate 'PGRST'` names its own body and status, see PostgREST's documentation. */
function raisedResponse(error: { message: string; detail?: unknown }): Response {
  try {
    const body = JSON.parse(error.message) as Partial<RestError>;
    const { status, headers } = JSON.parse(String(error.detail)) as {
      status: number;
      headers: Record<string, string>;
    };
    const { code, message, details = null, hint = null } = body;
    return json(status, { code, message, details, hint }, headers);
  } catch {
    return json(500, {
      code: 'PGRST121',
      message: `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`,
      details: null,
      hint: null,
    });
  }
}
