import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Sql } from '#supabase/local/database/database.ts';
import type { AuthContext } from './context.ts';
import { refreshTokenNotFound, sessionNotFound, userBanned } from './errors.ts';
import { findUserById, publicUser, updateUser, type UserRow } from './users.ts';

/** How somebody proved who they are, as the token's `amr` says it. */
export type Method =
  'password' | 'otp' | 'recovery' | 'magiclink' | 'email_change' | 'totp' | 'passkey';

export type SessionAnswer = Record<string, unknown> & {
  access_token: string;
  refresh_token: string;
};

/** Starts a session and answers its tokens. */
export async function startSession(
  context: AuthContext,
  sql: Sql,
  user: UserRow,
  method: Method,
  userAgent: string | null,
): Promise<SessionAnswer> {
  assertNotBanned(user, context.now());
  const sessionId = randomUUID();
  await sql(
    `insert into auth.sessions (id, user_id, aal, user_agent) values ($1::uuid, $2::uuid, 'aal1', $3)`,
    [sessionId, user.id, userAgent?.slice(0, 300) ?? null],
  );
  await sql(
    `insert into auth.mfa_amr_claims (id, session_id, authentication_method)
     values ($1::uuid, $2::uuid, $3)`,
    [randomUUID(), sessionId, method],
  );
  const current = await updateUser(sql, user.id, { last_sign_in_at: context.now().toISOString() });
  return answer(context, sql, current, sessionId, null);
}

/**
 * Exchanges a refresh token for a new pair. A token works once; again only within the reuse time
 * or while its successor was never used (the answer was lost on the way). Later use means that
 * somebody has a copy: the session ends, and the caller must say so after the commit.
 */
export async function refreshSession(
  context: AuthContext,
  sql: Sql,
  refreshToken: string,
): Promise<SessionAnswer | 'reused'> {
  const hash = hashOf(refreshToken);
  const [known] = await sql<{
    id: string;
    user_id: string;
    session_id: string | null;
    revoked: boolean;
    updated_at: string;
    successor_unused: boolean;
  }>(
    `select t.id, t.user_id, t.session_id, t.revoked, t.updated_at,
            exists (select from auth.refresh_tokens child
                     where child.parent = t.token and not child.revoked) as successor_unused
       from auth.refresh_tokens t where t.token = $1 for update`,
    [hash],
  );
  if (!known?.session_id) throw refreshTokenNotFound();
  if (known.revoked) {
    const age = context.now().getTime() - Date.parse(known.updated_at);
    const inTime = age <= context.settings.refreshReuseSeconds * 1000;
    if (!inTime && !known.successor_unused) {
      await endSessions(sql, known.user_id, { only: known.session_id });
      return 'reused';
    }
  }
  const user = await findUserById(sql, known.user_id);
  if (!user) throw refreshTokenNotFound();
  assertNotBanned(user, context.now());
  await sql(
    `update auth.refresh_tokens set revoked = true, updated_at = $2::timestamptz
      where id = $1 and not revoked`,
    [known.id, context.now().toISOString()],
  );
  // Twins from an earlier race: whoever was to use them had the time to.
  await sql(
    `update auth.refresh_tokens twin set revoked = true, updated_at = $2::timestamptz
       from auth.refresh_tokens mine
      where mine.id = $1 and twin.parent = mine.parent and twin.session_id = mine.session_id
        and twin.id <> mine.id and not twin.revoked
        and twin.created_at < $2::timestamptz - make_interval(secs => $3)`,
    [known.id, context.now().toISOString(), context.settings.refreshReuseSeconds],
  );
  await sql(
    `update auth.sessions set refreshed_at = now() at time zone 'utc', updated_at = now()
      where id = $1::uuid`,
    [known.session_id],
  );
  return answer(context, sql, user, known.session_id, hash);
}

/**
 * A session that has seen a second factor: from here on it is aal2. It gets new tokens, since the
 * old ones still say otherwise, and everything the person has that is weaker ends.
 */
