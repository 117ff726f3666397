import { expect, test } from 'vitest';
import { mailFromOutbox } from '../mail.ts';
import { BIRTHDAY_KIND, renderBirthday } from './birthday-mail.ts';
import { mailData } from './mail-fixture.ts';

const { business, client } = mailData();
const data = { business, client, unsubscribe_token: 'tok' };
const site = { siteUrl: 'https://daybook.example' };

test('wishes of a birthday lead to the booking page, and to an end of such mails', () => {
  const { subject, text, html } = renderBirthday(data, site);
  expect(subject).toBe('Happy birthday from Studio Lumen');
  expect(text).toContain('Hello Ann,');
  for (const link of [
    'https://daybook.example/book/studio-lumen',
    'https://daybook.example/unsubscribe?token=tok',
  ]) {
    expect(text).toContain(link);
    expect(html).toContain(`href="${link}"`);
  }
});

test('the words of the business are escaped, and mail programs can end such mails themselves', () => {
  const words = { subject: 'Dear {{client_first_name}}', body: '<b>10 %</b> for {{client_name}}' };
  const mail = mailFromOutbox(
    {
      id: '1',
      to_email: 'a@x.example',
      to_name: null,
      kind: BIRTHDAY_KIND,
      subject: null,
      data: { ...data, words },
    },
    site.siteUrl,
  );
  expect(mail.subject).toBe('Dear Ann');
  expect(mail.html).toContain('&lt;b&gt;10 %&lt;/b&gt; for Ann Okafor');
  expect(mail.unsubscribeUrl).toContain('/functions/v1/unsubscribe?token=tok');
});
