import { json } from '#supabase/local/http/responses.ts';
import { type AuthCall, stringOf } from './context.ts';
import { invalidRequest, tooManyMails } from './errors.ts';
import { sendAuthMail } from './mails.ts';
import { keepToken, newOneTimeToken } from './one-time.ts';
import { hashPassword, randomPassword } from './passwords.ts';
import { beginFlow, challengeOf } from './pkce.ts';
import { askToConfirm, dataOf, redirectOf } from './sign-up.ts';
import { findUserByEmail, insertUser, normalEmail, type UserRow } from './users.ts';

/** POST /recover: the same answer whether or not the address has an account. */
export async function recover(call: AuthCall): Promise<Response> {
  const email = countedEmail(call);
  const user = await findUserByEmail(call.context.database.sql, email);
  if (user) await mailLink(call, user, 'recovery');
  else challengeOf(call.body);
  return json(200, {});
}

/** POST /otp and /magiclink: a sign-in link; for a new address a new account, if that is wanted. */
export async function signInLink(call: AuthCall): Promise<Response> {
  const { context, body } = call;
  const email = countedEmail(call);
  let user = await findUserByEmail(context.database.sql, email);
  if (!user && body['create_user'] !== false) {
    const passwordHash = await hashPassword(randomPassword());
    const confirmed = !context.settings.confirmEmail;
    user = await context.database.transaction((sql) =>
      insertUser(sql, { email, passwordHash, data: dataOf(body), confirmed }),
    );
  }
  if (!user) challengeOf(body);
  else if (user.email_confirmed_at) await mailLink(call, user, 'magiclink');
  else await mailConfirmation(call, user);
  return json(200, {});
}

/** POST /resend: the last mail again, with a fresh link. The same answer for everybody. */
export async function resend(call: AuthCall): Promise<Response> {
  const { context, body } = call;
  const type = stringOf(body['type']);
  if (type !== 'signup' && type !== 'email_change') {
    throw invalidRequest('Missing one of these types: signup, email_change');
  }
  const email = countedEmail(call);
  const user = await findUserByEmail(context.database.sql, email);
  if (!user) challengeOf(body);
  else if (type === 'signup' && !user.email_confirmed_at) await mailConfirmation(call, user);
  else if (type === 'email_change' && user.email_change) await mailNewAddress(call, user);
  return json(200, {});
}

/** Asks the new address whether it is right. */
export async function mailNewAddress(call: AuthCall, user: UserRow): Promise<void> {
  const { context, url } = call;
  const email = user.email_change!;
  const challenge = challengeOf(call.body);
  const { code, token } = newOneTimeToken(
    context,
    email,
    'email_change_token_new',
    challenge !== null,
  );
  await context.database.transaction(async (sql) => {
    await keepToken(context, sql, user.id, 'email_change_token_new', token);
    if (challenge) await beginFlow(sql, user.id, 'email_change', challenge);
  });
  const redirectTo = redirectOf(context, url);
  await sendAuthMail(context, 'email_change', email, { code, token, redirectTo, newEmail: email });
}

async function mailConfirmation(call: AuthCall, user: UserRow): Promise<void> {
  const challenge = challengeOf(call.body);
  await call.context.database.transaction((sql) => askToConfirm(call, sql, user, challenge));
}

async function mailLink(
  { context, body, url }: AuthCall,
  user: UserRow,
  purpose: 'recovery' | 'magiclink',
): Promise<void> {
  const challenge = challengeOf(body);
  const email = user.email!;
  const { code, token } = newOneTimeToken(context, email, 'recovery_token', challenge !== null);
  await context.database.transaction(async (sql) => {
    await keepToken(context, sql, user.id, 'recovery_token', token);
    if (challenge) await beginFlow(sql, user.id, 'recovery', challenge);
  });
  await sendAuthMail(context, purpose, email, {
    code,
    token,
    redirectTo: redirectOf(context, url),
  });
}

/** The address of a request that sends mail; refused when it had enough, known or not. */
function countedEmail({ context, body }: AuthCall): string {
  const email = normalEmail(body['email']);
  if (!context.limits.allows('mailsPerRecipient', email)) throw tooManyMails();
  context.limits.count('mailsPerRecipient', email);
  return email;
}
