import { readdirSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sign } from '#supabase/functions/_shared/payments/signature.ts';
import { SIGNATURE_HEADER } from '#supabase/functions/_shared/payments/test-provider.ts';
import { AUTH_ROUTES } from '#supabase/local/auth/auth-api.ts';
import { STORAGE_ROUTES } from '#supabase/local/storage/storage-api.ts';
import { badFor } from '#supabase/tests/database/bad-input/values.ts';
import { bodyWith } from './bodies.ts';
import { HUGE, RAW } from './raw-bodies.ts';
import { everything } from './traces.ts';
import { accidentIn, ask, type World } from './world.ts';

const FUNCTIONS = fileURLToPath(new URL('../../../supabase/functions/', import.meta.url));
const WEBHOOK_SECRET = `whsec_${Buffer.from('a secret of the tests').toString('base64')}`;

/** A place that answers requests: what it reads, as it is when nothing is wrong with it but what is asked. */
type Place = {
  paths: string[];
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
};

/** Bits of addresses that some other program would trip over. */
const TRICKS = [
  '',
  'x',
  '%00',
  '%ff',
  '%E2%80%AE',
  '..%2f..%2fetc%2fpasswd',
  '%3Cscript%3E',
  "';--",
  'x'.repeat(3000),
];
const ID = '01920000-0000-7000-8000-0000000000ff';

/** Every edge function. */
const functions: Record<string, Place> = {
  payments: { paths: [''], body: { op_id: ID } },
  'payment-account': { paths: [''], body: { business_id: ID, open: true } },
  'payment-webhook': { paths: [''], headers: { [SIGNATURE_HEADER]: 't=1,v1=x' } },
  billing: { paths: [''], body: { business_id: ID, action: 'plan', plan: 'solo' } },
  'billing-webhook': { paths: [''], headers: { 'stripe-signature': 't=1,v1=x' } },
  'mail-webhook': {
    paths: [''],
    headers: { 'svix-id': 'x', 'svix-timestamp': '1', 'svix-signature': 'v1,!' },
  },
  'calendar-feed': { paths: TRICKS.map((trick) => `/${trick}.ics`) },
  unsubscribe: { paths: TRICKS.map((trick) => `?token=${trick}`) },
  'form-files': { paths: [''], headers: { 'x-upload': 'a'.repeat(64) } },
  'send-mail': { paths: [''], headers: { authorization: 'Bearer sb_secret_guess' } },
  'sweep-files': { paths: [''], headers: { authorization: 'Bearer sb_secret_guess' } },
  'outside-calendars': { paths: [''], headers: { authorization: 'Bearer sb_secret_guess' } },
};

const account = {
  email: 'not an address',
  password: 'a long password',
  data: { name: 'x' },
  code_challenge: 'x',
  code_challenge_method: 's256',
};
/** What each route of sign-in reads. No account comes to be by it. */
const signIn: Record<string, Record<string, unknown>> = {
  'POST /signup': account,
  'POST /token?grant_type=password': { email: 'nobody@example.com', password: 'x' },
  'POST /token?grant_type=refresh_token': { refresh_token: 'x' },
  'POST /token?grant_type=pkce': { auth_code: ID, code_verifier: 'x' },
  'POST /token?grant_type=__proto__': {},
  'POST /verify': {
    type: 'recovery',
    email: 'nobody@example.com',
    token: '123456',
    token_hash: '',
  },
  'POST /recover': { email: 'nobody@example.com', code_challenge: 'x' },
  'POST /otp': { email: 'not an address', create_user: false },
  'POST /magiclink': { email: 'not an address', create_user: false },
  'POST /resend': { type: 'signup', email: 'nobody@example.com' },
  'PUT /user': account,
  'POST /logout': {},
  'POST /factors': { factor_type: 'totp', friendly_name: 'x' },
  'POST /passkeys/registration/options': {},
  'POST /passkeys/registration/verify': { challenge_id: ID, credential: { id: 'x' } },
  'POST /passkeys/authentication/options': {},
  'POST /passkeys/authentication/verify': {
    challenge_id: ID,
    credential: { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: 'x' } },
  },
  'GET /verify?type=recovery&token=x': {},
  'GET /user': {},
  'GET /health': {},
  'GET /settings': {},
  'GET /.well-known/jwks.json': {},
  'GET /reauthenticate': {},
  'GET /passkeys': {},
  'GET /authorize?provider=x': {},
};

