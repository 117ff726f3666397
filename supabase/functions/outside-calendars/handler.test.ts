import { expect, it } from 'vitest';
import { handler } from './handler.ts';

const call = async (authorization: string | null, env: Record<string, string>) => {
  const headers: Record<string, string> = authorization === null ? {} : { authorization };
  const request = new Request('http://127.0.0.1/functions/v1/outside-calendars', {
    method: 'POST',
    headers,
  });
  return (await handler(request, { get: (name) => env[name] })).status;
};

it('reads calendars for the secret key only, and only where it knows of which database', async () => {
  const env = { SUPABASE_SECRET_KEY: 'secret' };
  expect(await call(null, env)).toBe(401);
  expect(await call('Bearer other', env)).toBe(401);
  expect(await call('Bearer undefined', {})).toBe(401);
  expect(await call('Bearer secret', env)).toBe(503);
});
