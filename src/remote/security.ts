import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Instant, Uuid } from '#domain/rows.ts';
import { env } from '#platform/env.ts';
import { attempt, noData } from './attempt.ts';
import { errorFromException, errorFromReply } from './errors.ts';
import { makeRecoveryCodes, recoveryCodes } from './recovery.ts';
import type { RecoveryCodes } from './recovery.ts';
import { confirmSecondFactor } from './sign-in.ts';

/** An authenticator app whose codes the server asks for. */
export type Authenticator = { id: Uuid; name: string; addedAt: Instant };

/** How the signed-in person signs in, as the server knows it. */
export type Account = {
  email: string | null;
  /** Asked for, and not yet confirmed from both addresses. */
  newEmail: string | null;
  authenticators: readonly Authenticator[];
};

/** A secret that is told once: `uri` for the picture, `secret` for typing. */
export type NewAuthenticator = { id: Uuid; secret: string; uri: string };

/** What the server can do about signing in. None of it works offline (code `offline`). */
export type SecurityServer = {
  account: () => Promise<Result<Account>>;
  /** `invalid_credentials` when `current` is not the password. All other sessions end. */
  changePassword: (email: string, current: string, next: string) => Promise<Result<unknown>>;
  /** Mails both addresses; nothing changes before both have said yes. */
  changeEmail: (email: string, redirectTo: string) => Promise<Result<unknown>>;
  /** Ends what was begun before and never confirmed. */
  beginAuthenticator: (name: string, issuer: string) => Promise<Result<NewAuthenticator>>;
  /** From now on the account asks for codes, and sessions that have given none end. */
  confirmAuthenticator: (id: Uuid, code: string) => Promise<Result<unknown>>;
  removeAuthenticator: (id: Uuid) => Promise<Result<unknown>>;
  recoveryCodes: () => Promise<Result<RecoveryCodes>>;
  /**
   * New ones in place of the old, told once. `appCode` proves who asks, with any app of the account;
   * null = one was just shown. `mfa_failed` when it is wrong.
   */
  makeRecoveryCodes: (appCode: string | null) => Promise<Result<readonly string[]>>;
  signOutElsewhere: () => Promise<Result<unknown>>;
};

export const securityServer: SecurityServer = {
  account: async () => {
    const answer = await attempt((client) => client.getUser());
    if (!answer.ok) return answer;
    const { email, new_email: newEmail, factors } = answer.value.user;
    return ok({
      email: email || null,
      newEmail: newEmail || null,
      authenticators: (factors ?? [])
        .filter((factor) => factor.factor_type === 'totp' && factor.status === 'verified')
        .map((factor) => ({
          id: factor.id,
          name: factor.friendly_name ?? '',
          addedAt: factor.created_at,
        })),
    });
  },
  changePassword: async (email, current, next) => {
    const known = await checkPassword(email, current);
    if (!known.ok) return known;
    return attempt((client) => client.updateUser({ password: next, current_password: current }));
  },
  changeEmail: (email, redirectTo) =>
    attempt((client) => client.updateUser({ email }, { emailRedirectTo: redirectTo })),
  beginAuthenticator: async (name, issuer) => {
    const given = await forgetUnconfirmed();
    if (!given.ok) return given;
    const answer = await attempt((client) =>
      client.mfa.enroll({ factorType: 'totp', friendlyName: name, issuer }),
    );
    if (!answer.ok) return answer;
    const { id, totp } = answer.value;
    return ok({ id, secret: totp.secret, uri: totp.uri });
  },
  confirmAuthenticator: (factorId, code) =>
    attempt((client) => client.mfa.challengeAndVerify({ factorId, code: code.replace(/\s/g, '') })),
  removeAuthenticator: async (factorId) => {
    const answer = await attempt((client) => client.mfa.unenroll({ factorId }));
    // The token at hand still tells of the factor that is gone.
    return answer.ok ? attempt((client) => client.refreshSession()) : answer;
  },
  recoveryCodes,
  makeRecoveryCodes: async (appCode) => {
    const shown = appCode === null ? ok(null) : await confirmSecondFactor(appCode);
    return shown.ok ? makeRecoveryCodes() : shown;
  },
  signOutElsewhere: () => attempt((client) => noData(client.signOut({ scope: 'others' }))),
};

/** What was begun and given up: nobody has its secret any more, and its name would stay taken. */
const forgetUnconfirmed = async (): Promise<Result<null>> => {
  const known = await attempt((client) => client.mfa.listFactors());
  if (!known.ok) return known;
  for (const { id, status } of known.value.all) {
    if (status === 'verified') continue;
    const gone = await attempt((client) => client.mfa.unenroll({ factorId: id }));
    if (!gone.ok) return gone;
  }
  return ok(null);
};

/**
 * Whether this is the password, by signing in with it once more: no server function only checks.
 * It is done beside the auth client, which would take the new session for its own, and the session
 * is ended at once.
 */
const checkPassword = async (email: string, password: string): Promise<Result<null>> => {
  const { backendUrl, publishableKey } = env();
  const call = (path: string, token: string, body: object): Promise<Response> =>
    fetch(`${backendUrl}/auth/v1/${path}`, {
      method: 'POST',
      headers: {
        apikey: publishableKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
      cache: 'no-store',
    });
  try {
    const response = await call('token?grant_type=password', publishableKey, { email, password });
    const contentType = response.headers.get('content-type') ?? '';
    const body = (await response.json().catch(() => null)) as { access_token?: unknown } | null;
    if (!response.ok) {
      const retryAfter = response.headers.get('retry-after');
      const failure = errorFromReply({ status: response.status, contentType, body, retryAfter });
      return fail(failure.code, failure);
    }
    const token = body?.access_token;
    if (typeof token !== 'string') return fail('bad_answer');
    await call('logout?scope=local', token, {}).catch(() => undefined);
    return ok(null);
  } catch (error) {
    const failure = errorFromException(error);
    return fail(failure.code, failure);
  }
};