const BUCKET = 'form-files';
const file = (way: string) => TRICKS.map((trick) => `${way}/${BUCKET}/${trick || 'x'}`);
/** What can be asked of files, with what each way reads. */
const files: Record<string, Record<string, unknown>> = Object.fromEntries([
  [
    `POST /object/list/${BUCKET}`,
    { prefix: 'x', search: 'x', limit: 10, offset: 0, sortBy: { column: 'name', order: 'asc' } },
  ],
  ['POST /object/move', { bucketId: BUCKET, sourceKey: 'x', destinationKey: 'y' }],
  ['POST /object/copy', { bucketId: BUCKET, sourceKey: 'x', destinationKey: 'y' }],
  [`POST /object/sign/${BUCKET}`, { expiresIn: 60, paths: ['x'] }],
  [`POST /object/sign/${BUCKET}/x`, { expiresIn: 60 }],
  [`DELETE /object/${BUCKET}`, { prefixes: ['x'] }],
  ['GET /bucket', {}],
  [
    'POST /bucket',
    { id: 'mine', name: 'mine', public: true, file_size_limit: 1, allowed_mime_types: [] },
  ],
  [`PUT /bucket/${BUCKET}`, { public: true, file_size_limit: 1, allowed_mime_types: ['x/y'] }],
  [`DELETE /bucket/${BUCKET}`, {}],
  [`POST /bucket/${BUCKET}/empty`, {}],
  ...file('GET /object/info').map((way) => [way, {}]),
  ...file('GET /object/public').map((way) => [way, {}]),
  ...file('GET /object').map((way) => [way, {}]),
  ...file('GET /object/sign').map((way) => [`${way}?token=x`, {}]),
  ...file('PUT /object/upload/sign').map((way) => [`${way}?token=x`, {}]),
  ...file('POST /object/upload/sign').map((way) => [way, {}]),
  ...file('POST /object').map((way) => [way, { a: 1 }]),
  ...file('PUT /object').map((way) => [way, { a: 1 }]),
] as [string, Record<string, unknown>][]);

/** A megabyte is tried where something is stored. */
const VALUES = [
  ...badFor('exact'),
  ...badFor('cents'),
  ['k no text', '{"toString":1}'] as const,
].filter(
  ([what], place, all) =>
    what !== 'b a megabyte' && all.findIndex(([other]) => other === what) === place,
);

