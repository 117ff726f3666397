import { type Identity, identify } from '#supabase/local/http/identity.ts';
import { json, text } from '#supabase/local/http/responses.ts';
import type { Log } from '#supabase/local/log.ts';
import { isBadValue } from '#supabase/local/rest/database-errors.ts';
import { getUser, logout, putUser, reauthenticate } from './account.ts';
import { adminFactors, adminUsers } from './admin.ts';
import type { AuthCall, AuthContext } from './context.ts';
import { AuthError, badJson, invalidRequest, notAdmin, notOffered } from './errors.ts';
import { challenge, enroll, unenroll, verifyFactor } from './factors.ts';
import {
  addPasskey,
  adminPasskeys,
  askForPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from './passkeys.ts';
import { recover, resend, signInLink } from './mail-requests.ts';
import { token } from './sign-in.ts';
import { signUp } from './sign-up.ts';
import { verifyOpened, verifyPosted } from './verify.ts';

type Route = (call: AuthCall) => Promise<Response> | Response;

const ROUTES: Record<string, Route> = {
  'GET /health': () => json(200, { name: 'GoTrue', version: 'daybook', description: 'sign-in' }),
  'GET /settings': ({ context }) => json(200, publicSettings(context)),
  'GET /.well-known/jwks.json': () => json(200, { keys: [] }),
  'POST /signup': signUp,
  'POST /token': token,
  'POST /verify': verifyPosted,
  'GET /verify': verifyOpened,
  'POST /recover': recover,
  'POST /otp': signInLink,
  'POST /magiclink': signInLink,
  'POST /resend': resend,
  'GET /user': getUser,
  'PUT /user': putUser,
  'POST /logout': logout,
  'GET /reauthenticate': reauthenticate,
  'POST /factors': enroll,
  'POST /passkeys/registration/options': beginPasskey,
  'POST /passkeys/registration/verify': addPasskey,
  'POST /passkeys/authentication/options': askForPasskey,
  'POST /passkeys/authentication/verify': signInWithPasskey,
  'GET /passkeys': listPasskeys,
  'GET /authorize': () => {
    throw notOffered('Unsupported provider: provider is not enabled');
  },
};

/** `GET /user` and the like. */
export const AUTH_ROUTES: readonly string[] = Object.keys(ROUTES);

/** What is done with one factor: `/factors/{id}`, `/factors/{id}/challenge`, `/factors/{id}/verify`. */
const FACTOR_STEPS: Record<string, (call: AuthCall, id: string) => Promise<Response>> = {
  'DELETE ': unenroll,
  'POST challenge': challenge,
  'POST verify': verifyFactor,
};

/** What is done with one passkey: `/passkeys/{id}`. */
const PASSKEY_STEPS: Record<string, (call: AuthCall, id: string) => Promise<Response>> = {
  PATCH: renamePasskey,
  DELETE: removePasskey,
};

/** Opened by a browser from a mail or a redirect: nobody sends an API key there. */
const WITHOUT_KEY = ['/verify', '/authorize', '/.well-known/jwks.json', '/health'];

/** `/auth/v1`: sign-in as GoTrue speaks it, on the auth schema of the same database. */
export function createAuthApi(context: AuthContext, log: Log) {
  return async (request: Request, address: string): Promise<Response> => {
    const url = new URL(request.url);
    const path = url.pathname.slice('/auth/v1'.length);
    const keyless = WITHOUT_KEY.includes(path) && request.method === 'GET';
    const secretOnly = new Request(request.url, { headers: keyHeaders(request) });
    const caller = keyless ? null : await identify(secretOnly, context.secrets, context.tokens);
    if (caller instanceof Response) return caller;
    try {
      const body = await bodyOf(request);
      const call: AuthCall = { context, request, url, body, address };
      return withoutCache(await route(call, path, caller));
    } catch (error) {
      if (error instanceof AuthError) return withoutCache(error.toResponse());
      if (isBadValue(error)) return withoutCache(invalidRequest().toResponse());
      log('error', `${request.method} ${url.pathname} failed`, error);
      return new AuthError(500, 'unexpected_failure', 'Unexpected failure').toResponse();
    }
  };
}

async function route(call: AuthCall, path: string, caller: Identity | null): Promise<Response> {
  const admin = /^\/admin\/users(?:\/([^/]+)(?:\/(factors|passkeys)(?:\/([^/]+))?)?)?$/.exec(path);
  if (admin) {
    if (caller?.key !== 'secret') throw notAdmin();
    const [, user, what, id] = admin;
    if (user && what === 'factors') return adminFactors(call, user, id ?? null);
    if (user && what === 'passkeys') return adminPasskeys(call, user, id ?? null);
    return adminUsers(call, user ?? null);
  }
  const passkey = /^\/passkeys\/([^/]+)$/.exec(path);
  const onPasskey = passkey && PASSKEY_STEPS[call.request.method];
  if (passkey && onPasskey) return onPasskey(call, passkey[1]!);
  const about = /^\/factors\/([^/]+)(?:\/(challenge|verify))?$/.exec(path);
  const step = about && FACTOR_STEPS[`${call.request.method} ${about[2] ?? ''}`];
  if (about && step) return step(call, about[1]!);
  const handler = ROUTES[`${call.request.method} ${path}`];
  return handler ? handler(call) : text(404, '404 page not found');
}

/** Only the key decides here: the routes judge the session themselves, with their own words. */
function keyHeaders(request: Request): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of ['apikey', 'user-agent']) {
    const value = request.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  return headers;
}

async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  if (request.method === 'GET' || request.method === 'HEAD') return {};
  const raw = await request.text();
  if (raw === '') return {};
  try {
    const value = JSON.parse(raw) as unknown;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch {
    // Falls through to the same refusal.
  }
  throw badJson();
}

function withoutCache(response: Response): Response {
  response.headers.set('cache-control', 'no-store');
  return response;
}

function publicSettings({ settings }: AuthContext) {
  return {
    external: { anonymous_users: false, email: true, phone: false },
    disable_signup: false,
    mailer_autoconfirm: !settings.confirmEmail,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  };
}
