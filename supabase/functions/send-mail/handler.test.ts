import { expect, it } from 'vitest';
import { handler } from './handler.ts';

const call = async (authorization: string | null, env: Record<string, string>) => {
  const headers: Record<string, string> = authorization === null ? {} : { authorization };
  const request = new Request('http://127.0.0.1/functions/v1/send-mail', {
    method: 'POST',
    headers,
  });
  return handler(request, { get: (name) => env[name] });
};

it.each([
  ['nobody', null, { SUPABASE_SECRET_KEY: 'secret' }],
  ['somebody with another key', 'Bearer other', { SUPABASE_SECRET_KEY: 'secret' }],
  ['anybody where no key is set', 'Bearer undefined', {}],
])('delivers mail for the secret key only, not for %s', async (_name, authorization, env) => {
  expect((await call(authorization, env)).status).toBe(401);
});

it('says so when the project has no mail provider', async () => {
  const response = await call('Bearer secret', { SUPABASE_SECRET_KEY: 'secret' });
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({ code: 'not_configured' });
});
