import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { resendEvents } from './resend-events.ts';

const KEY = Buffer.from('the secret of the webhook');
const NOW = 1_800_000_000;
const MAIL = '4ef9a417-02e9-4d39-ad75-9611e0fcc33c';
const read = resendEvents(`whsec_${KEY.toString('base64')}`);

const signature = (body: string, at = NOW, key = KEY) =>
  createHmac('sha256', key).update(`msg_1.${at}.${body}`).digest('base64');
const headers = (signatures: string, at: number | string = NOW) =>
  new Headers({
    'svix-id': 'msg_1',
    'svix-timestamp': String(at),
    'svix-signature': signatures,
  });
const told = (type: string, data: object = { tags: { mail_id: MAIL } }) =>
  JSON.stringify({ type, data });
const hear = (body: string) => read(body, headers(`v1,${signature(body)}`), NOW);

it.each([
  ['email.delivered', {}, { event: 'delivered', forGood: false }],
  ['email.opened', {}, { event: 'opened', forGood: false }],
  ['email.complained', {}, { event: 'complained', forGood: false }],
  ['email.bounced', { bounce: { type: 'Permanent' } }, { event: 'bounced', forGood: true }],
  ['email.bounced', { bounce: { type: 'Transient' } }, { event: 'bounced', forGood: false }],
])('%s %o', async (type, more, expected) => {
  const body = told(type, { tags: { mail_id: MAIL }, ...more });
  expect(await hear(body)).toEqual({ mailId: MAIL, ...expected });
});

it.each([
  ['another kind of message', told('email.clicked')],
  ['a mail that is none of ours', told('email.delivered', { tags: { category: 'sign-in' } })],
  ['a mail without tags', told('email.delivered', {})],
  ['a tag that is no id', told('email.delivered', { tags: { mail_id: 'x' } })],
])('%s is nothing that we keep', async (_, body) => {
  expect(await hear(body)).toBeNull();
});

it('reads tags as a list as well', async () => {
  const tags = [{ name: 'mail_id', value: MAIL }];
  expect(await hear(told('email.opened', { tags }))).toMatchObject({ mailId: MAIL });
});

it('takes any of several signatures, while keys change', async () => {
  const body = told('email.opened');
  const old = signature(body, NOW, Buffer.from('another'));
  expect(await read(body, headers(`v1,${old} v1a,x v1,${signature(body)}`), NOW)).toMatchObject({
    mailId: MAIL,
  });
});

const body = told('email.bounced');
it.each([
  ['of somebody else', headers(`v1,${signature(body, NOW, Buffer.from('guessed'))}`)],
  ['over other words', headers(`v1,${signature(`${body} `)}`)],
  ['that is none', headers('v1,%%%')],
  ['of another version', headers(`v2,${signature(body)}`)],
  ['of long ago', headers(`v1,${signature(body, NOW - 301)}`, NOW - 301)],
  ['of tomorrow', headers(`v1,${signature(body, NOW + 301)}`, NOW + 301)],
  ['without a time', headers(`v1,${signature(body)}`, '')],
  ['that is missing', new Headers()],
])('a signature %s is forged', async (_, sent) => {
  expect(await read(body, sent, NOW)).toBe('forged');
});
