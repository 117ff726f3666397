import { expect, test } from 'vitest';
import { failureOf, type RawReply } from './failure.ts';

const reply = (status: number, body: unknown = {}, more: object = {}): RawReply => ({
  kind: 'reply',
  status,
  body,
  html: false,
  retryAfter: null,
  ...more,
});
const network = { kind: 'network', portal: false };
const portal = { kind: 'network', portal: true };
const server = { kind: 'server', retryAfterMs: null };

test.each<[string, RawReply, unknown]>([
  ['a good answer', reply(200, { ok: true }), null],
  ['a refusal as data', reply(200, { ok: false, code: 'reset' }), null],
  ['no connection', { kind: 'unreachable' }, network],
  ['no answer in time', { kind: 'timeout' }, network],
  ['a page with status 200', reply(200, undefined, { html: true }), portal],
  ['a redirect', reply(302, undefined, { html: true }), portal],
  ['network authentication required', reply(511), portal],
  ['a cut body', reply(200, null, { body: undefined }), server],
  ['401', reply(401), { kind: 'auth' }],
  ['a token that cannot be decoded', reply(400, { code: 'PGRST301' }), { kind: 'auth' }],
  ['a token that ended', reply(403, { code: 'PGRST303' }), { kind: 'auth' }],
  ['the only words we read', reply(500, { message: 'JWT expired' }), { kind: 'auth' }],
  ['other words are not read', reply(500, { message: 'token expired, not a JWT' }), server],
  ['not allowed', reply(403, { code: '42501' }), { kind: 'denied' }],
  ['a forgotten grant', reply(401, { code: '42501' }), { kind: 'auth' }],
  ['a firewall page', reply(403, undefined, { html: true }), server],
  ['too large', reply(413), { kind: 'too-large' }],
  ['busy', reply(503), server],
  [
    'too many requests',
    reply(429, {}, { retryAfter: '7' }),
    { kind: 'server', retryAfterMs: 7000 },
  ],
  ['a gateway page', reply(502, undefined, { html: true }), server],
  ['a deadlock', reply(400, { code: '40P01' }), server],
  ['a statement that took too long', reply(400, { code: '57014' }), server],
  ['a full disk', reply(400, { code: '53100' }), server],
  ['a function that is not there yet', reply(404, { code: 'PGRST202' }), server],
  [
    'arguments that cannot be read',
    reply(400, { code: '22P02' }),
    { kind: 'rejected', code: '22P02' },
  ],
  ['an unknown refusal', reply(418), { kind: 'rejected', code: '418' }],
])('[SYN-42] %s', (_what, raw, expected) => {
  expect(failureOf(raw, 0)).toEqual(expected);
});

test.each([
  ['Sat, 21 Nov 2026 09:00:10 GMT', 10_000],
  ['Sat, 21 Nov 2026 08:00:00 GMT', 0],
  ['999999', 300_000],
  ['soon', null],
  ['', null],
])('[SYN-43] Retry-After %s', (retryAfter, retryAfterMs) => {
  const nowMs = Date.UTC(2026, 10, 21, 9);
  expect(failureOf(reply(503, {}, { retryAfter }), nowMs)).toEqual({
    kind: 'server',
    retryAfterMs,
  });
});
