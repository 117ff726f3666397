import type { Sql } from '#supabase/local/database/database.ts';
import { json } from '#supabase/local/http/responses.ts';
import { type AuthCall, stringOf } from './context.ts';
import { AuthError, invalidRequest, otpExpired, tooManyRequests } from './errors.ts';
import { type Found, isVerificationType, type Proof, redeem } from './one-time.ts';
import { issueAuthCode } from './pkce.ts';
import { type Method, type SessionAnswer, startSession } from './sessions.ts';
import { redirectOf } from './sign-up.ts';
import { findUserById, updateUser, type UserRow } from './users.ts';

type Outcome =
  | { kind: 'session'; session: SessionAnswer }
  | { kind: 'code'; code: string }
  | { kind: 'halfway'; message: string };

/** POST /verify: a code that somebody typed, or the token of a link opened by the app itself. */
export async function verifyPosted(call: AuthCall): Promise<Response> {
  const { body } = call;
  const type = stringOf(body['type']);
  if (!type) throw invalidRequest('Verify requires a verification type');
  const proof = proofOf(body);
  const outcome = await verify(call, type, proof, false);
  return json(200, outcome.kind === 'session' ? outcome.session : outcome);
}

/** GET /verify: a link opened from a mail. Always leads back to the app, with or without success. */
export async function verifyOpened(call: AuthCall): Promise<Response> {
  const { url, context } = call;
  const type = url.searchParams.get('type') ?? '';
  const tokenHash = url.searchParams.get('token') ?? '';
  const target = redirectOf(context, url);
  try {
    if (!tokenHash) throw invalidRequest('Verify requires a token or a token hash');
    return found(success(target, type, await verify(call, type, { tokenHash }, true)));
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return found(failure(target, error, tokenHash.startsWith('pkce_')));
  }
}

async function verify(
  call: AuthCall,
  type: string,
  proof: Proof,
  mayIssueCode: boolean,
): Promise<Outcome> {
  const { context, address } = call;
  const { limits } = context;
  if (!isVerificationType(type)) throw invalidRequest('Invalid email verification type');
  const account = 'email' in proof ? proof.email : null;
  if (
    !limits.allows('wrongCodesPerAddress', address) ||
    (account && !limits.allows('wrongCodesPerAccount', account))
  ) {
    throw tooManyRequests();
  }
  const outcome = await context.database.transaction(async (sql) => {
    const redeemed = await redeem(context, sql, type, proof);
    return redeemed && complete(call, sql, redeemed, mayIssueCode);
  });
  if (!outcome) {
    limits.count('wrongCodesPerAddress', address);
    if (account) limits.count('wrongCodesPerAccount', account);
    throw otpExpired();
  }
  return outcome;
}

async function complete(
  { context, request }: AuthCall,
  sql: Sql,
  { user, column, pkce }: Found,
  mayIssueCode: boolean,
): Promise<Outcome> {
  let method: Method = 'otp';
  let current: UserRow = await confirm(sql, user);
  if (column === 'recovery_token') method = 'recovery';
  if (column === 'email_change_token_current' || column === 'email_change_token_new') {
    method = 'email_change';
    if (!(await bothConfirmed(sql, current))) {
      return {
        kind: 'halfway',
        message:
          'Confirmation link accepted. Please proceed to confirm link sent to the other email',
      };
    }
    current = await takeNewEmail(sql, current);
  }
  if (pkce && mayIssueCode) {
    return { kind: 'code', code: await issueAuthCode(context, sql, user.id, method) };
  }
  const agent = request.headers.get('user-agent');
  return { kind: 'session', session: await startSession(context, sql, current, method, agent) };
}

/** Whoever can read the mail owns the address. */
async function confirm(sql: Sql, user: UserRow): Promise<UserRow> {
  if (user.email_confirmed_at) return user;
  await sql(
    `update auth.identities set identity_data = identity_data || '{"email_verified": true}'
      where user_id = $1::uuid and provider = 'email'`,
    [user.id],
  );
  await sql(
    `update auth.users
        set email_confirmed_at = now(),
            raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}'
      where id = $1::uuid`,
    [user.id],
  );
  return (await findUserById(sql, user.id))!;
}

/** Changing an address needs a yes from both: the old one against theft, the new one against typos. */
async function bothConfirmed(sql: Sql, user: UserRow): Promise<boolean> {
  const now = (await findUserById(sql, user.id))!;
  return !now.email_change_token_current && !now.email_change_token_new;
}

async function takeNewEmail(sql: Sql, user: UserRow): Promise<UserRow> {
  const email = user.email_change!;
  await sql(
    `update auth.identities
        set identity_data = identity_data || jsonb_build_object('email', $2::text, 'email_verified', true)
      where user_id = $1::uuid and provider = 'email'`,
    [user.id, email],
  );
  await sql(
    `update auth.users set raw_user_meta_data =
       coalesce(raw_user_meta_data, '{}') || jsonb_build_object('email', $2::text)
      where id = $1::uuid`,
    [user.id, email],
  );
  return updateUser(sql, user.id, { email, email_change: null });
}

function proofOf(body: Record<string, unknown>): Proof {
  const tokenHash = stringOf(body['token_hash']);
  if (tokenHash) return { tokenHash };
  const email = stringOf(body['email'])?.trim().toLowerCase();
  const code = stringOf(body['token']);
  if (email && code) return { email, code };
  throw invalidRequest('Verify requires either a token or a token hash');
}

function success(target: string, type: string, outcome: Outcome): string {
  const url = new URL(target);
  if (outcome.kind === 'code') url.searchParams.set('code', outcome.code);
  else if (outcome.kind === 'halfway') {
    url.hash = new URLSearchParams({ message: outcome.message }).toString();
  } else {
    const { access_token, refresh_token, expires_in, expires_at } = outcome.session;
    url.hash = new URLSearchParams({
      access_token,
      refresh_token,
      expires_in: String(expires_in),
      expires_at: String(expires_at),
      token_type: 'bearer',
      type,
    }).toString();
  }
  return url.href;
}

function failure(target: string, error: AuthError, pkce: boolean): string {
  const url = new URL(target);
  const facts = {
    error: error.status >= 500 ? 'server_error' : 'access_denied',
    error_code: error.code,
    error_description: error.message,
  };
  if (pkce) for (const [name, value] of Object.entries(facts)) url.searchParams.set(name, value);
  url.hash = new URLSearchParams(facts).toString();
  return url.href;
}

function found(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}
