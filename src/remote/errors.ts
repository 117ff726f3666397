import { isErrorCode } from '#domain/errors/codes.ts';
import type { ErrorCode } from '#domain/errors/codes.ts';
import type { AppError } from '#domain/errors/result.ts';

/**
 * The one place where replies of Supabase, PostgREST and Auth become our codes. Nothing above it
 * reads a message or a status number.
 */

/** Stands for "no answer at all" where a library wants a status number. */
export const UNREACHABLE = 523;

/** What is known of an HTTP answer that was not a success, or not ours. */
export type Reply = {
  status: number;
  contentType: string;
  body: unknown;
  retryAfter: string | null;
};

/** PostgREST, Auth, Storage and our functions name their code in different fields. */
type ErrorBody = {
  code?: unknown;
  error_code?: unknown;
  error?: unknown;
  message?: unknown;
  msg?: unknown;
};

export const errorFromReply = ({ status, contentType, body, retryAfter }: Reply): AppError => {
  if (isWebPage(contentType)) {
    // A hotel's sign-in page, or a proxy's error page: not a word from our server.
    return { code: status < 400 || status === 511 ? 'captive_portal' : 'server_unavailable' };
  }
  const { code, message } = readBody(body);
  const named = byCode[code];
  if (named) return { code: named, detail: code };
  if (isJwtExpired(message)) return { code: 'session_expired', detail: message };
  if (isErrorCode(code)) return { code, detail: message };
  const detail = `${status} ${code} ${message}`.trim();
  const seconds = Number(retryAfter);
  if (status === 429) {
    return { code: 'rate_limited', ...(seconds > 0 ? { retryAfterSec: seconds } : {}), detail };
  }
  return { code: byStatus(status), detail };
};

/** What fetch throws: nothing came back. */
export const errorFromException = (error: unknown): AppError => {
  const name = error instanceof Error ? error.name : '';
  const detail = error instanceof Error ? `${name}: ${error.message}` : String(error);
  if (name === 'AbortError' || name === 'TimeoutError') return { code: 'timeout', detail };
  if (name === 'TypeError' || name === 'AuthRetryableFetchError')
    return { code: 'offline', detail };
  return { code: 'unknown', detail };
};

/** The shape of auth-js' errors, which it returns instead of throwing. */
export type AuthErrorLike = {
  name?: string;
  message?: string;
  code?: string | undefined;
  status?: number | undefined;
  details?: unknown;
};

/** Errors of auth-js, WebAuthn's included. */
export const errorFromAuth = (error: AuthErrorLike): AppError => {
  const { name = '', message = '', code = '', status } = error;
  const detail = `${status ?? ''} ${code} ${message}`.trim();
  if (name === 'AuthRetryableFetchError') {
    const isThere = status !== UNREACHABLE && (status ?? 0) >= 500;
    return { code: isThere ? 'server_unavailable' : 'offline', detail };
  }
  const named = byCode[code] ?? byName[name] ?? byMessage(message);
  if (named) return { code: named, detail };
  if (status === undefined) return { code: 'unknown', detail };
  if (status === 429) return { code: 'rate_limited', detail };
  return { code: byStatus(status), detail };
};

/**
 * Whether the server no longer accepts this person on a signed-in route: sign in again. The
 * specification names PGRST301, 42501 and the text "JWT expired"; 42501 for a single row never
 * reaches here, because mutations are answered one by one.
 */
export const isSessionTrouble = ({ code, detail }: AppError): boolean =>
  code === 'session_expired' || (code === 'not_allowed' && detail === '42501');

