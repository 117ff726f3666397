import { expect, it } from 'vitest';
import { mailFromOutbox, unsubscribeHeaders } from './mail.ts';
import { mailData } from './mails/mail-fixture.ts';

const mailOf = (kind: string, more: object = {}) =>
  mailFromOutbox(
    {
      id: 'm1',
      to_email: 'ann@x.example',
      to_name: null,
      kind,
      subject: null,
      data: mailData(more),
    },
    'https://app.example',
    'https://api.example',
  );

it('an invitation can be ended by one press, in the mail program and in the mail', () => {
  const mail = mailOf('rebook', { unsubscribe_token: 'a&b' });
  expect(unsubscribeHeaders(mail)).toEqual({
    'List-Unsubscribe': '<https://api.example/functions/v1/unsubscribe?token=a%26b>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  expect(mail.text).toContain(
    'No more of these mails:\nhttps://app.example/unsubscribe?token=a%26b',
  );
  expect(mail.html).toContain('href="https://app.example/unsubscribe?token=a%26b"');
  expect(mail.attachments).toEqual([]);
});

it('what somebody has booked cannot be unsubscribed from', () => {
  const mail = mailOf('reminder_1');
  expect(unsubscribeHeaders(mail)).toEqual({});
  expect(mail.text).not.toContain('unsubscribe');
});
