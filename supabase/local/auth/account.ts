import { json } from '#supabase/local/http/responses.ts';
import { bearerOf } from '#supabase/local/http/identity.ts';
import { type AuthCall, stringOf } from './context.ts';
import {
  badJwt,
  emailExists,
  insufficientAal,
  invalidRequest,
  noAuthorization,
  samePassword,
  tooManyMails,
  userNotFound,
} from './errors.ts';
import { factorsOf, isVerified } from './factor-rows.ts';
import { mailNewAddress } from './mail-requests.ts';
import { sendAuthMail } from './mails.ts';
import { keepToken, newOneTimeToken } from './one-time.ts';
import { assertUsablePassword, hashPassword, passwordMatches } from './passwords.ts';
import { endSessions, levelOfSession } from './sessions.ts';
import { dataOf, redirectOf } from './sign-up.ts';
import { TokenError } from './tokens.ts';
import {
  findUserByEmail,
  findUserById,
  normalEmail,
  publicUser,
  updateUser,
  type UserRow,
} from './users.ts';

/** `level` = what the session has proved, by the database: the token may be older. */
export type SignedIn = { user: UserRow; sessionId: string | null; level: string };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** GET /user */
export async function getUser(call: AuthCall): Promise<Response> {
  const { user } = await signedIn(call);
  return json(200, await publicUser(call.context.database.sql, user));
}

/** PUT /user: profile data, password, address. A new password ends all other sessions. */
export async function putUser(call: AuthCall): Promise<Response> {
  const { context, body } = call;
  const { database, settings } = context;
  const { user, sessionId, level } = await signedIn(call);
  const password = stringOf(body['password']);
  const email = body['email'] ? normalEmail(body['email']) : null;

  if (level === 'aal1' && (password || (email && email !== user.email))) {
    const isProtected = (await factorsOf(database.sql, user.id)).some(isVerified);
    if (isProtected) {
      throw insufficientAal(
        401,
        'AAL2 session is required to update email or password when MFA is enabled.',
      );
    }
  }

  if (password) {
    assertUsablePassword(password, settings.minimumPasswordLength);
    if (await passwordMatches(password, user.encrypted_password)) throw samePassword();
  }
  const passwordHash = password && (await hashPassword(password));
  await database.transaction(async (sql) => {
    const data = dataOf(body);
    if (Object.keys(data).length > 0) {
      const merged = Object.entries({ ...user.raw_user_meta_data, ...data });
      const kept = Object.fromEntries(merged.filter(([, value]) => value !== null));
      await updateUser(sql, user.id, { raw_user_meta_data: JSON.stringify(kept) });
    }
    if (passwordHash) {
      await updateUser(sql, user.id, { encrypted_password: passwordHash, recovery_token: null });
      await endSessions(sql, user.id, sessionId ? { except: sessionId } : {});
    }
  });
  if (email && email !== user.email) await changeEmail(call, user, email);
  const current = await findUserById(database.sql, user.id);
  return json(200, await publicUser(database.sql, current!));
}

/** POST /logout?scope=global|local|others */
export async function logout(call: AuthCall): Promise<Response> {
  const { user, sessionId } = await signedIn(call);
  const scope = call.url.searchParams.get('scope') ?? 'global';
  const { sql } = call.context.database;
  if (scope === 'global') await endSessions(sql, user.id, {});
  else if (scope === 'local' && sessionId) await endSessions(sql, user.id, { only: sessionId });
  else if (scope === 'others' && sessionId) await endSessions(sql, user.id, { except: sessionId });
  else throw invalidRequest(`Unsupported logout scope "${scope}"`);
  return new Response(null, { status: 204 });
}

/** GET /reauthenticate: a code to the own address. */
export async function reauthenticate(call: AuthCall): Promise<Response> {
  const { context } = call;
  const { user } = await signedIn(call);
  const email = user.email ?? '';
  if (!context.limits.allows('mailsPerRecipient', email)) throw tooManyMails();
  context.limits.count('mailsPerRecipient', email);
  const { code, token } = newOneTimeToken(context, email, 'reauthentication_token', false);
  await keepToken(context, context.database.sql, user.id, 'reauthentication_token', token);
  const redirectTo = context.siteUrl();
  await sendAuthMail(context, 'reauthentication', email, { code, token, redirectTo });
  return json(200, {});
}

async function changeEmail(call: AuthCall, user: UserRow, email: string): Promise<void> {
  const { context, url } = call;
  const { sql } = context.database;
  if (await findUserByEmail(sql, email)) throw emailExists();
  const own = user.email ?? '';
  const old = newOneTimeToken(context, own, 'email_change_token_current', false);
  await updateUser(sql, user.id, { email_change: email });
  await keepToken(context, sql, user.id, 'email_change_token_current', old.token);
  await mailNewAddress(call, { ...user, email_change: email });
  await sendAuthMail(context, 'email_change', own, {
    ...old,
    redirectTo: redirectOf(context, url),
    newEmail: email,
  });
}

/** The user whose token the call carries, as long as the session still exists. */
export async function signedIn({ context, request }: AuthCall): Promise<SignedIn> {
  const token = bearerOf(request);
  if (!token) throw noAuthorization();
  const { sql } = context.database;
  try {
    const claims = await context.tokens.verify(token);
    const subject = stringOf(claims['sub']);
    if (!subject || !UUID.test(subject)) throw badJwt('invalid claim: missing sub claim');
    const user = await findUserById(sql, subject);
    if (!user) throw userNotFound();
    const sessionId = stringOf(claims['session_id']);
    const level = sessionId ? await levelOfSession(sql, sessionId) : 'aal1';
    return { user, sessionId, level };
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    throw badJwt(
      error.kind === 'expired'
        ? 'invalid JWT: unable to parse or verify signature, token has invalid claims: token is expired'
        : undefined,
    );
  }
}
