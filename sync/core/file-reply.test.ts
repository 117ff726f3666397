import { expect, test } from 'vitest';
import type { RawReply } from './failure.ts';
import { fileVerdict } from './file-reply.ts';

const reply = (status: number, body?: unknown, html = false): RawReply => ({
  kind: 'reply',
  status,
  body,
  html,
  retryAfter: null,
});
const wrapped = (statusCode: string, error: string, message = ''): RawReply =>
  reply(400, { statusCode, error, message });

test.each<[string, RawReply, unknown]>([
  ['stored', reply(200, { Id: 'x' }), { kind: 'done' }],
  ['stored before, the answer was lost', wrapped('409', 'Duplicate'), { kind: 'done' }],
  ['nobody answered', { kind: 'unreachable' }, { kind: 'network', portal: false }],
  ['a sign-in page of the network', reply(200, undefined, true), { kind: 'network', portal: true }],
  ['a redirect', reply(302, undefined, true), { kind: 'network', portal: true }],
  ['an old token', wrapped('403', 'InvalidJWT', 'jwt expired'), { kind: 'auth' }],
  ['no token', reply(401), { kind: 'auth' }],
  ['no right', wrapped('403', 'Unauthorized'), { kind: 'refused', code: 'not_allowed' }],
  ['too large', reply(413), { kind: 'refused', code: 'payload_too_large' }],
  [
    'a kind that the bucket does not take',
    wrapped('415', 'x'),
    { kind: 'refused', code: 'bad_answer' },
  ],
  ['no bucket yet', wrapped('404', 'Bucket not found'), { kind: 'later' }],
  ['a busy server', reply(503), { kind: 'later' }],
  ['a page of the gateway', reply(403, undefined, true), { kind: 'later' }],
])('%s', (_, given, expected) => expect(fileVerdict(given)).toEqual(expected));
