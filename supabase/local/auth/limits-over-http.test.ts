import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BOOT_TIMEOUT_MS,
  startTestBackend,
  type TestBackend,
  TEST_PASSWORD,
} from '#tests/harness/backend.ts';
import { defaultAuthSettings } from './settings.ts';

describe('limits on sign-in', () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend({
      migrationsDir: null,
      realtime: false,
      auth: { limits: defaultAuthSettings.limits },
    });
  }, BOOT_TIMEOUT_MS);
  afterAll(() => backend.stop());

  it('stop guessing at one account, right guesses included', async () => {
    const { email } = await backend.signedIn();
    const attempt = async (password: string) =>
      (await backend.client().auth.signInWithPassword({ email, password })).error?.code;
    for (let i = 0; i < 10; i++)
      expect(await attempt('wrong password')).toBe('invalid_credentials');
    expect(await attempt('wrong password')).toBe('over_request_rate_limit');
    expect(await attempt(TEST_PASSWORD)).toBe('over_request_rate_limit');
  });

  it('do not touch others who sign in from the same place', async () => {
    await expect(backend.signedIn()).resolves.toBeDefined();
  });

  it('allow three mails an hour to one address, known or not, in the same words', async () => {
    const { email } = await backend.signedIn();
    const asked = async (to: string) => {
      const answers: (string | undefined)[] = [];
      for (let i = 0; i < 4; i++) {
        const { error } = await backend.client().auth.resetPasswordForEmail(to);
        answers.push(error?.code);
      }
      return answers;
    };
    const known = await asked(email);
    expect(known).toEqual([undefined, undefined, undefined, 'over_email_send_rate_limit']);
    expect(await asked('nobody@auth.example')).toEqual(known);
    expect(await backend.mailbox.list({ to: email })).toHaveLength(3);
  });

  it('stop guessing at mailed codes', async () => {
    const email = 'fresh@auth.example';
    await backend.client().auth.signUp({ email, password: TEST_PASSWORD });
    const [mail] = await backend.mailbox.list({ to: email });
    const code = /\b\d{6}\b/.exec(mail!.text)![0];
    const wrong = code === '000000' ? '000001' : '000000';
    const attempt = async (token: string) =>
      (await backend.client().auth.verifyOtp({ email, token, type: 'signup' })).error?.code;
    for (let i = 0; i < 10; i++) expect(await attempt(wrong)).toBe('otp_expired');
    expect(await attempt(code)).toBe('over_request_rate_limit');
  });
});
