import type { EmailOtpType } from '@supabase/auth-js';
import { toErrorCode } from '#domain/errors/codes.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { AppError, Result } from '#domain/errors/result.ts';
import { env } from '#platform/env.ts';
import { log } from '#platform/log.ts';
import { readSetting } from '#platform/storage.ts';
import { attempt } from './attempt.ts';
import { lock } from './auth.ts';
import { errorFromAuth } from './errors.ts';
import { readStoredSession } from './session.ts';

/** What the address of /auth/callback carries. */
export type Callback =
  /** One of two addresses has said yes to a new e-mail; the other one has not yet. */
  | { kind: 'halfway' }
  | { kind: 'error'; error: AppError; keepsSession: boolean }
  | { kind: 'code'; code: string }
  | { kind: 'tokens'; accessToken: string; refreshToken: string; type: string; ageSec: number }
  | { kind: 'token-hash'; tokenHash: string; type: EmailOtpType };

/** A session from an address older than this is worth a line in the log: a link lay around. */
const URL_SESSION_WARNING_SEC = 120;

/** These concern a connected account only; the person who asked stays signed in. */
const keepsSession = new Set<string>([
  'identity_already_exists',
  'identity_not_found',
  'single_identity_not_deletable',
]);

const mailTypes = new Set<string>([
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change',
  'email',
]);

/** Reads both kinds of answers, query (PKCE) and fragment (implicit); the query wins. */
export const readCallback = (address: URL, nowMs: number): Callback => {
  const fragment = new URLSearchParams(address.hash.slice(1));
  const get = (name: string): string => address.searchParams.get(name) ?? fragment.get(name) ?? '';

  if (get('error') || get('error_code') || get('error_description')) {
    const code = get('error_code');
    const known = toErrorCode(errorFromAuth({ code, message: get('error_description') }).code);
    const error: AppError = {
      code: known === 'unknown' && get('error') === 'access_denied' ? 'link_expired' : known,
      detail: `${get('error')} ${code}`.trim(),
    };
    return { kind: 'error', error, keepsSession: keepsSession.has(code) };
  }
  if (get('code')) return { kind: 'code', code: get('code') };

  const type = get('type');
  if (get('token_hash') && mailTypes.has(type)) {
    return { kind: 'token-hash', tokenHash: get('token_hash'), type: type as EmailOtpType };
  }
  const expiresIn = Number(get('expires_in'));
  if (get('access_token') && get('refresh_token') && get('token_type') && expiresIn > 0) {
    const expiresAt = Number(get('expires_at')) || nowMs / 1000 + expiresIn;
    return {
      kind: 'tokens',
      accessToken: get('access_token'),
      refreshToken: get('refresh_token'),
      type,
      ageSec: Math.round(nowMs / 1000 - (expiresAt - expiresIn)),
    };
  }
  // The only thing that the server tells without giving anything.
  if (get('message')) return { kind: 'halfway' };
  return { kind: 'error', error: { code: 'no_session_in_url' }, keepsSession: true };
};

/** What the link was for: a new password is asked for before anything else. */
export type CallbackPurpose = 'recovery' | 'sign-in';

/** Turns what the address carries into a session. */
export const completeCallback = async (
  callback: Exclude<Callback, { kind: 'halfway' }>,
): Promise<Result<CallbackPurpose>> => {
  if (callback.kind === 'error') {
    if (!callback.keepsSession) await lock();
    return fail(callback.error.code, callback.error);
  }
  if (callback.kind === 'code') {
    if (!hasOurHalf() && readStoredSession()) {
      const renewed = await attempt((client) => client.refreshSession());
      return renewed.ok ? ok('sign-in') : renewed;
    }
    const answer = await attempt((client) => client.exchangeCodeForSession(callback.code));
    if (!answer.ok) return answer;
    return ok(purpose('redirectType' in answer.value ? answer.value.redirectType : null));
  }
  if (callback.kind === 'token-hash') {
    const { tokenHash, type } = callback;
    const answer = await attempt((client) => client.verifyOtp({ token_hash: tokenHash, type }));
    return answer.ok ? ok(purpose(type)) : answer;
  }
  if (callback.ageSec >= URL_SESSION_WARNING_SEC || callback.ageSec < 0) {
    log('info', 'A session came from an old address', { ageSec: callback.ageSec });
  }
  const answer = await attempt((client) =>
    client.setSession({
      access_token: callback.accessToken,
      refresh_token: callback.refreshToken,
    }),
  );
  return answer.ok ? ok(purpose(callback.type)) : answer;
};

/**
 * The auth client throws its half of the code away whenever it stores a session, even within the call
 * that asks for another e-mail. What such a link was for is done by then: whoever is signed in here
 * only has to hear of it.
 */
const hasOurHalf = (): boolean => readSetting(`${env().sessionKey}-code-verifier`) !== null;

const purpose = (type: unknown): CallbackPurpose => (type === 'recovery' ? 'recovery' : 'sign-in');
