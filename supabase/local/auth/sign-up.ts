import type { Sql } from '#supabase/local/database/database.ts';
import { json } from '#supabase/local/http/responses.ts';
import { type AuthCall, stringOf } from './context.ts';
import {
  invalidRequest,
  notOffered,
  tooManyMails,
  tooManyRequests,
  userAlreadyExists,
} from './errors.ts';
import { sendAuthMail } from './mails.ts';
import { keepToken, newOneTimeToken } from './one-time.ts';
import { assertUsablePassword, hashPassword } from './passwords.ts';
import { beginFlow, challengeOf, type Challenge } from './pkce.ts';
import { safeRedirect } from './redirects.ts';
import { startSession } from './sessions.ts';
import {
  findUserByEmail,
  insertUser,
  normalEmail,
  pretendedUser,
  publicUser,
  type UserRow,
} from './users.ts';

/** POST /signup. With confirmation on, nobody can tell from the answer whether an address is taken. */
export async function signUp(call: AuthCall): Promise<Response> {
  const { context, body } = call;
  const { settings, limits } = context;
  if (!body['email'] && body['phone']) throw notOffered('Phone signups are disabled');
  if (!body['email']) throw notOffered('Anonymous sign-ins are disabled');
  const email = normalEmail(body['email']);
  const password = stringOf(body['password']);
  if (!password) throw invalidRequest('Signup requires a valid password');
  assertUsablePassword(password, settings.minimumPasswordLength);
  const challenge = challengeOf(body);
  if (!limits.allows('signUpsPerAddress', call.address)) throw tooManyRequests();
  if (settings.confirmEmail && !limits.allows('mailsPerRecipient', email)) throw tooManyMails();
  limits.count('signUpsPerAddress', call.address);

  const data = dataOf(body);
  const passwordHash = await hashPassword(password);
  const { user, isNew } = await findOrInsert(call, { email, passwordHash, data });

  if (!settings.confirmEmail) {
    if (!isNew) throw userAlreadyExists();
    const session = await context.database.transaction((sql) =>
      startSession(context, sql, user, 'password', call.request.headers.get('user-agent')),
    );
    return json(200, session);
  }
  limits.count('mailsPerRecipient', email);
  if (user.email_confirmed_at) return json(200, pretendedUser(email, data, context.now()));
  const answer = await context.database.transaction((sql) =>
    askToConfirm(call, sql, user, challenge),
  );
  return json(200, isNew ? answer : pretendedUser(email, data, context.now()));
}

/** Mails a fresh confirmation link; answers the user as clients read it. */
export async function askToConfirm(
  { context, url }: AuthCall,
  sql: Sql,
  user: UserRow,
  challenge: Challenge | null,
): Promise<Record<string, unknown>> {
  const email = user.email!;
  const { code, token } = newOneTimeToken(context, email, 'confirmation_token', challenge !== null);
  const current = await keepToken(context, sql, user.id, 'confirmation_token', token);
  if (challenge) await beginFlow(sql, user.id, 'otp', challenge);
  await sendAuthMail(context, 'signup', email, {
    code,
    token,
    redirectTo: redirectOf(context, url),
  });
  return publicUser(sql, current);
}

export function redirectOf(context: AuthCall['context'], url: URL): string {
  const wanted = url.searchParams.get('redirect_to');
  return safeRedirect(wanted, context.siteUrl(), context.settings.redirectPatterns);
}

export function dataOf(body: Record<string, unknown>): Record<string, unknown> {
  const data = body['data'];
  if (data === undefined || data === null) return {};
  if (typeof data !== 'object' || Array.isArray(data))
    throw invalidRequest('data must be an object');
  return data as Record<string, unknown>;
}

async function findOrInsert(
  { context }: AuthCall,
  wanted: { email: string; passwordHash: string; data: Record<string, unknown> },
): Promise<{ user: UserRow; isNew: boolean }> {
  const { database, settings } = context;
  const existing = await findUserByEmail(database.sql, wanted.email);
  if (existing) return { user: existing, isNew: false };
  try {
    const user = await database.transaction((sql) =>
      insertUser(sql, { ...wanted, confirmed: !settings.confirmEmail }),
    );
    return { user, isNew: true };
  } catch (error) {
    // Somebody else signed the same address up in this very moment.
    if ((error as { code?: string }).code !== '23505') throw error;
    return { user: (await findUserByEmail(database.sql, wanted.email))!, isNew: false };
  }
}
