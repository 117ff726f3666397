import { expect, it } from 'vitest';
import { handler } from './handler.ts';

const env = { get: (name: string) => ({ SITE_URL: 'https://app.example/' })[name] };
const ask = (method: string) =>
  handler(new Request('https://api.example/functions/v1/unsubscribe?token=a%26b', { method }), env);

it('leads whoever opens it to the page, and changes nothing', async () => {
  const response = await ask('GET');
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe('https://app.example/unsubscribe?token=a%26b');
});

it('takes a post only where there is a server to tell', async () => {
  expect((await ask('POST')).status).toBe(503);
  expect((await ask('PUT')).status).toBe(405);
});