/** Every edge function, every way to sign in, every way to files. */
export const routes = (world: World): void => {
  const faults: string[] = [];
  const tell = (what: string, fault: string | null): void => {
    if (fault !== null) faults.push(`${what} ${fault}`);
  };
  const expectNothing = async (): Promise<void> => {
    expect(faults.splice(0)).toEqual([]);
    expect(await everything(world.backend.sql)).toEqual(world.traces.before);
  };

  /** One body after the other, each with one member that is bad. */
  const tryMembers = async (
    path: string,
    method: string,
    body: Record<string, unknown>,
    headers: Record<string, string> = {},
  ): Promise<void> => {
    for (const member of Object.keys(body)) {
      for (const [what, json] of VALUES) {
        const sent = bodyWith(body, member, json);
        const heard = await ask(world, path, { method, headers, body: sent });
        tell(`${method} ${path.slice(0, 60)} ${member} (${what})`, accidentIn(heard));
      }
    }
  };
  const tryRaw = async (path: string, headers: Record<string, string> = {}): Promise<void> => {
    for (const [what, raw] of RAW) {
      const heard = await ask(world, path, { ...raw, headers: { ...headers, ...raw.headers } });
      tell(`${path.slice(0, 60)} (${what})`, accidentIn(heard));
    }
  };

  describe('edge functions', () => {
    beforeAll(() => {
      vi.stubEnv('RESEND_WEBHOOK_SECRET', WEBHOOK_SECRET);
    });
    afterAll(() => {
      vi.unstubAllEnvs();
    });

    test('each of them stands in the table', () => {
      const names = readdirSync(FUNCTIONS).filter((name) =>
        existsSync(join(FUNCTIONS, name, 'index.ts')),
      );
      expect(Object.keys(functions).toSorted()).toEqual(names.toSorted());
    });

    test.each(Object.entries(functions))('%s', async (name, { paths, body = {}, headers = {} }) => {
      for (const path of paths) await tryRaw(`/functions/v1/${name}${path}`, headers);
      await tryMembers(`/functions/v1/${name}`, 'POST', body, headers);
      for (const [header] of Object.entries(headers)) {
        for (const value of ['', 'x', 't=,v1=', 'v1,', `t=${'9'.repeat(400)},v1=00`, '%00', 'é']) {
          const heard = await ask(world, `/functions/v1/${name}`, {
            headers: { ...headers, [header]: value },
            body: '{}',
          });
          tell(`${name} ${header}: ${value.slice(0, 20)}`, accidentIn(heard));
        }
      }
      await expectNothing();
    });

    test.each(HUGE)(
      'a body larger than any of ours %s is refused by a webhook',
      async (_, huge) => {
        const { status } = await ask(world, '/functions/v1/payment-webhook', huge());
        expect(status).toBe(413);
      },
    );

    test('a message that is signed and makes no sense has no effect', async () => {
      const now = Math.floor(Date.now() / 1000);
      for (const [, raw] of RAW) {
        const body = raw.body ?? '';
        if (typeof body !== 'string' || raw.method !== undefined) continue;
        const payment = await sign(body, world.backend.secretKey, now);
        const heard = await ask(world, '/functions/v1/payment-webhook', {
          headers: { [SIGNATURE_HEADER]: payment },
          body,
        });
        tell(`payment-webhook ${body.slice(0, 60)}`, accidentIn(heard));
        const mail = await ask(world, '/functions/v1/mail-webhook', {
          headers: await signedAsMail(body, now),
          body,
        });
        tell(`mail-webhook ${body.slice(0, 60)}`, accidentIn(mail));
      }
      await expectNothing();
    });
  });

  describe('sign-in', () => {
    test('each way stands in the table', () => {
      const named = Object.keys(signIn).map((way) => way.replace(/\?.*/, ''));
      expect([...new Set(named)].toSorted()).toEqual(AUTH_ROUTES.toSorted());
    });

    test.each(Object.entries(signIn))('%s', async (way, body) => {
      const [method, path] = way.split(' ') as [string, string];
      await tryRaw(`/auth/v1${path}`);
      if (method !== 'GET') await tryMembers(`/auth/v1${path}`, method, body);
      await expectNothing();
    });

    test('addresses that are tricks', async () => {
      for (const trick of TRICKS) {
        for (const path of [
          `verify?type=${trick}&token=${trick}&redirect_to=${trick}`,
          `factors/${trick}/challenge`,
          `passkeys/${trick}`,
          `admin/users/${trick}`,
        ]) {
          for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
            const heard = await ask(world, `/auth/v1/${path}`, { method });
            tell(`${method} ${path.slice(0, 60)}`, accidentIn(heard));
          }
        }
      }
      await expectNothing();
    });
  });

  describe('files', () => {
    test('each way stands in the table', () => {
      const named = Object.keys(files).map((way) => way.replace(/\?.*/, ''));
      const missing = STORAGE_ROUTES.filter(
        ([methods, path]) =>
          !named.some((way) => {
            const [method, address] = way.split(' ') as [string, string];
            return methods.split(' ').includes(method) && path.test(address);
          }),
      );
      expect(missing).toEqual([]);
    });

    test.each(Object.entries(files))('%s', async (way, body) => {
      const [method, path] = way.split(' ') as [string, string];
      const hasBody = Object.keys(body).length > 0;
      if (path.length < 100 && hasBody) await tryRaw(`/storage/v1${path}`);
      if (method === 'GET' || !hasBody) {
        tell(way.slice(0, 60), accidentIn(await ask(world, `/storage/v1${path}`, { method })));
      } else {
        await tryMembers(`/storage/v1${path}`, method, body);
      }
      await expectNothing();
    });
  });

  test.each([
    '/',
    '/rest/v1/',
    '/rest/v1/rpc/',
    '/functions/v1/',
    '/auth/v1/',
    '/storage/v1/',
    '/_pay/',
    '/_mail/',
  ])('an address under %s that is none', async (start) => {
    for (const trick of TRICKS) {
      const heard = await ask(world, `${start}${trick}`, { body: '{}' });
      tell(`${start}${trick.slice(0, 40)}`, accidentIn(heard));
    }
    await expectNothing();
  });
};

const signedAsMail = async (body: string, now: number): Promise<Record<string, string>> => {
  const key = await crypto.subtle.importKey(
    'raw',
    Buffer.from(WEBHOOK_SECRET.slice('whsec_'.length), 'base64'),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const signature = await crypto.subtle.sign('HMAC', key, Buffer.from(`id.${now}.${body}`));
  return {
    'svix-id': 'id',
    'svix-timestamp': String(now),
    'svix-signature': `v1,${Buffer.from(signature).toString('base64')}`,
  };
};
