import type { Database } from '#supabase/local/database/database.ts';
import type { Identity } from '#supabase/local/http/identity.ts';
import { json } from '#supabase/local/http/responses.ts';
import type { Log } from '#supabase/local/log.ts';
import { INTERNAL_ERROR, type RestError } from './database-errors.ts';
import type { LiteApp } from './lite-app.ts';
import { RpcCalls } from './rpc.ts';

/** What is told with "not now": the database is away, or too many strangers wait. */
const BUSY_FOR_SEC = 1;

/** What a stranger is told at most. */
const LONGEST_MESSAGE = 300;

export type RestApi = {
  handle(request: Request, identity: Identity): Promise<Response>;
  stop(): Promise<void>;
};

/** `/rest/v1`: plain function calls by ourselves, everything else by @supabase/lite. */
export async function createRestApi(database: Database, lite: LiteApp, log: Log): Promise<RestApi> {
  const rpc = new RpcCalls(database, log);
  // Hosted Supabase reloads on the same message.
  const unlisten = await database.listen('pgrst', () => {
    rpc.forget();
    void database.connection.clearSchemaCache();
  });
  return {
    async handle(request, identity) {
      const answer = (await rpc.handle(request, identity)) ?? (await lite.fetch(request, identity));
      return answer.status < 400 ? answer : refusal(answer, identity, log);
    },
    stop: () => unlisten().catch(() => {}),
  };
}

/** A stranger learns what went wrong, not what the database looks like inside. */
async function refusal(answer: Response, identity: Identity, log: Log): Promise<Response> {
  const raw = await answer.text();
  const body = parse(raw);
  const headers = Object.fromEntries(answer.headers);
  delete headers['content-length'];
  if (answer.status === 503) headers['retry-after'] = String(BUSY_FOR_SEC);
  if (!body) return new Response(raw || null, { status: answer.status, headers });
  if (body.code === 'SUP') {
    log('error', 'an API request failed', body.message);
    return json(500, INTERNAL_ERROR, headers);
  }
  const shown = identity.role === 'anon' ? forStrangers(body) : body;
  return json(answer.status, shown, headers);
}

/** The database quotes what it was sent, however long that is. */
function forStrangers(body: RestError): RestError {
  const message = String(body.message).slice(0, LONGEST_MESSAGE);
  return { ...body, message, details: null, hint: null };
}

function parse(text: string): RestError | null {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null && 'code' in value
      ? (value as RestError)
      : null;
  } catch {
    return null;
  }
}
