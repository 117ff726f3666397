import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MAX_FACTORS } from './auth/factors.ts';
import { relyingPartyOf } from './auth/relying-party.ts';
import { defaultAuthSettings as settings } from './auth/settings.ts';
import { MAX_ROWS } from './rest/lite-app.ts';

const config = readFileSync(new URL('../config.toml', import.meta.url), 'utf8');

/** The value of `name` in `[section]`. */
function valueOf(section: string, name: string): string | undefined {
  const start = config.indexOf(`[${section}]\n`);
  const body = config.slice(start + section.length + 3).split(/^\[/m)[0]!;
  return new RegExp(`^${name} = (.+)$`, 'm').exec(body)?.[1];
}

const party = relyingPartyOf({ siteUrl: () => JSON.parse(valueOf('auth', 'site_url')!) as string });

describe('config.toml for hosted Supabase and the embedded backend agree on', () => {
  it.each([
    ['auth', 'jwt_expiry', settings.jwtLifetimeSeconds],
    ['auth', 'minimum_password_length', settings.minimumPasswordLength],
    ['auth', 'refresh_token_reuse_interval', settings.refreshReuseSeconds],
    ['auth', 'enable_anonymous_sign_ins', false],
    ['auth.email', 'enable_confirmations', settings.confirmEmail],
    ['auth.email', 'otp_expiry', settings.codeLifetimeSeconds],
    ['auth.email', 'otp_length', 6],
    ['auth.email', 'double_confirm_changes', true],
    ['auth.mfa', 'max_enrolled_factors', MAX_FACTORS],
    ['auth.mfa.totp', 'enroll_enabled', true],
    ['auth.passkey', 'enabled', true],
    ['auth.webauthn', 'rp_display_name', JSON.stringify(party.name)],
    ['auth.webauthn', 'rp_id', JSON.stringify(party.id)],
    ['auth.webauthn', 'rp_origins', JSON.stringify(party.origins)],
    ['api', 'max_rows', MAX_ROWS],
    ['storage', 'file_size_limit', '"25MiB"'],
    ['db', 'major_version', 17],
  ])('%s.%s', (section, name, expected) => {
    expect(valueOf(section, name)).toBe(String(expected));
  });

  it.each(['confirmation', 'recovery', 'magic_link', 'email_change', 'reauthentication'])(
    'the mail %s: subject and file',
    (name) => {
      const path = valueOf(`auth.email.template.${name}`, 'content_path')!.replaceAll('"', '');
      expect(path).toBe(`./supabase/templates/${name}.html`);
      const mails = readFileSync(new URL('./auth/mails.ts', import.meta.url), 'utf8');
      const subject = valueOf(`auth.email.template.${name}`, 'subject')!.replaceAll('"', "'");
      expect(mails).toContain(`file: '${name}.html', subject: ${subject}`);
    },
  );
});

it('lets timers reach the functions that they call: a secret key is no session', () => {
  const readme = readFileSync(new URL('../functions/README.md', import.meta.url), 'utf8');
  const called = [...readme.matchAll(/\|\| '\/functions\/v1\/([\w-]+)'/g)].map(([, name]) => name);
  expect(called).toContain('billing');
  for (const name of called) {
    expect(config).toContain(`[functions.${name}]\nverify_jwt = false\n`);
  }
});
