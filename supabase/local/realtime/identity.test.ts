import { describe, expect, test } from 'vitest';
import type { JsonObject } from './contract.ts';
import { createIdentify } from './identity.ts';

const NOW_S = 1_700_000_000;

/** Believes tokens whose last part is "signed". */
const identify = createIdentify({
  publishableKeys: ['public'],
  secretKeys: ['secret'],
  clock: { now: () => NOW_S * 1000, after: () => () => {} },
  verifyJwt: (token) => {
    const [, claims = '', signature] = token.split('.');
    if (signature !== 'signed') throw new Error('bad signature');
    return JSON.parse(Buffer.from(claims, 'base64url').toString()) as JsonObject;
  },
});

const jwt = (claims: unknown, signature = 'signed') =>
  `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`;

describe('a token', () => {
  test.each([
    ['public', 'anon'],
    ['secret', 'service_role'],
  ])('that is the %s key stands for a role and does not expire', async (token, role) => {
    expect(await identify(token)).toEqual({
      ok: true,
      identity: { token, role, claims: { role }, expiresAtMs: null },
    });
  });

  test('that is signed and in time stands for its claims', async () => {
    const claims = { role: 'authenticated', sub: 'ann', exp: NOW_S + 1 };
    const token = jwt(claims);
    expect(await identify(token)).toEqual({
      ok: true,
      identity: { token, role: 'authenticated', claims, expiresAtMs: (NOW_S + 1) * 1000 },
    });
  });

  test.each([
    ['is no JWT', 'abc', 'The token provided is not a valid JWT'],
    ['is forged', jwt({ role: 'a', exp: NOW_S + 9 }, 'no'), 'Failed to validate JWT signature'],
    ['has no readable claims', 'a.b.c', 'Failed to validate JWT signature'],
    ['has no role', jwt({ exp: NOW_S + 9 }), 'Fields `role` and `exp` are required in JWT'],
    ['never expires', jwt({ role: 'a' }), 'Fields `role` and `exp` are required in JWT'],
    ['acts as the owner', jwt({ role: 'postgres', exp: NOW_S + 9 }), 'The role postgres is not'],
    ['expires now', jwt({ role: 'anon', exp: NOW_S }), 'Token has expired 0 seconds ago'],
    ['is late', jwt({ role: 'anon', exp: NOW_S - 5 }), 'Token has expired 5 seconds ago'],
    ['is late and refused', jwt({ exp: NOW_S - 5 }, 'no'), 'Token has expired 5 seconds ago'],
  ])('that %s is refused', async (_, token, message) => {
    expect(await identify(token)).toMatchObject({
      ok: false,
      message: expect.stringContaining(message),
    });
  });
});
