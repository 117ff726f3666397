import { json } from '#supabase/local/http/responses.ts';
import { type AuthCall, stringOf } from './context.ts';
import {
  emailNotConfirmed,
  invalidCredentials,
  invalidRequest,
  notOffered,
  refreshTokenUsed,
  tooManyRequests,
  userNotFound,
} from './errors.ts';
import { passwordMatches } from './passwords.ts';
import { redeemAuthCode } from './pkce.ts';
import { refreshSession, startSession } from './sessions.ts';
import { findUserByEmail, findUserById } from './users.ts';

/** POST /token?grant_type=… */
export async function token(call: AuthCall): Promise<Response> {
  switch (call.url.searchParams.get('grant_type')) {
    case 'password':
      return withPassword(call);
    case 'refresh_token':
      return withRefreshToken(call);
    case 'pkce':
      return withAuthCode(call);
    default:
      throw notOffered('unsupported_grant_type');
  }
}

async function withPassword(call: AuthCall): Promise<Response> {
  const { context, body, address } = call;
  const { database, limits } = context;
  const email = stringOf(body['email'])?.trim().toLowerCase();
  const password = stringOf(body['password']);
  if (!email) throw invalidRequest('missing email or phone');
  if (
    !limits.allows('failedSignInsPerAccount', email) ||
    !limits.allows('failedSignInsPerAddress', address)
  ) {
    throw tooManyRequests();
  }
  const user = await findUserByEmail(database.sql, email);
  if (!(await passwordMatches(password ?? '', user?.encrypted_password ?? null)) || !user) {
    limits.count('failedSignInsPerAccount', email);
    limits.count('failedSignInsPerAddress', address);
    throw invalidCredentials();
  }
  if (!user.email_confirmed_at) throw emailNotConfirmed();
  return json(
    200,
    await database.transaction((sql) =>
      startSession(context, sql, user, 'password', call.request.headers.get('user-agent')),
    ),
  );
}

async function withRefreshToken({ context, body }: AuthCall): Promise<Response> {
  const refreshToken = stringOf(body['refresh_token']);
  if (!refreshToken) throw invalidRequest('Refresh token is not valid');
  const answer = await context.database.transaction((sql) =>
    refreshSession(context, sql, refreshToken),
  );
  if (answer === 'reused') throw refreshTokenUsed();
  return json(200, answer);
}

async function withAuthCode(call: AuthCall): Promise<Response> {
  const { context, body } = call;
  const code = stringOf(body['auth_code']);
  const verifier = stringOf(body['code_verifier']);
  if (!code || !verifier) {
    throw invalidRequest('invalid request: both auth code and code verifier should be non-empty');
  }
  return json(
    200,
    await context.database.transaction(async (sql) => {
      const { userId, method } = await redeemAuthCode(context, sql, code, verifier);
      const user = await findUserById(sql, userId);
      if (!user) throw userNotFound();
      return startSession(context, sql, user, method, call.request.headers.get('user-agent'));
    }),
  );
}
