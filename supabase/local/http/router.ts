import type { FunctionsHost } from '#supabase/local/functions-host.ts';
import type { Log } from '#supabase/local/log.ts';
import type { Mailbox } from '#supabase/local/mailbox.ts';
import { mailboxRoutes } from '#supabase/local/mailbox-page.ts';
import type { RestApi } from '#supabase/local/rest/rest-api.ts';
import { withBoundedBody } from './bounded-body.ts';
import { allowAnyOrigin, preflight } from './cors.ts';
import type { Identity } from './identity.ts';
import { json, text } from './responses.ts';
import { commonHeaders, uploadHeaders } from './security-headers.ts';
import type { StaticApp } from './static-app.ts';

export type Routes = {
  identify: (request: Request) => Promise<Identity | Response>;
  rest: RestApi;
  auth: (request: Request, address: string) => Promise<Response>;
  storage: (request: Request) => Promise<Response>;
  functions: FunctionsHost;
  /** POST /realtime/v1/api/broadcast; null when realtime is off. */
  broadcast: ((request: Request) => Promise<Response>) | null;
  mailbox: Mailbox;
  /** The pages and the interface of the test bank; null without one. */
  bank: ((request: Request) => Promise<Response>) | null;
  app: StaticApp | null;
  log: Log;
};

/** Larger than any push of ours (500 operations); a stranger may not fill our memory. */
const MAX_JSON_BYTES = 6 * 1024 * 1024;
const MAX_FILE_BYTES = 26 * 1024 * 1024;

const API = /^\/(rest|auth|storage|functions|realtime)\/v1(\/|$)/;
/** Called by programs that send no key; config.toml has `verify_jwt = false` for them. */
const OPEN_FUNCTION =
  /^\/functions\/v1\/(calendar-feed\/|(payment-webhook|billing-webhook|mail-webhook|unsubscribe)$)/;
/** Takes files of clients in, as storage does. */
const FILE_FUNCTION = '/functions/v1/form-files';
const LOOPBACK_ADDRESS = /^(127\.|::1$|::ffff:127\.)/;
const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** One origin: the Supabase API, the mailbox, and the app on everything else. */
export function createRouter(routes: Routes) {
  return async (request: Request, address: string): Promise<Response> => {
    try {
      const service = API.exec(new URL(request.url).pathname)?.[1];
      if (service === undefined) return await outsideTheApi(routes, request, address);
      if (request.method === 'OPTIONS') return preflight(request);
      return withApiHeaders(await heard(routes, service, request, address), service);
    } catch (error) {
      routes.log('error', `${request.method} ${new URL(request.url).pathname} failed`, error);
      return withApiHeaders(json(500, { message: 'Internal server error' }), 'rest');
    }
  };
}

/** What anybody can get wrong about any request is said here, before a service is asked. */
async function heard(
  routes: Routes,
  service: string,
  request: Request,
  address: string,
): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (!isDecodable(pathname)) return json(400, { message: 'The address cannot be read' });
  const takesFiles = service === 'storage' || pathname === FILE_FUNCTION;
  const most = takesFiles ? MAX_FILE_BYTES : MAX_JSON_BYTES;
  if (Number(request.headers.get('content-length') ?? 0) > most) return tooLarge();
  // It reads what comes itself, as far as what was offered.
  if (pathname === FILE_FUNCTION) return callApi(routes, service, request, address);
  const whole = await withBoundedBody(request, most).catch(() => undefined);
  if (whole === undefined) return json(400, { message: 'The request ended too early' });
  if (whole === null) return tooLarge();
  return callApi(routes, service, whole, address);
}

function tooLarge(): Response {
  return json(413, { statusCode: '413', error: 'Payload too large', message: 'Payload too large' });
}

function isDecodable(pathname: string): boolean {
  try {
    return decodeURIComponent(pathname) !== '';
  } catch {
    return false;
  }
}

async function callApi(
  routes: Routes,
  service: string,
  request: Request,
  address: string,
): Promise<Response> {
  if (service === 'auth') return routes.auth(request, address);
  // Public files and signed addresses carry no key; the storage service judges by itself.
  if (service === 'storage') return routes.storage(request);
  if (service === 'realtime') {
    const isBroadcast = new URL(request.url).pathname.startsWith('/realtime/v1/api/broadcast');
    return isBroadcast && routes.broadcast ? routes.broadcast(request) : text(404, 'Not found');
  }
  if (OPEN_FUNCTION.test(new URL(request.url).pathname)) return routes.functions.handle(request);
  const identity = await routes.identify(request);
  if (identity instanceof Response) return identity;
  return service === 'rest'
    ? routes.rest.handle(request, identity)
    : routes.functions.handle(request);
}

async function outsideTheApi(routes: Routes, request: Request, address: string): Promise<Response> {
  const url = new URL(request.url);
  if (url.pathname === '/_mail' || url.pathname.startsWith('/_mail/')) {
    // The host name too: a foreign page may point its own name at this machine.
    const local = LOOPBACK_ADDRESS.test(address) && LOOPBACK_HOST.test(url.hostname);
    return local ? mailboxRoutes(routes.mailbox, request) : text(404, 'Not found', commonHeaders);
  }
  if (routes.bank && url.pathname.startsWith('/_pay/')) return routes.bank(request);
  if (url.pathname === '/_health') return json(200, { ok: true }, { 'cache-control': 'no-store' });
  return routes.app ? routes.app(request) : text(404, 'Not found', commonHeaders);
}

function withApiHeaders(answer: Response, service: string): Response {
  // Answers of other modules may have frozen headers.
  const headers = new Headers(answer.headers);
  allowAnyOrigin(headers);
  headers.set('x-content-type-options', 'nosniff');
  if (service === 'storage') {
    for (const [name, value] of Object.entries(uploadHeaders)) headers.set(name, value);
  } else if (!headers.has('cache-control')) {
    headers.set('cache-control', 'no-store');
  }
  return new Response(answer.body, { status: answer.status, headers });
}
