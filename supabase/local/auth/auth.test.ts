import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  BOOT_TIMEOUT_MS,
  startTestBackend,
  type TestBackend,
  TEST_PASSWORD,
} from '#tests/harness/backend.ts';

describe('sign-in through an unmodified supabase-js client', () => {
  let backend: TestBackend;
  let clockOffsetMs = 0;
  beforeAll(async () => {
    backend = await startTestBackend({
      migrationsDir: null,
      realtime: false,
      now: () => new Date(Date.now() + clockOffsetMs),
    });
  }, BOOT_TIMEOUT_MS);
  afterAll(() => backend.stop());
  beforeEach(async () => {
    clockOffsetMs = 0;
    await backend.mailbox.clear();
  });

  const newest = async (to: string) => (await backend.mailbox.list({ to }))[0]!;
  const linkIn = (text: string) => /https?:\/\/\S+/.exec(text)![0];
  const codeIn = (text: string) => /\b\d{6}\b/.exec(text)![0];
  const open = async (link: string) => {
    const response = await fetch(link, { redirect: 'manual' });
    return new URL(response.headers.get('location')!);
  };
  const callback = () => `${backend.url}/auth/callback`;
  let addresses = 0;
  const address = () => `somebody-${++addresses}@auth.example`;

  async function signedUp() {
    const email = address();
    const client = backend.client();
    const { data, error } = await client.auth.signUp({
      email,
      password: TEST_PASSWORD,
      options: { emailRedirectTo: callback(), data: { first_name: 'Ada' } },
    });
    expect(error).toBeNull();
    return { email, client, data };
  }

  describe('signing up', () => {
    it('mails a link that leads back to the app with a code for a session', async () => {
      const { email, client, data } = await signedUp();
      expect(data.session).toBeNull();
      expect(data.user).toMatchObject({ email, user_metadata: { first_name: 'Ada' } });

      const mail = await newest(email);
      expect(mail.subject).toBe('Confirm your e-mail address');
      expect(mail.html).toContain(linkIn(mail.text).replaceAll('&', '&amp;'));
      expect(linkIn(mail.text)).toMatch(`${backend.url}/auth/v1/verify?token=pkce_`);

      const back = await open(linkIn(mail.text));
      expect(back.origin + back.pathname).toBe(callback());
      const session = await client.auth.exchangeCodeForSession(back.searchParams.get('code')!);
      expect(session.error).toBeNull();
      expect(session.data.user).toMatchObject({ email });
      expect(session.data.user!.email_confirmed_at).toBeDefined();
      expect((await client.auth.getUser()).data.user!.user_metadata).toMatchObject({
        first_name: 'Ada',
        email_verified: true,
      });
    });

    it('can be finished with the code in the mail, typed on /verify-email', async () => {
      const { email, client } = await signedUp();
      const token = codeIn((await newest(email)).text);
      const { data, error } = await client.auth.verifyOtp({ email, token, type: 'email' });
      expect(error).toBeNull();
      expect(data.session?.user.email).toBe(email);
    });

    it('does not let anybody in before the address is confirmed', async () => {
      const { email, client } = await signedUp();
      const { error } = await client.auth.signInWithPassword({ email, password: TEST_PASSWORD });
      expect(error).toMatchObject({ code: 'email_not_confirmed', status: 400 });
    });

    it('answers the same for an address that is taken, and mails its owner nothing', async () => {
      const { email } = await backend.signedIn(address());
      const { data, error } = await backend
        .client()
        .auth.signUp({ email, password: 'another password' });
      expect(error).toBeNull();
      expect(data.user).toMatchObject({ email, identities: [] });
      expect(data.session).toBeNull();
      expect(await backend.mailbox.list({ to: email })).toEqual([]);
    });

    it('again for an unconfirmed address mails a fresh link; only the fresh one works', async () => {
      const { email } = await signedUp();
      const first = linkIn((await newest(email)).text);
      await backend.client().auth.signUp({ email, password: 'a different password' });
      const second = linkIn((await newest(email)).text);
      expect((await open(first)).hash).toContain('error_code=otp_expired');
      expect((await open(second)).href).toMatch(/[?#&](code|access_token)=/);
    });

    it.each([
      ['a short password', { email: 'x@auth.example', password: 'short' }, 'weak_password'],
      [
        'a password bcrypt would cut',
        { email: 'x@auth.example', password: 'x'.repeat(73) },
        'validation_failed',
      ],
      ['no address', { email: 'nobody', password: TEST_PASSWORD }, 'validation_failed'],
      [
        'an address with a line break',
        { email: 'a@b.example\nBcc: c@d.example', password: TEST_PASSWORD },
        'validation_failed',
      ],
    ])('refuses %s', async (_name, credentials, code) => {
      const { error } = await backend.client().auth.signUp(credentials);
      expect(error?.code).toBe(code);
    });
  });

  describe('links', () => {
    it('work once', async () => {
      const { email } = await signedUp();
      const link = linkIn((await newest(email)).text);
      await open(link);
      const again = await open(link);
      expect(again.searchParams.get('error_code')).toBe('otp_expired');
      expect(again.origin + again.pathname).toBe(callback());
    });

    it('stop working after an hour', async () => {
      const { email } = await signedUp();
      clockOffsetMs = 3_601_000;
      const back = await open(linkIn((await newest(email)).text));
      expect(back.searchParams.get('error_code')).toBe('otp_expired');
    });

    it('never lead to a foreign address', async () => {
      const email = address();
      await backend.client().auth.signUp({
        email,
        password: TEST_PASSWORD,
        options: { emailRedirectTo: 'https://evil.example/auth/callback' },
      });
      expect((await open(linkIn((await newest(email)).text))).origin).toBe(backend.url);
    });

    it('do not follow a foreign address written into them later', async () => {
      const { email } = await signedUp();
      const link = new URL(linkIn((await newest(email)).text));
      link.searchParams.set('redirect_to', 'https://evil.example/');
      expect((await open(link.href)).origin).toBe(backend.url);
    });

    it('give the code only to the browser that asked for it', async () => {
      const { email } = await signedUp();
      const code = (await open(linkIn((await newest(email)).text))).searchParams.get('code')!;
      const thief = backend.client();
      const attempt = await thief.auth.exchangeCodeForSession(code);
      expect(attempt.error).not.toBeNull();
      const response = await fetch(`${backend.url}/auth/v1/token?grant_type=pkce`, {
        method: 'POST',
        headers: { apikey: backend.publishableKey },
        body: JSON.stringify({ auth_code: code, code_verifier: 'x'.repeat(50) }),
      });
      expect(await response.json()).toMatchObject({ error_code: 'bad_code_verifier' });
    });

    it('carry the session itself when the client did not ask for a code', async () => {
      const email = address();
      await fetch(`${backend.url}/auth/v1/signup`, {
        method: 'POST',
        headers: { apikey: backend.publishableKey },
        body: JSON.stringify({ email, password: TEST_PASSWORD }),
      });
      const back = await open(linkIn((await newest(email)).text));
      const hash = new URLSearchParams(back.hash.slice(1));
      expect(hash.get('type')).toBe('signup');
      const { data } = await backend.client().auth.setSession({
        access_token: hash.get('access_token')!,
        refresh_token: hash.get('refresh_token')!,
      });
      expect(data.user?.email).toBe(email);
    });
  });

  describe('a forgotten password', () => {
    it('is replaced through the mailed link, which ends all other sessions', async () => {
      const { email, client: oldDevice } = await backend.signedIn(address());
      const client = backend.client();
      const redirectTo = `${backend.url}/update-password`;
      await client.auth.resetPasswordForEmail(email, { redirectTo });

      const mail = await newest(email);
      expect(mail.subject).toBe('Set a new password');
      const back = await open(linkIn(mail.text));
      expect(back.pathname).toBe('/update-password');
      const { data } = await client.auth.exchangeCodeForSession(back.searchParams.get('code')!);
      expect(data.session).not.toBeNull();
      const { error } = await client.auth.updateUser({ password: 'a brand new password' });
      expect(error).toBeNull();

      expect((await oldDevice.auth.refreshSession()).error).not.toBeNull();
      const signIn = (password: string) =>
        backend.client().auth.signInWithPassword({ email, password });
      expect((await signIn(TEST_PASSWORD)).error?.code).toBe('invalid_credentials');
      expect((await signIn('a brand new password')).error).toBeNull();
    });

    it('of an unknown address is answered the same, without a mail', async () => {
      const email = address();
      const { error } = await backend.client().auth.resetPasswordForEmail(email);
      expect(error).toBeNull();
      expect(await backend.mailbox.list({ to: email })).toEqual([]);
    });

    it('must not be replaced by the same one', async () => {
      const { client } = await backend.signedIn();
      const { error } = await client.auth.updateUser({ password: TEST_PASSWORD });
      expect(error?.code).toBe('same_password');
    });
  });

  it('resending mails a fresh confirmation; for others the answer is the same', async () => {
    const { email, client } = await signedUp();
    const before = linkIn((await newest(email)).text);
    await client.auth.resend({ type: 'signup', email, options: { emailRedirectTo: callback() } });
    const after = linkIn((await newest(email)).text);
    expect(after).not.toBe(before);
    expect((await open(after)).searchParams.get('code')).toBeTruthy();

    const { error } = await client.auth.resend({ type: 'signup', email: address() });
    expect(error).toBeNull();
  });

  it('a sign-in link opens an existing account without its password', async () => {
    const { email } = await backend.signedIn(address());
    const client = backend.client();
    await client.auth.signInWithOtp({ email, options: { emailRedirectTo: callback() } });
    const back = await open(linkIn((await newest(email)).text));
    const { data } = await client.auth.exchangeCodeForSession(back.searchParams.get('code')!);
    expect(data.user?.email).toBe(email);
  });

  it('an address changes only after the old and the new one said yes', async () => {
    const { email, client } = await backend.signedIn(address());
    const fresh = address();
    await client.auth.updateUser({ email: fresh });
    expect((await client.auth.getUser()).data.user).toMatchObject({ email, new_email: fresh });
    const halfway = await open(linkIn((await newest(fresh)).text));
    expect(halfway.hash).toContain('message=');
    expect((await client.auth.getUser()).data.user?.email).toBe(email);
    await open(linkIn((await newest(email)).text));
    expect((await client.auth.getUser()).data.user?.email).toBe(fresh);
  });

  describe('sessions', () => {
    const claimsOf = (token: string) =>
      JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<
        string,
        unknown
      >;

    it('carry who it is, at which assurance level and how that was proved', async () => {
      const { client, id, email } = await backend.signedIn();
      const { data } = await client.auth.getSession();
      expect(claimsOf(data.session!.access_token)).toMatchObject({
        sub: id,
        email,
        role: 'authenticated',
        aud: 'authenticated',
        aal: 'aal1',
        amr: [{ method: 'password' }],
        iss: `${backend.url}/auth/v1`,
        is_anonymous: false,
      });
      expect(data.session!.expires_in).toBe(900);
      const level = await client.auth.mfa.getAuthenticatorAssuranceLevel();
      expect(level.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
    });

    it('are refused for a wrong password and for nobody in the same words', async () => {
      const { email } = await backend.signedIn();
      const attempt = async (who: string) => {
        const { error } = await backend
          .client()
          .auth.signInWithPassword({ email: who, password: 'wrong password' });
        return { code: error!.code, message: error!.message, status: error!.status };
      };
      expect(await attempt(email)).toEqual(await attempt('nobody@auth.example'));
    });

    it('get a new refresh token each time; the old one works again only for a moment', async () => {
      const { client } = await backend.signedIn();
      const first = (await client.auth.getSession()).data.session!;
      clockOffsetMs = 2_000;
      const second = (await client.auth.refreshSession()).data.session!;
      expect(second.refresh_token).not.toBe(first.refresh_token);
      expect(second.access_token).not.toBe(first.access_token);

      const otherTab = await backend.client().auth.refreshSession(first);
      expect(otherTab.error).toBeNull();
    });

    it('end when a used refresh token turns up again later', async () => {
      const { client } = await backend.signedIn();
      const stolen = (await client.auth.getSession()).data.session!;
      await client.auth.refreshSession();
      await client.auth.refreshSession();
      clockOffsetMs = 60_000;
      const thief = await backend.client().auth.refreshSession(stolen);
      expect(thief.error?.code).toBe('refresh_token_already_used');
      expect((await client.auth.refreshSession()).error).not.toBeNull();
    });

    it('survive a lost answer: the token before an unused one still works', async () => {
      const { client } = await backend.signedIn();
      const before = (await client.auth.getSession()).data.session!;
      await client.auth.refreshSession();
      clockOffsetMs = 60_000;
      expect((await backend.client().auth.refreshSession(before)).error).toBeNull();
    });

    it('of an unknown refresh token do not exist', async () => {
      const { error } = await backend
        .client()
        .auth.refreshSession({ refresh_token: 'made up token value' });
      expect(error?.code).toBe('refresh_token_not_found');
    });

    it.each([
      ['local', { own: false, other: true }],
      ['others', { own: true, other: false }],
      ['global', { own: false, other: false }],
    ] as const)('signing out with scope %s', async (scope, alive) => {
      const { client, email } = await backend.signedIn();
      const other = backend.client();
      await other.auth.signInWithPassword({ email, password: TEST_PASSWORD });
      const own = (await client.auth.getSession()).data.session!;
      expect((await client.auth.signOut({ scope })).error).toBeNull();
      const works = async (token: string) =>
        (await backend.client().auth.refreshSession({ refresh_token: token })).error === null;
      const others = (await other.auth.getSession()).data.session!;
      expect({
        own: await works(own.refresh_token),
        other: await works(others.refresh_token),
      }).toEqual(alive);
    });

    it('that have ended are recognised by their token', async () => {
      const { client } = await backend.signedIn();
      const { access_token: token } = (await client.auth.getSession()).data.session!;
      await client.auth.signOut({ scope: 'global' });
      const { error } = await backend.client().auth.getUser(token);
      expect(error?.name).toBe('AuthSessionMissingError');
    });

    it('with an expired, foreign or mangled token are nobody’s', async () => {
      const expired = await backend.signToken({ sub: crypto.randomUUID() }, -10);
      for (const token of [expired, 'a.b.c', 'nonsense']) {
        const { error } = await backend.client().auth.getUser(token);
        expect(error).toMatchObject({ status: 403, code: 'bad_jwt' });
      }
    });

    it('of a banned person are neither started nor continued', async () => {
      const { client, id, email } = await backend.signedIn();
      await backend.sql(
        `update auth.users set banned_until = now() + interval '1 day' where id = $1`,
        [id],
      );
      expect((await client.auth.refreshSession()).error?.code).toBe('user_banned');
      const again = await backend
        .client()
        .auth.signInWithPassword({ email, password: TEST_PASSWORD });
      expect(again.error?.code).toBe('user_banned');
    });
  });

  describe('administration', () => {
    it('needs the secret key', async () => {
      const { client } = await backend.signedIn();
      const { error } = await client.auth.admin.listUsers();
      expect(error).toMatchObject({ status: 403, code: 'not_admin' });
    });

    it('creates, finds, changes and deletes people', async () => {
      const admin = backend.client({ key: backend.secretKey }).auth.admin;
      const email = address();
      const created = await admin.createUser({
        email,
        password: TEST_PASSWORD,
        email_confirm: true,
        app_metadata: { plan: 'pro' },
      });
      const id = created.data.user!.id;
      expect(created.data.user).toMatchObject({ email, app_metadata: { plan: 'pro' } });
      expect((await admin.createUser({ email })).error?.code).toBe('email_exists');
      await admin.updateUserById(id, { user_metadata: { first_name: 'Eve' } });
      expect((await admin.getUserById(id)).data.user?.user_metadata['first_name']).toBe('Eve');
      expect((await admin.listUsers()).data.users.map((user) => user.id)).toContain(id);
      await admin.deleteUser(id);
      expect((await admin.getUserById(id)).error).not.toBeNull();
    });
  });

  it('passwords hashed by SQL, as seeds do it, open the account', async () => {
    const email = address();
    await backend.sql(
      `insert into auth.users (id, email, encrypted_password, email_confirmed_at)
       values (gen_random_uuid(), $1, extensions.crypt('seeded password', extensions.gen_salt('bf')), now())`,
      [email],
    );
    const { error } = await backend
      .client()
      .auth.signInWithPassword({ email, password: 'seeded password' });
    expect(error).toBeNull();
  });

  it('the public settings say what is offered', async () => {
    const response = await fetch(`${backend.url}/auth/v1/settings`, {
      headers: { apikey: backend.publishableKey },
    });
    expect(await response.json()).toMatchObject({
      mailer_autoconfirm: false,
      disable_signup: false,
    });
  });

  it('nothing of this was worth an error in the log', () => {
    expect(backend.logged.filter((entry) => entry.level === 'error')).toEqual([]);
  });
});
