import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  BOOT_TIMEOUT_MS,
  startTestBackend,
  type TestBackend,
  TEST_PASSWORD,
} from '#tests/harness/backend.ts';
import { createSoftPasskey, type SoftPasskey } from '#tests/harness/soft-passkey.ts';
import { relyingPartyOf } from './relying-party.ts';
import { defaultAuthSettings } from './settings.ts';
import { codeAt } from './totp.ts';

const SITE = 'https://salon.example';
const NOT_VERIFIED = { code: 'webauthn_verification_failed', status: 400 };
const NO_CHALLENGE = { code: 'webauthn_challenge_not_found', status: 400 };

describe('passkeys through an unmodified supabase-js client', () => {
  let backend: TestBackend;
  let clockOffsetMs = 0;
  beforeAll(async () => {
    backend = await startTestBackend({
      migrationsDir: null,
      realtime: false,
      siteUrl: SITE,
      now: () => new Date(Date.now() + clockOffsetMs),
    });
  }, BOOT_TIMEOUT_MS);
  afterAll(() => backend.stop());
  beforeEach(() => {
    clockOffsetMs = 0;
  });

  const begun = async (client: SupabaseClient) => {
    const { data, error } = await client.auth.passkey.startRegistration();
    expect(error).toBeNull();
    return data!;
  };
  const added = async (client: SupabaseClient, passkey = createSoftPasskey(SITE)) => {
    const { challenge_id: challengeId, options } = await begun(client);
    const answer = await client.auth.passkey.verifyRegistration({
      challengeId,
      credential: passkey.create(options),
    });
    expect(answer.error).toBeNull();
    return { passkey, id: answer.data!.id };
  };
  const asked = async () => (await backend.client().auth.passkey.startAuthentication()).data!;
  const signInWith = async (passkey: SoftPasskey, client = backend.client()) => {
    const { challenge_id: challengeId, options } = await asked();
    const credential = passkey.get(options);
    return client.auth.passkey.verifyAuthentication({ challengeId, credential });
  };

  it('asks for a key that the device finds by itself, and says whose it is', async () => {
    const { client, id, email } = await backend.signedIn();
    const { options, expires_at: expiresAt } = await begun(client);
    expect(options.rp).toEqual({ id: 'salon.example', name: 'Daybook' });
    expect(Buffer.from(options.user.id, 'base64url').toString()).toBe(id);
    expect(options.user.name).toBe(email);
    expect(options.authenticatorSelection).toMatchObject({
      residentKey: 'required',
      userVerification: 'preferred',
    });
    expect(options.attestation).toBe('none');
    expect(expiresAt - Date.now() / 1000).toBeCloseTo(300, -1);
    const again = await asked();
    expect(again.options).toMatchObject({ rpId: 'salon.example', userVerification: 'preferred' });
    expect(again.options.allowCredentials ?? []).toEqual([]);
    expect(again.options.challenge).not.toBe(options.challenge);
  });

  it('signs in whoever holds it, without a name, and remembers when', async () => {
    const { client, id: userId } = await backend.signedIn();
    const { passkey, id } = await added(client);
    expect((await client.auth.passkey.list()).data).toEqual([
      { id, created_at: expect.any(String) as string },
    ]);
    const phone = backend.client();
    const { data, error } = await signInWith(passkey, phone);
    expect(error).toBeNull();
    expect(data!.user!.id).toBe(userId);
    const level = await phone.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
      currentAuthenticationMethods: [{ method: 'passkey' }],
    });
    expect((await phone.auth.refreshSession()).error).toBeNull();
    const { data: list } = await client.auth.passkey.list();
    expect(Date.now() - Date.parse(list![0]!.last_used_at!)).toBeLessThan(60_000);
    expect((await signInWith(passkey)).error).toBeNull();
  });

  it('answers a question once, in time, and to nobody else', async () => {
    const { client } = await backend.signedIn();
    const { passkey } = await added(client);
    const first = await asked();
    const answer = { challengeId: first.challenge_id, credential: passkey.get(first.options) };
    const verify = (params: typeof answer) =>
      backend.client().auth.passkey.verifyAuthentication(params);
    expect((await verify(answer)).error).toBeNull();
    expect((await verify(answer)).error).toMatchObject(NO_CHALLENGE);

    const late = await asked();
    clockOffsetMs = 301_000;
    const tooLate = { challengeId: late.challenge_id, credential: passkey.get(late.options) };
    expect((await verify(tooLate)).error).toMatchObject({ code: 'webauthn_challenge_expired' });
    clockOffsetMs = 0;

    // An answer to another question, and the question of another person.
    const [one, other] = [await asked(), await asked()];
    const crossed = { challengeId: one.challenge_id, credential: passkey.get(other.options) };
    expect((await verify(crossed)).error).toMatchObject(NOT_VERIFIED);
    const { client: stranger } = await backend.signedIn();
    const mine = await begun(client);
    const credential = createSoftPasskey(SITE).create(mine.options);
    const stolen = { challengeId: mine.challenge_id, credential };
    expect((await stranger.auth.passkey.verifyRegistration(stolen)).error).toMatchObject(
      NO_CHALLENGE,
    );
    expect((await client.auth.passkey.verifyRegistration(stolen)).error).toBeNull();
  });

  it('takes nothing from another site, another key, another person or a copied device', async () => {
    const { client } = await backend.signedIn();
    const { passkey } = await added(client);
    passkey.origin = 'https://salon.example.evil.test';
    expect((await signInWith(passkey)).error).toMatchObject(NOT_VERIFIED);
    const phished = await begun(client);
    const made = createSoftPasskey('https://evil.test').create(phished.options);
    const fromElsewhere = { challengeId: phished.challenge_id, credential: made };
    expect((await client.auth.passkey.verifyRegistration(fromElsewhere)).error).toMatchObject(
      NOT_VERIFIED,
    );
    passkey.origin = SITE;

    // For the domain of somebody else, though on our page.
    const here = await asked();
    const foreign = passkey.get({ ...here.options, rpId: 'evil.test' });
    const forOther = { challengeId: here.challenge_id, credential: foreign };
    expect(
      (await backend.client().auth.passkey.verifyAuthentication(forOther)).error,
    ).toMatchObject(NOT_VERIFIED);

    // The name of one key and the signature of another.
    const { passkey: second } = await added(client);
    const question = await asked();
    const mixed = { ...second.get(question.options), id: passkey.get(question.options).id };
    mixed.rawId = mixed.id;
    const swapped = { challengeId: question.challenge_id, credential: mixed };
    expect((await backend.client().auth.passkey.verifyAuthentication(swapped)).error).toMatchObject(
      NOT_VERIFIED,
    );

    // Somebody else's account, named by the device.
    const { client: other, id: otherId } = await backend.signedIn();
    await added(other);
    const next = await asked();
    const impostor = passkey.get(next.options) as { response: { userHandle?: string } };
    impostor.response.userHandle = Buffer.from(otherId).toString('base64url');
    const pretended = { challengeId: next.challenge_id, credential: impostor as never };
    expect(
      (await backend.client().auth.passkey.verifyAuthentication(pretended)).error,
    ).toMatchObject(NOT_VERIFIED);

    passkey.counter = 40;
    expect((await signInWith(passkey)).error).toBeNull();
    passkey.counter = 40;
    expect((await signInWith(passkey)).error).toMatchObject(NOT_VERIFIED);
    passkey.counter = 41;
    expect((await signInWith(passkey)).error).toBeNull();
  });

  it('is unmoved by nonsense', async () => {
    const { client } = await backend.signedIn();
    await added(client);
    for (const credential of [
      {},
      { id: 7 },
      { id: 'x', rawId: 'x', type: 'public-key', response: null },
      { id: '\u0000', rawId: '\u0000', type: 'public-key', response: { userHandle: {} } },
    ] as never[]) {
      const { challenge_id: challengeId } = await asked();
      const { error } = await backend
        .client()
        .auth.passkey.verifyAuthentication({ challengeId, credential });
      expect(error).toMatchObject(NOT_VERIFIED);
      const { challenge_id: own } = await begun(client);
      const refused = await client.auth.passkey.verifyRegistration({
        challengeId: own,
        credential,
      });
      expect(refused.error).toMatchObject(NOT_VERIFIED);
    }
    const unknown = await backend
      .client()
      .auth.passkey.verifyAuthentication({ challengeId: 'x', credential: {} as never });
    expect(unknown.error).toMatchObject({ code: 'validation_failed', status: 400 });
    expect(backend.logged).toEqual([]);
  });

  it('is renamed and removed by its owner, and by nobody else', async () => {
    const { client, id: userId } = await backend.signedIn();
    const { passkey, id } = await added(client);
    const { client: stranger } = await backend.signedIn();
    const rename = (who: SupabaseClient, friendlyName: string) =>
      who.auth.passkey.update({ passkeyId: id, friendlyName });
    expect((await rename(client, 'Phone 📱')).data).toMatchObject({ friendly_name: 'Phone 📱' });
    expect((await rename(client, '')).error).toMatchObject({ code: 'validation_failed' });
    expect((await rename(client, 'x'.repeat(121))).error).toMatchObject({ status: 400 });
    expect((await rename(stranger, 'Mine')).error).toMatchObject({ status: 404 });
    expect((await stranger.auth.passkey.delete({ passkeyId: id })).error).toMatchObject({
      status: 404,
    });
    expect((await stranger.auth.passkey.list()).data).toEqual([]);
    expect((await client.auth.passkey.delete({ passkeyId: id })).error).toBeNull();
    expect((await client.auth.passkey.list()).data).toEqual([]);
    expect((await signInWith(passkey)).error).toMatchObject(NOT_VERIFIED);

    const { id: lost } = await added(client);
    const admin = backend.client({ key: backend.secretKey });
    const { data } = await admin.auth.admin.passkey.listPasskeys({ userId });
    expect(data).toMatchObject([{ id: lost }]);
    await admin.auth.admin.passkey.deletePasskey({ userId, passkeyId: lost });
    expect((await client.auth.passkey.list()).data).toEqual([]);
  });

  it('is not known twice, and an account has ten', async () => {
    const { client } = await backend.signedIn();
    const { passkey } = await added(client);
    const twice = await begun(client);
    expect(twice.options.excludeCredentials).toHaveLength(1);
    const again = { challengeId: twice.challenge_id, credential: passkey.create(twice.options) };
    expect((await client.auth.passkey.verifyRegistration(again)).error).toMatchObject({
      code: 'webauthn_credential_exists',
      status: 422,
    });
    for (let n = 1; n < 9; n += 1) await added(client);
    const [tenth, eleventh] = [await begun(client), await begun(client)];
    const answers = await Promise.all(
      [tenth, eleventh].map(({ challenge_id: challengeId, options }) =>
        client.auth.passkey.verifyRegistration({
          challengeId,
          credential: createSoftPasskey(SITE).create(options),
        }),
      ),
    );
    const codes = answers.map(({ error }) => error && (error as { code?: string }).code);
    expect(codes.toSorted()).toEqual([null, 'too_many_passkeys'].toSorted());
    expect((await client.auth.passkey.startRegistration()).error).toMatchObject({
      code: 'too_many_passkeys',
    });
  });

  it('is one factor: an account with a second step still asks for it', async () => {
    const { client, email } = await backend.signedIn();
    const { passkey, id } = await added(client);
    const { data: app } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'a' });
    const code = codeAt(app!.totp.secret, new Date());
    await client.auth.mfa.challengeAndVerify({ factorId: app!.id, code });

    const phone = backend.client();
    expect((await signInWith(passkey, phone)).error).toBeNull();
    const level = await phone.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
    const refused = { code: 'insufficient_aal', status: 403 };
    expect((await phone.auth.passkey.startRegistration()).error).toMatchObject(refused);
    expect((await phone.auth.passkey.delete({ passkeyId: id })).error).toMatchObject(refused);
    const thief = backend.client();
    await thief.auth.signInWithPassword({ email, password: TEST_PASSWORD });
    expect((await thief.auth.passkey.startRegistration()).error).toMatchObject(refused);
    await added(client);
  });

  it('lets in nobody who is banned or has not confirmed the address', async () => {
    const { client, id } = await backend.signedIn();
    const { passkey } = await added(client);
    const { sql } = backend.database;
    await sql("update auth.users set banned_until = now() + interval '1 day' where id = $1::uuid", [
      id,
    ]);
    expect((await signInWith(passkey)).error).toMatchObject({ code: 'user_banned' });
    await sql(
      'update auth.users set banned_until = null, email_confirmed_at = null where id = $1::uuid',
      [id],
    );
    expect((await signInWith(passkey)).error).toMatchObject({ code: 'email_not_confirmed' });
  });
});

describe('prompts for passkeys', () => {
  it('are limited', async () => {
    const backend = await startTestBackend({
      migrationsDir: null,
      realtime: false,
      siteUrl: SITE,
      auth: { limits: { ...defaultAuthSettings.limits!, passkeyPrompts: [2, 60] } },
    });
    const ask = async () => (await backend.client().auth.passkey.startAuthentication()).error;
    expect([await ask(), await ask()]).toEqual([null, null]);
    expect(await ask()).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
    await backend.stop();
  });
});

describe('whom passkeys are made for', () => {
  it.each([
    ['https://app.salon.example', 'app.salon.example', 'https://app.salon.example'],
    ['http://127.0.0.1:4321', 'localhost', 'http://localhost:4321'],
    ['http://[::1]:80', 'localhost', 'http://localhost'],
    ['http://localhost:5173/', 'localhost', 'http://localhost:5173'],
  ])('%s', (site, id, origin) => {
    expect(relyingPartyOf({ siteUrl: () => site })).toMatchObject({ id, origins: [origin] });
  });
});