const byCode: Record<string, ErrorCode | undefined> = {
  // PostgREST and PostgreSQL
  PGRST301: 'session_expired',
  PGRST302: 'session_expired',
  PGRST303: 'session_expired',
  PGRST116: 'not_found',
  '42501': 'not_allowed',
  // Our own rule that an account with a second factor is not served without it.
  PT401: 'session_expired',
  '57014': 'timeout',
  '53300': 'server_unavailable',
  '40001': 'server_unavailable',
  '40P01': 'server_unavailable',
  // Auth
  bad_jwt: 'session_expired',
  no_authorization: 'session_expired',
  session_expired: 'session_expired',
  session_not_found: 'session_expired',
  refresh_token_not_found: 'session_expired',
  refresh_token_already_used: 'session_expired',
  user_not_found: 'session_expired',
  user_banned: 'not_allowed',
  invalid_credentials: 'invalid_credentials',
  email_not_confirmed: 'email_not_confirmed',
  phone_not_confirmed: 'email_not_confirmed',
  provider_email_needs_verification: 'email_not_confirmed',
  email_exists: 'email_taken',
  phone_exists: 'email_taken',
  user_already_exists: 'email_taken',
  email_address_invalid: 'invalid',
  email_address_not_authorized: 'signup_disabled',
  weak_password: 'weak_password',
  same_password: 'same_password',
  signup_disabled: 'signup_disabled',
  email_provider_disabled: 'signup_disabled',
  phone_provider_disabled: 'signup_disabled',
  otp_disabled: 'signup_disabled',
  captcha_failed: 'captcha_failed',
  otp_expired: 'link_expired',
  flow_state_not_found: 'link_expired',
  flow_state_expired: 'link_expired',
  bad_code_verifier: 'link_expired',
  pkce_code_verifier_not_found: 'link_expired',
  invite_not_found: 'link_expired',
  reauthentication_needed: 'reauthentication_needed',
  reauthentication_not_valid: 'code_invalid',
  over_request_rate_limit: 'rate_limited',
  over_email_send_rate_limit: 'rate_limited',
  over_sms_send_rate_limit: 'rate_limited',
  request_timeout: 'timeout',
  hook_timeout: 'timeout',
  insufficient_aal: 'mfa_required',
  mfa_verification_failed: 'mfa_failed',
  mfa_verification_rejected: 'mfa_failed',
  mfa_challenge_expired: 'code_expired',
  mfa_factor_not_found: 'mfa_failed',
  mfa_ip_address_mismatch: 'code_expired',
  mfa_factor_name_conflict: 'factor_name_taken',
  too_many_enrolled_mfa_factors: 'too_many_factors',
  identity_already_exists: 'identity_already_exists',
  identity_not_found: 'identity_not_found',
  single_identity_not_deletable: 'single_identity_not_deletable',
  // Passkeys
  passkey_disabled: 'passkeys_off',
  too_many_passkeys: 'too_many_passkeys',
  webauthn_challenge_expired: 'passkey_aborted',
  webauthn_challenge_not_found: 'passkey_aborted',
  webauthn_credential_exists: 'passkey_registered',
  webauthn_credential_not_found: 'passkey_unknown',
  webauthn_verification_failed: 'passkey_unknown',
  ERROR_CEREMONY_ABORTED: 'passkey_aborted',
  // "Not allowed": cancelled, or out of time; browsers do not tell which.
  ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY: 'passkey_aborted',
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'passkey_registered',
  ERROR_INVALID_RP_ID: 'passkey_rp_invalid',
  ERROR_INVALID_DOMAIN: 'passkey_rp_invalid',
  ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG: 'passkey_unsupported',
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: 'passkey_unsupported',
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: 'passkey_unsupported',
};

const byName: Record<string, ErrorCode | undefined> = {
  AuthSessionMissingError: 'session_expired',
  AuthInvalidTokenResponseError: 'bad_answer',
  AuthInvalidCredentialsError: 'credentials_missing',
  AuthWeakPasswordError: 'weak_password',
  AuthPKCEGrantCodeExchangeError: 'link_expired',
  AuthPKCECodeVerifierMissingError: 'link_expired',
  AuthRefreshDiscardedError: 'stale',
};

const byMessage = (message: string): ErrorCode | undefined => {
  if (message === 'Browser does not support WebAuthn') return 'passkey_unsupported';
  if (message === 'No session defined in URL') return 'no_session_in_url';
  if (isJwtExpired(message)) return 'session_expired';
  return undefined;
};

const byStatus = (status: number): ErrorCode => {
  if (status === 401) return 'session_expired';
  if (status === 403) return 'not_allowed';
  if (status === 404) return 'not_found';
  if (status === 408 || status === 504) return 'timeout';
  if (status === 413) return 'payload_too_large';
  if (status === 426) return 'upgrade_needed';
  if (status >= 500) return 'server_unavailable';
  return 'unknown';
};

const isWebPage = (contentType: string): boolean => /text\/html|xhtml/i.test(contentType);

const isJwtExpired = (message: string): boolean => /JWT expired/i.test(message);

const readBody = (body: unknown): { code: string; message: string } => {
  if (typeof body !== 'object' || body === null) return { code: '', message: '' };
  const { code, error_code, error, message, msg } = body as ErrorBody;
  const text = (...values: unknown[]): string =>
    values.find((value): value is string => typeof value === 'string' && value !== '') ?? '';
  // Auth puts the HTTP status into `code` and the name into `error_code`.
  return { code: text(error_code, code, error), message: text(message, msg, error) };
};
