import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SupabaseClient } from '@supabase/supabase-js';
import {
  BOOT_TIMEOUT_MS,
  startTestBackend,
  type TestBackend,
  TEST_PASSWORD,
} from '#tests/harness/backend.ts';
import { codeAt } from './totp.ts';

describe('a second factor through an unmodified supabase-js client', () => {
  let backend: TestBackend;
  let clockOffsetMs = 0;
  beforeAll(async () => {
    backend = await startTestBackend({
      migrationsDir: null,
      realtime: false,
      now: () => new Date(Date.now() + clockOffsetMs),
      auth: {
        limits: {
          failedSignInsPerAccount: [1_000, 60],
          failedSignInsPerAddress: [1_000, 60],
          signUpsPerAddress: [1_000, 60],
          mailsPerRecipient: [1_000, 60],
          wrongCodesPerAddress: [1_000, 60],
          wrongCodesPerAccount: [5, 60],
          passkeyPrompts: [1_000, 60],
        },
      },
    });
  }, BOOT_TIMEOUT_MS);
  afterAll(() => backend.stop());
  beforeEach(() => {
    clockOffsetMs = 0;
  });

  const codeOf = (secret: string) => codeAt(secret, new Date(Date.now() + clockOffsetMs));
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const levelOf = async (client: SupabaseClient) =>
    (await client.auth.mfa.getAuthenticatorAssuranceLevel()).data;

  const enrolled = async (client: SupabaseClient, friendlyName = 'phone') => {
    const { data, error } = await client.auth.mfa.enroll({
      factorType: 'totp',
      friendlyName,
      issuer: 'Salon "A&B"',
    });
    expect(error).toBeNull();
    return data!;
  };
  const confirmed = async (client: SupabaseClient, friendlyName = 'phone') => {
    const { id, totp } = await enrolled(client, friendlyName);
    const answer = await client.auth.mfa.challengeAndVerify({
      factorId: id,
      code: codeOf(totp.secret),
    });
    expect(answer.error).toBeNull();
    return { id, secret: totp.secret };
  };
  const again = async (email: string) => {
    const client = backend.client();
    await client.auth.signInWithPassword({ email, password: TEST_PASSWORD });
    return client;
  };

  it('is told once, as a key, an address and a picture', async () => {
    const { client, email } = await backend.signedIn();
    const { type, friendly_name: name, totp } = await enrolled(client);
    expect({ type, name }).toEqual({ type: 'totp', name: 'phone' });
    expect(totp.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
    const uri = new URL(totp.uri);
    expect(uri.searchParams.get('issuer')).toBe('Salon "A&B"');
    expect(decodeURIComponent(uri.pathname)).toContain(email);
    const { data } = await client.auth.getUser();
    expect(data.user!.factors).toMatchObject([{ status: 'unverified', friendly_name: 'phone' }]);
    expect(JSON.stringify(data)).not.toContain(totp.secret);
  });

  it('counts from the first right code on, and makes the session aal2', async () => {
    const { client } = await backend.signedIn();
    expect(await levelOf(client)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
    const { id, totp } = await enrolled(client);
    const refused = await client.auth.mfa.challengeAndVerify({
      factorId: id,
      code: wrong(codeOf(totp.secret)),
    });
    expect(refused.error).toMatchObject({ code: 'mfa_verification_failed', status: 422 });
    expect(await levelOf(client)).toMatchObject({ nextLevel: 'aal1' });

    const events: string[] = [];
    client.auth.onAuthStateChange((event) => void events.push(event));
    const { data } = await client.auth.mfa.challengeAndVerify({
      factorId: id,
      code: codeOf(totp.secret),
    });
    expect(data!.user.factors).toMatchObject([{ id, status: 'verified' }]);
    expect(await levelOf(client)).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
      currentAuthenticationMethods: [{ method: 'totp' }, { method: 'password' }],
    });
    expect(events).toContain('MFA_CHALLENGE_VERIFIED');
    await client.auth.refreshSession();
    expect(await levelOf(client)).toMatchObject({ currentLevel: 'aal2' });
  });

  it('ends the sessions that have shown none, and asks the next ones for it', async () => {
    const { client, email } = await backend.signedIn();
    const other = await again(email);
    const { secret, id } = await confirmed(client);
    expect((await other.auth.refreshSession()).error).not.toBeNull();
    expect((await client.auth.refreshSession()).error).toBeNull();

    const next = await again(email);
    expect(await levelOf(next)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
    const { data } = await next.auth.mfa.listFactors();
    expect(data!.totp).toMatchObject([{ id }]);
    await next.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret) });
    expect(await levelOf(next)).toMatchObject({ currentLevel: 'aal2' });
    // The first one is as strong as it was.
    expect((await client.auth.refreshSession()).error).toBeNull();
  });

  it('the password alone changes neither password nor e-mail nor factors', async () => {
    const { client, email } = await backend.signedIn();
    const { id } = await confirmed(client);
    const thief = await again(email);
    const refusals = [
      await thief.auth.updateUser({ password: 'a password of the thief' }),
      await thief.auth.updateUser({ email: 'thief@auth.example' }),
      await thief.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'mine' }),
      await thief.auth.mfa.unenroll({ factorId: id }),
    ];
    expect(refusals.map(({ error }) => [error?.status, error?.code])).toEqual([
      [401, 'insufficient_aal'],
      [401, 'insufficient_aal'],
      [403, 'insufficient_aal'],
      [422, 'insufficient_aal'],
    ]);
    expect((await thief.auth.updateUser({ data: { first_name: 'Eve' } })).error).toBeNull();
    expect((await client.auth.updateUser({ password: 'chosen by the owner' })).error).toBeNull();
  });

  it('several count, each by itself; removing the one in use takes the session back to aal1', async () => {
    const { client, email } = await backend.signedIn();
    const phone = await confirmed(client, 'phone');
    const tablet = await confirmed(client, 'tablet');
    const conflict = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' });
    expect(conflict.error).toMatchObject({ code: 'mfa_factor_name_conflict', status: 422 });

    const withTablet = await again(email);
    await withTablet.auth.mfa.challengeAndVerify({
      factorId: tablet.id,
      code: codeOf(tablet.secret),
    });
    expect((await withTablet.auth.mfa.unenroll({ factorId: tablet.id })).data).toEqual({
      id: tablet.id,
    });
    await withTablet.auth.refreshSession();
    expect(await levelOf(withTablet)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
    await withTablet.auth.mfa.challengeAndVerify({
      factorId: phone.id,
      code: codeOf(phone.secret),
    });
    expect(await levelOf(withTablet)).toMatchObject({ currentLevel: 'aal2' });
    await withTablet.auth.mfa.unenroll({ factorId: phone.id });
    await withTablet.auth.refreshSession();
    expect(await levelOf(withTablet)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
  });

  it('of somebody else, or that never was, is not found', async () => {
    const mine = await backend.signedIn();
    const theirs = await backend.signedIn();
    const { id, secret } = await confirmed(theirs.client);
    for (const factorId of [id, crypto.randomUUID(), "' or true --"]) {
      const answers = [
        await mine.client.auth.mfa.challenge({ factorId }),
        await mine.client.auth.mfa.unenroll({ factorId }),
      ];
      for (const { error } of answers) {
        expect(error).toMatchObject({ code: 'mfa_factor_not_found', status: 404 });
      }
    }
    const asked = await theirs.client.auth.mfa.challenge({ factorId: id });
    const own = await enrolled(mine.client);
    const crossed = await mine.client.auth.mfa.verify({
      factorId: own.id,
      challengeId: asked.data!.id,
      code: codeOf(secret),
    });
    expect(crossed.error).toMatchObject({ code: 'mfa_factor_not_found' });
  });

  it('a challenge is answered once, and within five minutes', async () => {
    const { client } = await backend.signedIn();
    const { id, totp } = await enrolled(client);
    const ask = async () => (await client.auth.mfa.challenge({ factorId: id })).data!;
    const late = await ask();
    expect(late.type).toBe('totp');
    expect(late.expires_at * 1000 - Date.now()).toBeGreaterThan(290_000);
    clockOffsetMs = 301_000;
    const answer = (challengeId: string) =>
      client.auth.mfa.verify({ factorId: id, challengeId, code: codeOf(totp.secret) });
    expect((await answer(late.id)).error).toMatchObject({ code: 'mfa_challenge_expired' });
    const fresh = await ask();
    expect((await answer(fresh.id)).error).toBeNull();
    expect((await answer(fresh.id)).error).toMatchObject({ status: 422 });
  });

  it('cannot be guessed: after a few wrong codes even the right one has to wait', async () => {
    const { client } = await backend.signedIn();
    const { id, totp } = await enrolled(client);
    for (let n = 0; n < 5; n += 1) {
      await client.auth.mfa.challengeAndVerify({
        factorId: id,
        code: wrong(codeOf(totp.secret)),
      });
    }
    const right = () =>
      client.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(totp.secret) });
    expect((await right()).error).toMatchObject({ code: 'over_request_rate_limit', status: 429 });
    clockOffsetMs = 61_000;
    expect((await right()).error).toBeNull();
  });

  it.each(['phone', 'webauthn', 'pigeon'])('%s is not offered', async (factorType) => {
    const { client } = await backend.signedIn();
    const { error } = await client.auth.mfa.enroll({ factorType, friendlyName: 'x' } as never);
    expect(error?.code).toBe('validation_failed');
  });

  it('whoever has lost every app gets back in through the secret key', async () => {
    const { client, id: userId, email } = await backend.signedIn();
    const { id } = await confirmed(client);
    const admin = backend.client({ key: backend.secretKey }).auth.admin.mfa;
    const listed = await admin.listFactors({ userId });
    expect(listed.data!.factors).toMatchObject([{ id, status: 'verified' }]);
    expect((await admin.deleteFactor({ userId, id })).error).toBeNull();
    expect(await levelOf(await again(email))).toMatchObject({ nextLevel: 'aal1' });
    const { error } = await client.auth.admin.mfa.listFactors({ userId });
    expect(error?.code).toBe('not_admin');
  });

  it('nothing of this was worth an error in the log', () => {
    expect(backend.logged.filter((entry) => entry.level === 'error')).toEqual([]);
  });
});
