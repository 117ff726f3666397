import { json } from '#supabase/local/http/responses.ts';

/** A refusal as GoTrue words it: clients decide by `code`. */
export class AuthError extends Error {
  readonly status: number;
  readonly code: string;
  readonly facts: Record<string, unknown>;

  constructor(status: number, code: string, message: string, facts: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.facts = facts;
  }

  toResponse(): Response {
    return json(
      this.status,
      { code: this.status, error_code: this.code, msg: this.message, ...this.facts },
      { 'x-sb-error-code': this.code },
    );
  }
}

const refusal =
  (status: number, code: string, message: string) =>
  (ownMessage = message) =>
    new AuthError(status, code, ownMessage);

export const invalidRequest = refusal(400, 'validation_failed', 'Invalid request');
export const badJson = refusal(400, 'bad_json', 'Could not parse request body as JSON');
export const invalidCredentials = refusal(400, 'invalid_credentials', 'Invalid login credentials');
export const emailNotConfirmed = refusal(400, 'email_not_confirmed', 'Email not confirmed');
export const userBanned = refusal(400, 'user_banned', 'User is banned');
export const refreshTokenNotFound = refusal(
  400,
  'refresh_token_not_found',
  'Invalid Refresh Token: Refresh Token Not Found',
);
export const refreshTokenUsed = refusal(
  400,
  'refresh_token_already_used',
  'Invalid Refresh Token: Already Used',
);
export const noAuthorization = refusal(
  401,
  'no_authorization',
  'This endpoint requires a valid Bearer token',
);
export const badJwt = refusal(403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature');
export const userNotFound = refusal(
  403,
  'user_not_found',
  'User from sub claim in JWT does not exist',
);
export const sessionNotFound = refusal(
  403,
  'session_not_found',
  'Session from session_id claim in JWT does not exist',
);
export const notAdmin = refusal(403, 'not_admin', 'User not allowed');
export const otpExpired = refusal(403, 'otp_expired', 'Email link is invalid or has expired');
export const flowStateNotFound = refusal(
  404,
  'flow_state_not_found',
  'invalid flow state, no valid flow state found',
);
export const badCodeVerifier = refusal(
  400,
  'bad_code_verifier',
  'code challenge does not match previously saved code verifier',
);
export const userAlreadyExists = refusal(422, 'user_already_exists', 'User already registered');
export const emailExists = refusal(
  422,
  'email_exists',
  'A user with this email address has already been registered',
);
export const factorNotFound = refusal(404, 'mfa_factor_not_found', 'Factor not found');
export const codeNotRight = refusal(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
export const challengeExpired = refusal(
  422,
  'mfa_challenge_expired',
  'MFA challenge has expired, verify against another challenge or create a new challenge.',
);
export const challengeSpent = refusal(
  422,
  'mfa_ip_address_mismatch',
  'Challenge and verify IP addresses mismatch',
);
export const tooManyFactors = refusal(
  422,
  'too_many_enrolled_mfa_factors',
  'Maximum number of verified factors reached, unenroll to continue',
);
export const passkeyNotFound = refusal(404, 'validation_failed', 'Passkey not found');
export const passkeyChallengeNotFound = refusal(
  400,
  'webauthn_challenge_not_found',
  'Challenge not found or already used',
);
export const passkeyChallengeExpired = refusal(
  400,
  'webauthn_challenge_expired',
  'Challenge has expired',
);
export const passkeyNotVerified = refusal(
  400,
  'webauthn_verification_failed',
  'Credential verification failed',
);
export const passkeyExists = refusal(
  422,
  'webauthn_credential_exists',
  'This credential is already registered',
);
export const tooManyPasskeys = refusal(
  422,
  'too_many_passkeys',
  'Maximum number of passkeys reached',
);
export const samePassword = refusal(
  422,
  'same_password',
  'New password should be different from the old password.',
);
export const notOffered = refusal(
  400,
  'validation_failed',
  'This way of signing in is not offered',
);
export const tooManyRequests = refusal(
  429,
  'over_request_rate_limit',
  'Request rate limit reached',
);
export const tooManyMails = refusal(
  429,
  'over_email_send_rate_limit',
  'For security purposes, you can only request this a few times per hour.',
);

/** The session has only seen the password, and this asks for more. */
export function insufficientAal(status: number, message: string): AuthError {
  return new AuthError(status, 'insufficient_aal', message);
}

export function factorNameTaken(name: string): AuthError {
  return new AuthError(
    422,
    'mfa_factor_name_conflict',
    `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`,
  );
}

export function weakPassword(minimum: number): AuthError {
  return new AuthError(422, 'weak_password', `Password should be at least ${minimum} characters.`, {
    weak_password: { reasons: ['length'] },
  });
}
