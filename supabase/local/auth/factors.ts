import { randomUUID } from 'node:crypto';
import { renderSVG } from 'uqr';
import type { Sql } from '#supabase/local/database/database.ts';
import { json } from '#supabase/local/http/responses.ts';
import { type SignedIn, signedIn } from './account.ts';
import { type AuthCall, stringOf } from './context.ts';
import {
  badJwt,
  challengeExpired,
  challengeSpent,
  codeNotRight,
  factorNameTaken,
  factorNotFound,
  insufficientAal,
  invalidRequest,
  tooManyFactors,
  tooManyRequests,
} from './errors.ts';
import { type FactorRow, factorsOf, isVerified } from './factor-rows.ts';
import { strengthenSession, weakenSessions } from './sessions.ts';
import { isCodeRight, newSecret, otpauthUri } from './totp.ts';

/** The same number stands in config.toml. */
export const MAX_FACTORS = 10;
/** GoTrue's own number. */
const CHALLENGE_SECONDS = 300;
/** A factor that nobody has confirmed is forgotten after this time. */
const UNCONFIRMED_SECONDS = 300;
/** Light modules around a code, without which cameras do not find it. */
const QUIET_ZONE = 4;

/** POST /factors: a new authenticator app; it counts once a first code of it was right. */
export async function enroll(call: AuthCall): Promise<Response> {
  const { context, body } = call;
  const who = await inSession(call);
  if (body['factor_type'] !== 'totp') {
    if (body['factor_type'] === 'phone' || body['factor_type'] === 'webauthn') {
      throw invalidRequest(`MFA enroll is disabled for ${String(body['factor_type'])}`);
    }
    throw invalidRequest('factor_type needs to be totp, phone, or webauthn');
  }
  const name = stringOf(body['friendly_name']) ?? '';
  const issuer = stringOf(body['issuer']) ?? new URL(context.siteUrl()).host;
  const secret = newSecret();
  const id = randomUUID();
  await context.database.transaction(async (sql) => {
    await sql(
      `delete from auth.mfa_factors where user_id = $1::uuid and status = 'unverified'
         and created_at < $2::timestamptz - make_interval(secs => $3)`,
      [who.user.id, context.now().toISOString(), UNCONFIRMED_SECONDS],
    );
    const known = await factorsOf(sql, who.user.id);
    if (known.some((factor) => (factor.friendly_name ?? '') === name)) throw factorNameTaken(name);
    if (known.length >= MAX_FACTORS) throw tooManyFactors();
    if (known.some(isVerified) && who.level === 'aal1') {
      throw insufficientAal(403, 'AAL2 required to enroll a new factor');
    }
    await sql(
      `insert into auth.mfa_factors
         (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
       values ($1::uuid, $2::uuid, $3, 'totp', 'unverified', $4, $5::timestamptz, $5::timestamptz)`,
      [id, who.user.id, name, secret, context.now().toISOString()],
    );
  });
  const uri = otpauthUri(issuer, who.user.email ?? '', secret);
  return json(200, {
    id,
    type: 'totp',
    friendly_name: name,
    totp: { qr_code: renderSVG(uri, { border: QUIET_ZONE }), secret, uri },
  });
}

/** POST /factors/{id}/challenge */
export async function challenge(call: AuthCall, id: string): Promise<Response> {
  const { context } = call;
  const { user } = await inSession(call);
  const factor = await ownFactor(context.database.sql, user.id, id);
  const challengeId = randomUUID();
  const at = context.now();
  await context.database.transaction(async (sql) => {
    await sql(
      `insert into auth.mfa_challenges (id, factor_id, created_at)
       values ($1::uuid, $2::uuid, $3::timestamptz)`,
      [challengeId, factor.id, at.toISOString()],
    );
    await sql(
      'update auth.mfa_factors set last_challenged_at = $2::timestamptz where id = $1::uuid',
      [factor.id, at.toISOString()],
    );
  });
  return json(200, {
    id: challengeId,
    type: factor.factor_type,
    expires_at: Math.floor(at.getTime() / 1000) + CHALLENGE_SECONDS,
  });
}

/** POST /factors/{id}/verify: the right code confirms the factor and makes the session aal2. */
export async function verifyFactor(call: AuthCall, id: string): Promise<Response> {
  const { context, body } = call;
  const { database, limits } = context;
  const { user, sessionId } = await inSession(call);
  const factor = await ownFactor(database.sql, user.id, id);
  const code = stringOf(body['code']);
  if (!code) throw invalidRequest('Code needs to be non-empty');
  if (!limits.allows('wrongCodesPerAccount', user.id)) throw tooManyRequests();
  const asked = await openChallenge(call, factor, stringOf(body['challenge_id']) ?? '');
  if (!isCodeRight(factor.secret ?? '', code, context.now())) {
    limits.count('wrongCodesPerAccount', user.id);
    throw codeNotRight();
  }
  const session = await database.transaction(async (sql) => {
    await sql('update auth.mfa_challenges set verified_at = $2::timestamptz where id = $1::uuid', [
      asked,
      context.now().toISOString(),
    ]);
    await sql(
      `update auth.mfa_factors set status = 'verified', updated_at = now()
        where id = $1::uuid and status = 'unverified'`,
      [factor.id],
    );
    // Attempts that were not carried through.
    await sql(
      `delete from auth.mfa_factors where user_id = $1::uuid and status = 'unverified'
         and factor_type = 'totp'`,
      [user.id],
    );
    return strengthenSession(context, sql, user, sessionId, factor.id);
  });
  return json(200, session);
}

/** DELETE /factors/{id}; one that counts can only be removed by who has just proved to have one. */
export async function unenroll(call: AuthCall, id: string): Promise<Response> {
  const { user, level } = await inSession(call);
  const { database } = call.context;
  const factor = await ownFactor(database.sql, user.id, id);
  if (isVerified(factor) && level === 'aal1') {
    throw insufficientAal(422, 'AAL2 required to unenroll verified factor');
  }
  await database.transaction((sql) => removeFactor(sql, factor.id));
  return json(200, { id: factor.id });
}

export async function removeFactor(sql: Sql, id: string): Promise<void> {
  await weakenSessions(sql, id);
  await sql('delete from auth.mfa_factors where id = $1::uuid', [id]);
}

async function inSession(call: AuthCall): Promise<SignedIn & { sessionId: string }> {
  const who = await signedIn(call);
  if (!who.sessionId) throw badJwt('invalid claim: missing session_id claim');
  return { ...who, sessionId: who.sessionId };
}

async function ownFactor(sql: Sql, userId: string, id: string): Promise<FactorRow> {
  const factor = (await factorsOf(sql, userId)).find((one) => one.id === id);
  if (!factor) throw factorNotFound();
  return factor;
}

/** The id of a challenge of this factor that was not answered yet and is still open. */
async function openChallenge(call: AuthCall, factor: FactorRow, id: string): Promise<string> {
  const [asked] = await call.context.database.sql<{
    created_at: string;
    verified_at: string | null;
  }>(
    `select created_at, verified_at from auth.mfa_challenges
      where id::text = $1 and factor_id = $2::uuid`,
    [id.toLowerCase(), factor.id],
  );
  if (!asked) throw factorNotFound('MFA factor with the provided challenge ID not found');
  if (asked.verified_at) throw challengeSpent();
  const age = call.context.now().getTime() - Date.parse(asked.created_at);
  if (age > CHALLENGE_SECONDS * 1000) throw challengeExpired();
  return id.toLowerCase();
}
