import { describe, expect, it } from 'vitest';
import {
  UNREACHABLE,
  errorFromAuth,
  errorFromException,
  errorFromReply,
  isSessionTrouble,
} from './errors.ts';

const reply = (status: number, body: unknown, contentType = 'application/json') =>
  errorFromReply({ status, body, contentType, retryAfter: null });

describe('errorFromReply', () => {
  it.each([
    ['an invalid token', 401, { code: 'PGRST301', message: 'JWSError' }, 'session_expired'],
    ['an expired token', 401, { code: 'PGRST303', message: 'JWT expired' }, 'session_expired'],
    [
      'a missing code',
      401,
      { code: 'PT401', message: 'second_factor_required' },
      'session_expired',
    ],
    ['only the words', 400, { message: 'JWT expired' }, 'session_expired'],
    ['a missing right', 403, { code: '42501', message: 'permission denied' }, 'not_allowed'],
    ['no such row', 406, { code: 'PGRST116' }, 'not_found'],
    ['an Auth reply', 400, { code: 400, error_code: 'weak_password', msg: 'x' }, 'weak_password'],
    ['a code of ours', 400, { code: 'slot_taken' }, 'slot_taken'],
    ['a bare 401', 401, null, 'session_expired'],
    ['too large', 413, null, 'payload_too_large'],
    ['too old', 426, null, 'upgrade_needed'],
    ['a broken server', 503, { message: 'no' }, 'server_unavailable'],
    ['something new', 418, { code: 'TEAPOT' }, 'unknown'],
  ])('%s', (_, status, body, code) => {
    expect(reply(status, body).code).toBe(code);
  });

  it('a page where data should be is a network that wants a sign-in of its own', () => {
    expect(reply(200, null, 'text/html; charset=utf-8').code).toBe('captive_portal');
    expect(reply(511, null, 'text/html').code).toBe('captive_portal');
  });

  it('the error page of a proxy is a server in trouble', () => {
    expect(reply(502, null, 'text/html').code).toBe('server_unavailable');
  });

  it('says how long to wait', () => {
    const limited = errorFromReply({
      status: 429,
      body: {},
      contentType: 'application/json',
      retryAfter: '17',
    });
    expect(limited).toMatchObject({ code: 'rate_limited', retryAfterSec: 17 });
  });
});

describe('errorFromException', () => {
  it('nothing came back', () => {
    expect(errorFromException(new TypeError('Failed to fetch')).code).toBe('offline');
    expect(errorFromException(new DOMException('x', 'TimeoutError')).code).toBe('timeout');
    expect(errorFromException('odd').code).toBe('unknown');
  });
});

describe('errorFromAuth', () => {
  it.each([
    [{ code: 'invalid_credentials', status: 400 }, 'invalid_credentials'],
    [{ code: 'identity_already_exists', status: 422 }, 'identity_already_exists'],
    [{ name: 'AuthRetryableFetchError', status: 0 }, 'offline'],
    [{ name: 'AuthRetryableFetchError', status: 503 }, 'server_unavailable'],
    [{ name: 'AuthRetryableFetchError', status: UNREACHABLE }, 'offline'],
    [{ name: 'AuthSessionMissingError', status: 400 }, 'session_expired'],
    [{ message: 'Browser does not support WebAuthn' }, 'passkey_unsupported'],
    [{ message: 'No session defined in URL' }, 'no_session_in_url'],
    [{ code: 'ERROR_CEREMONY_ABORTED', name: 'WebAuthnError' }, 'passkey_aborted'],
    [{ code: 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' }, 'passkey_registered'],
    [{ code: 'ERROR_INVALID_RP_ID' }, 'passkey_rp_invalid'],
    [{ code: 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY' }, 'passkey_aborted'],
    [{ code: 'webauthn_challenge_expired', status: 400 }, 'passkey_aborted'],
    [{ code: 'webauthn_verification_failed', status: 400 }, 'passkey_unknown'],
    [{ code: 'passkey_disabled', status: 404 }, 'passkeys_off'],
    [{ code: 'over_email_send_rate_limit', status: 429 }, 'rate_limited'],
    [{ name: 'SomethingNew' }, 'unknown'],
  ])('%j', (error, code) => {
    expect(errorFromAuth(error).code).toBe(code);
  });
});

describe('isSessionTrouble', () => {
  it('is what the specification calls for a sign-out', () => {
    expect(isSessionTrouble(reply(401, { code: 'PGRST301' }))).toBe(true);
    expect(isSessionTrouble(reply(403, { code: '42501' }))).toBe(true);
    expect(isSessionTrouble(reply(400, { message: 'JWT expired' }))).toBe(true);
  });

  it('is not an ordinary refusal', () => {
    expect(isSessionTrouble(reply(403, { message: 'no' }))).toBe(false);
    expect(isSessionTrouble(reply(500, null))).toBe(false);
    expect(isSessionTrouble({ code: 'offline' })).toBe(false);
  });
});
