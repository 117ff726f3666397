import { type Claims, TokenError, type Tokens } from '#supabase/local/auth/tokens.ts';
import type { Secrets } from '#supabase/local/secrets.ts';
import { json } from './responses.ts';

/** Who sent a request: by API key alone, or by the session it carries. */
export type Identity = {
  key: 'publishable' | 'secret';
  role: string;
  /** The verified token of a signed-in caller; null when only a key was sent. */
  claims: Claims | null;
  token: string | null;
};

/** The roles a token may act as: the ones that hosted Supabase lets the API switch to. */
const API_ROLES = ['anon', 'authenticated', 'service_role'];

/** Answers who it is, or the refusal to send. */
export async function identify(
  request: Request,
  secrets: Secrets,
  tokens: Tokens,
): Promise<Identity | Response> {
  const key = keyOf(request, secrets);
  if (key instanceof Response) return key;

  const token = bearerOf(request);
  const byKey = key === 'secret' ? 'service_role' : 'anon';
  if (token === null) return { key, role: byKey, claims: null, token: null };
  try {
    const claims = await tokens.verify(token);
    const role = typeof claims['role'] === 'string' ? claims['role'] : 'anon';
    if (!API_ROLES.includes(role)) {
      return restRefusal(403, '42501', `permission denied to set role "${role}"`);
    }
    return { key, role, claims, token };
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    if (error.kind === 'expired') return restRefusal(401, 'PGRST303', 'JWT expired');
    return restRefusal(401, 'PGRST301', 'No suitable key or wrong key type');
  }
}

/** The session in the Authorization header; an API key there is not one. */
export function bearerOf(request: Request): string | null {
  const token = /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  return token === undefined || token.startsWith('sb_') ? null : token;
}

function keyOf(request: Request, secrets: Secrets): 'publishable' | 'secret' | Response {
  const sent = request.headers.get('apikey') ?? new URL(request.url).searchParams.get('apikey');
  if (!sent) {
    const hint = 'No `apikey` request header or url param was found.';
    return json(401, { message: 'No API key found in request', hint });
  }
  if (sent === secrets.publishableKey) return 'publishable';
  if (sent === secrets.secretKey) {
    // The hosted gateway's guard: a secret key in a browser is a leaked key.
    if (/^\s*Mozilla\//i.test(request.headers.get('user-agent') ?? '')) {
      return json(401, { message: 'Forbidden use of secret API key in browser' });
    }
    return 'secret';
  }
  return json(401, { message: 'Invalid API key', hint: 'Double check your Supabase `apikey`' });
}

function restRefusal(status: number, code: string, message: string): Response {
  const scheme = status === 401 ? { 'www-authenticate': 'Bearer' } : {};
  return json(status, { code, message, details: null, hint: null }, scheme);
}
