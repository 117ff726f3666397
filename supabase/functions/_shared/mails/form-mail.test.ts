import { describe, expect, test } from 'vitest';
import { renderFormRequest } from './form-mail.ts';
import type { FormRequestData } from './form-mail.ts';
import { mailData } from './mail-fixture.ts';

const { business, client } = mailData();
const data: FormRequestData = {
  business,
  client,
  form: { name: 'Health <1>', key: 'key' },
  form_token: 'tok',
  starts_at: null,
};
const site = { siteUrl: 'https://daybook.example' };

describe('the mail that asks for a form', () => {
  test('names the form and leads to it', () => {
    const mail = renderFormRequest(data, site);
    expect(mail.subject).toBe('Please fill in a form for Studio Lumen');
    expect(mail.text).toContain('Health <1>:\nhttps://daybook.example/form/key?token=tok');
    expect(mail.html).toContain('Health &lt;1&gt;');
    expect(mail.text).not.toContain('Before your visit');
  });

  test('says before which visit, and uses the words of the business', () => {
    const mail = renderFormRequest(
      {
        ...data,
        starts_at: '2026-11-21T15:00:00+00:00',
        words: { subject: 'Form for {{date}}', body: 'Dear {{client_first_name}}.' },
      },
      site,
    );
    expect(mail.subject).toBe('Form for Sat, Nov 21');
    expect(mail.text).toContain('Dear Ann.');
    expect(mail.text).toContain('Before your visit: Saturday, November 21, 10:00 AM');
  });
});
