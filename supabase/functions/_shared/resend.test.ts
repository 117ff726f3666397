import { afterEach, expect, it, vi } from 'vitest';
import type { Mail } from './mail.ts';
import { resendSender } from './resend.ts';

const mail = (more: Partial<Mail> = {}): Mail => ({
  id: 'mail-1',
  to: { email: 'ann@x.example', name: 'Ann "A" Doe' },
  subject: 'You’re booked',
  text: 'See you.',
  html: '<p>See you.</p>',
  kind: 'booking_confirmed',
  attachments: [{ filename: 'visit.ics', contentType: 'text/calendar', content: 'BEGIN: Café' }],
  unsubscribeUrl: 'https://api.example/functions/v1/unsubscribe?token=t',
  ...more,
});

/** What was posted, and what is answered. */
const network = (status: number) => {
  const posted: { url: string; init: RequestInit }[] = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    posted.push({ url, init });
    return Promise.resolve(new Response('{"message":"no"}', { status }));
  });
  return posted;
};
const send = resendSender('key', 'Studio Lumen <hello@mail.example>');

afterEach(() => {
  vi.unstubAllGlobals();
});

it('posts the mail with its id as the key, so that a second try sends nothing twice', async () => {
  const posted = network(200);
  await send(mail());
  await send(mail());
  expect(posted).toHaveLength(2);
  const [{ url, init }] = posted as [(typeof posted)[number]];
  expect(url).toBe('https://api.resend.com/emails');
  expect(init).toMatchObject({
    method: 'POST',
    headers: {
      authorization: 'Bearer key',
      'content-type': 'application/json',
      'idempotency-key': 'mail-1',
    },
  });
  expect(posted[1]?.init.body).toBe(init.body);
  expect(JSON.parse(init.body as string)).toEqual({
    from: 'Studio Lumen <hello@mail.example>',
    // A quote in a name does not end it.
    to: ['"Ann A Doe" <ann@x.example>'],
    subject: 'You’re booked',
    headers: {
      'List-Unsubscribe': '<https://api.example/functions/v1/unsubscribe?token=t>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    tags: [{ name: 'mail_id', value: 'mail-1' }],
    text: 'See you.',
    html: '<p>See you.</p>',
    attachments: [
      {
        filename: 'visit.ics',
        content_type: 'text/calendar',
        content: Buffer.from('BEGIN: Café', 'utf8').toString('base64'),
      },
    ],
  });
});

it('leaves out what a mail does not have', async () => {
  const posted = network(200);
  const to = { email: 'ann@x.example', name: null };
  await send(mail({ to, html: null, attachments: [], unsubscribeUrl: null }));
  expect(JSON.parse(posted[0]?.init.body as string)).toEqual({
    from: 'Studio Lumen <hello@mail.example>',
    to: ['ann@x.example'],
    subject: 'You’re booked',
    headers: {},
    tags: [{ name: 'mail_id', value: 'mail-1' }],
    text: 'See you.',
    attachments: [],
  });
});

it.each([400, 401, 422, 429, 500, 503])(
  'an answer of %i is no sent mail: it is tried again',
  async (status) => {
    network(status);
    await expect(send(mail())).rejects.toThrow(`the mail provider answered ${status}`);
  },
);
