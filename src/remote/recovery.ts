import { ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Instant } from '#domain/rows.ts';
import { attempt } from './attempt.ts';
import { callAsMember } from './rest.ts';

/** The codes for who has lost the authenticator app; never the codes themselves. */
export type RecoveryCodes = {
  left: number;
  made_at: Instant | null;
  /** When somebody last got in with one. */
  last_used_at: Instant | null;
};

/** The person's own; what they are is told once, when they are made. */
export const recoveryCodes = (): Promise<Result<RecoveryCodes>> =>
  callAsMember('my_recovery_codes', {});

/**
 * Ten new codes (`ABCDE-FGHJK`) in place of all earlier ones. Codes: mfa_required (show a code of the
 * app first), not_found (no app).
 */
export const makeRecoveryCodes = async (): Promise<Result<readonly string[]>> => {
  const answer = await callAsMember<{ codes: string[] }>('make_recovery_codes', {});
  return answer.ok ? ok(answer.value.codes) : answer;
};

/**
 * Gets back in without the app: it stops counting, and every other session ends. The session at hand
 * does not know yet: `renewSession`. Codes: code_invalid, rate_limited.
 */
export const redeemRecoveryCode = (code: string): Promise<Result<unknown>> =>
  callAsMember('use_recovery_code', { code });

/** The session says what the account asks for as it was when it was made: asks anew. */
export const renewSession = (): Promise<Result<unknown>> =>
  attempt((client) => client.refreshSession());
