// Who is asking. A token is an API key of the project or a JWT of a signed-in person.

import { isObject, type Clock, type JsonObject, type VerifyJwt } from './contract.ts';

export interface Identity {
  readonly token: string;
  readonly role: string;
  readonly claims: JsonObject;
  /** Null for API keys, which do not expire. */
  readonly expiresAtMs: number | null;
}

type Identified =
  | { readonly ok: true; readonly identity: Identity }
  | { readonly ok: false; readonly code: string; readonly message: string };

/** We ask the database as its owner, who may become anybody: a token must not choose freely. */
const API_ROLES = ['anon', 'authenticated', 'service_role'];

export type Identify = (token: string) => Promise<Identified>;

export function createIdentify(options: {
  readonly verifyJwt: VerifyJwt;
  readonly publishableKeys: readonly string[];
  readonly secretKeys: readonly string[];
  readonly clock: Clock;
}): Identify {
  const { verifyJwt, clock } = options;
  const roleOfKey = new Map([
    ...options.publishableKeys.map((key) => [key, 'anon'] as const),
    ...options.secretKeys.map((key) => [key, 'service_role'] as const),
  ]);

  return async (token) => {
    const keyRole = roleOfKey.get(token);
    if (keyRole !== undefined) {
      const claims = { role: keyRole };
      return { ok: true, identity: { token, role: keyRole, claims, expiresAtMs: null } };
    }
    const parts = token.split('.');
    if (parts.length !== 3) return refuse('MalformedJWT', 'The token provided is not a valid JWT');
    let claims: JsonObject;
    try {
      claims = await verifyJwt(token);
    } catch {
      // The reason of a refusal may be read from the token itself: nothing is granted on it.
      return (
        expired(readClaims(parts[1]!), clock.now()) ??
        refuse('JwtSignatureError', 'Failed to validate JWT signature')
      );
    }
    const { role, exp } = claims;
    if (typeof role !== 'string' || typeof exp !== 'number') {
      return refuse('InvalidJWTToken', 'Fields `role` and `exp` are required in JWT');
    }
    if (!API_ROLES.includes(role)) {
      return refuse('InvalidJWTToken', `The role ${role} is not one of the API`);
    }
    const late = expired(claims, clock.now());
    return late ?? { ok: true, identity: { token, role, claims, expiresAtMs: exp * 1000 } };
  };
}

function refuse(code: string, message: string): Identified {
  return { ok: false, code, message };
}

function expired(claims: JsonObject, nowMs: number): Identified | null {
  const exp = claims['exp'];
  if (typeof exp !== 'number' || exp * 1000 > nowMs) return null;
  const seconds = Math.floor(nowMs / 1000 - exp);
  return refuse('InvalidJWTToken', `Token has expired ${seconds} seconds ago`);
}

function readClaims(part: string): JsonObject {
  try {
    const claims: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return isObject(claims) ? claims : {};
  } catch {
    return {};
  }
}