export async function strengthenSession(
  context: AuthContext,
  sql: Sql,
  user: UserRow,
  sessionId: string,
  factorId: string,
): Promise<SessionAnswer> {
  await sql(
    `insert into auth.mfa_amr_claims (id, session_id, authentication_method)
     values ($1::uuid, $2::uuid, 'totp')
     on conflict (session_id, authentication_method) do update set updated_at = now()`,
    [randomUUID(), sessionId],
  );
  await sql(
    `update auth.sessions set aal = 'aal2', factor_id = $2::uuid, updated_at = now()
      where id = $1::uuid`,
    [sessionId, factorId],
  );
  await sql(
    `update auth.refresh_tokens set revoked = true, updated_at = $2::timestamptz
      where session_id = $1::uuid and not revoked`,
    [sessionId, context.now().toISOString()],
  );
  await sql(
    `delete from auth.sessions where user_id = $1::uuid and coalesce(aal, 'aal1') = 'aal1'`,
    [user.id],
  );
  return answer(context, sql, user, sessionId, null);
}

/** What a factor has lent to sessions goes with it. */
export async function weakenSessions(sql: Sql, factorId: string): Promise<void> {
  await sql(
    `delete from auth.mfa_amr_claims c using auth.sessions s
      where s.factor_id = $1::uuid and c.session_id = s.id and c.authentication_method = 'totp'`,
    [factorId],
  );
  await sql(`update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1::uuid`, [
    factorId,
  ]);
}

/** Ends one session, all, or all but one. */
export async function endSessions(
  sql: Sql,
  userId: string,
  which: { only?: string; except?: string },
): Promise<void> {
  await sql(
    `delete from auth.sessions where user_id = $1::uuid
        and ($2::uuid is null or id = $2::uuid) and ($3::uuid is null or id <> $3::uuid)`,
    [userId, which.only ?? null, which.except ?? null],
  );
}

/** How much the session has proved; throws when it is over. */
export async function levelOfSession(sql: Sql, sessionId: string): Promise<string> {
  const [row] = await sql<{ aal: string | null }>(
    'select aal from auth.sessions where id = $1::uuid',
    [sessionId],
  );
  if (!row) throw sessionNotFound();
  return row.aal ?? 'aal1';
}

async function answer(
  context: AuthContext,
  sql: Sql,
  user: UserRow,
  sessionId: string,
  parent: string | null,
): Promise<SessionAnswer> {
  const refreshToken = randomBytes(24).toString('base64url');
  const at = context.now().toISOString();
  // Only its hash is kept: a stolen copy of the database opens no session.
  await sql(
    `insert into auth.refresh_tokens (id, token, user_id, session_id, parent, revoked, created_at, updated_at)
     values ($1, $2, $3::uuid, $4::uuid, $5, false, $6::timestamptz, $6::timestamptz)`,
    [randomUUID(), hashOf(refreshToken), user.id, sessionId, parent, at],
  );
  const lifetime = context.settings.jwtLifetimeSeconds;
  return {
    access_token: await context.tokens.sign(
      await claimsOf(context, sql, user, sessionId),
      lifetime,
    ),
    token_type: 'bearer',
    expires_in: lifetime,
    expires_at: Math.floor(context.now().getTime() / 1000) + lifetime,
    refresh_token: refreshToken,
    user: await publicUser(sql, user),
    weak_password: null,
  };
}

async function claimsOf(context: AuthContext, sql: Sql, user: UserRow, sessionId: string) {
  const [session] = await sql<{ aal: string | null }>(
    'select aal from auth.sessions where id = $1::uuid',
    [sessionId],
  );
  const methods = await sql<{ method: string; at: number }>(
    `select authentication_method as method, extract(epoch from updated_at)::int as at
       from auth.mfa_amr_claims where session_id = $1::uuid order by updated_at desc`,
    [sessionId],
  );
  return {
    iss: `${context.siteUrl()}/auth/v1`,
    sub: user.id,
    aud: user.aud ?? 'authenticated',
    role: user.role ?? 'authenticated',
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    session_id: sessionId,
    aal: session?.aal ?? 'aal1',
    amr: methods.map(({ method, at }) => ({ method, timestamp: at })),
    is_anonymous: false,
  };
}

function assertNotBanned(user: UserRow, now: Date): void {
  if (user.banned_until && Date.parse(user.banned_until) > now.getTime()) throw userBanned();
}

function hashOf(refreshToken: string): string {
  return createHash('sha256').update(refreshToken).digest('hex');
}
