import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import { attempt } from './attempt.ts';

/** What a person may use to say who they are. */
export type Who = { email?: string; phone?: string };

/** Signs in with a password. Without e-mail or phone, or without password: credentials_missing. */
export const signIn = async (who: Who, password: string): Promise<Result<unknown>> => {
  const credentials = withPassword(who, password);
  if (!credentials.ok) return credentials;
  return attempt((client) => client.signInWithPassword(credentials.value));
};

export type SignedUp = { needsConfirmation: boolean };

/** Opens an account. Without a session in the answer the e-mail has to be confirmed first. */
export const signUp = async (
  who: Who,
  password: string,
  redirectTo: string,
): Promise<Result<SignedUp>> => {
  const credentials = withPassword(who, password);
  if (!credentials.ok) return credentials;
  const answer = await attempt((client) =>
    client.signUp({ ...credentials.value, options: { emailRedirectTo: redirectTo } }),
  );
  if (!answer.ok) return answer;
  const { session, user } = answer.value;
  // The server does not tell strangers who has an account: such an answer has no identities.
  if (!session && user?.identities?.length === 0) return fail('email_taken');
  return ok({ needsConfirmation: session === null });
};

/**
 * Sends a one-time code or link instead of a password. Part of the specification, no screen offers
 * it yet.
 *
 * @public
 */
export const sendCode = async (who: Who, redirectTo: string): Promise<Result<unknown>> => {
  const name = named(who);
  if (!name) return fail('credentials_missing', { rule: 'one_time_code' });
  return attempt((client) =>
    client.signInWithOtp(
      'email' in name
        ? { ...name, options: { emailRedirectTo: redirectTo, shouldCreateUser: false } }
        : { ...name, options: { shouldCreateUser: false } },
    ),
  );
};

/** Sends the confirmation mail again. */
export const resendConfirmation = async (
  who: Who,
  redirectTo: string,
): Promise<Result<unknown>> => {
  const name = named(who);
  if (!name) return fail('credentials_missing', { rule: 'one_time_code' });
  return attempt((client) =>
    client.resend(
      'email' in name
        ? { type: 'signup', ...name, options: { emailRedirectTo: redirectTo } }
        : { type: 'sms', ...name },
    ),
  );
};

/** The code from a mail, for people who read it on another device. */
export const confirmWithCode = async (
  email: string,
  code: string,
  type: 'signup' | 'recovery' | 'email',
): Promise<Result<unknown>> => {
  const answer = await attempt((client) =>
    client.verifyOtp({ email: email.trim(), token: code.replace(/\s/g, ''), type }),
  );
  // A wrong code and an old code look the same to the server; "link" would confuse here.
  if (!answer.ok && answer.error.code === 'link_expired') return fail('code_invalid');
  return answer;
};

/** Asks for a mail to set a new password. Known and unknown addresses get the same answer. */
export const recover = async (email: string, redirectTo: string): Promise<Result<unknown>> => {
  const name = named({ email });
  if (!name) return fail('credentials_missing', { rule: 'one_time_code' });
  return attempt((client) => client.resetPasswordForEmail(email.trim(), { redirectTo }));
};

/** Sets the password of the signed-in person. */
export const setPassword = async (password: string): Promise<Result<unknown>> =>
  attempt((client) => client.updateUser({ password }));

/**
 * Checks the code of an authenticator app; the session is aal2 afterwards. The code says nothing of
 * the app that made it, so every app of the account is tried.
 */
export const confirmSecondFactor = async (code: string): Promise<Result<unknown>> => {
  const factors = await attempt((client) => client.mfa.listFactors());
  if (!factors.ok) return factors;
  // Nothing is asked for any more (the apps were removed elsewhere); this session does not know yet.
  if (factors.value.totp.length === 0) return attempt((client) => client.refreshSession());
  let answer: Result<unknown> = fail('mfa_failed');
  for (const { id: factorId } of factors.value.totp) {
    answer = await attempt((client) =>
      client.mfa.challengeAndVerify({ factorId, code: code.replace(/\s/g, '') }),
    );
    if (answer.ok || answer.error.code !== 'mfa_failed') break;
  }
  return answer;
};

type Named = { email: string } | { phone: string };

const named = ({ email, phone }: Who): Named | null => {
  if (email?.trim()) return { email: email.trim().toLowerCase() };
  if (phone?.trim()) return { phone: phone.trim() };
  return null;
};

const withPassword = (who: Who, password: string): Result<Named & { password: string }> => {
  const name = named(who);
  return name && password !== ''
    ? ok({ ...name, password })
    : fail('credentials_missing', { rule: 'password' });
};
