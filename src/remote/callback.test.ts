import { describe, expect, it } from 'vitest';
import { readCallback } from './callback.ts';

const NOW = Date.parse('2026-11-21T09:00:00Z');
const read = (rest: string) =>
  readCallback(new URL(`https://app.example/auth/callback${rest}`), NOW);

describe('readCallback', () => {
  it('a code (PKCE)', () => {
    expect(read('?code=abc')).toEqual({ kind: 'code', code: 'abc' });
  });

  it('tokens in the fragment (implicit), with their age', () => {
    const issued = NOW / 1000 - 300;
    expect(
      read(
        `#access_token=a&refresh_token=r&token_type=bearer&expires_in=3600&expires_at=${issued + 3600}&type=recovery`,
      ),
    ).toEqual({
      kind: 'tokens',
      accessToken: 'a',
      refreshToken: 'r',
      type: 'recovery',
      ageSec: 300,
    });
  });

  it('a token hash from a mail', () => {
    expect(read('?token_hash=h&type=signup')).toEqual({
      kind: 'token-hash',
      tokenHash: 'h',
      type: 'signup',
    });
  });

  it('a message alone: one of two addresses has said yes', () => {
    expect(read('#message=Confirmation+link+accepted')).toEqual({ kind: 'halfway' });
    expect(read('?message=Accepted#message=Accepted')).toEqual({ kind: 'halfway' });
  });

  it.each([
    ['no refresh token', '#access_token=a&token_type=bearer&expires_in=3600'],
    ['nothing at all', ''],
    ['a token hash of no known kind', '?token_hash=h&type=sudo'],
  ])('without a session: %s', (_, rest) => {
    expect(read(rest)).toEqual({
      kind: 'error',
      error: { code: 'no_session_in_url' },
      keepsSession: true,
    });
  });

  it.each(['identity_already_exists', 'identity_not_found', 'single_identity_not_deletable'])(
    '%s keeps the session',
    (code) => {
      expect(read(`#error=server_error&error_code=${code}`)).toMatchObject({
        kind: 'error',
        error: { code },
        keepsSession: true,
      });
    },
  );

  it('every other error removes it', () => {
    expect(read('?error=access_denied&error_code=otp_expired')).toMatchObject({
      error: { code: 'link_expired' },
      keepsSession: false,
    });
    expect(read('?error=server_error&error_description=boom')).toMatchObject({
      error: { code: 'unknown' },
      keepsSession: false,
    });
  });
});
