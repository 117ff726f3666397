import { expect, test } from 'vitest';
import { mailFromOutbox } from '../mail.ts';
import { CODE_KIND } from './code-mail.ts';
import { mailData } from './mail-fixture.ts';

test('the code for who has been here before stands in the subject and in both texts', () => {
  const { business, client } = mailData();
  const mail = mailFromOutbox(
    {
      id: '1',
      to_email: 'ann@example.com',
      to_name: null,
      kind: CODE_KIND,
      subject: null,
      data: { business: { ...business, name: '<b>Lumen' }, client, code: '012345' },
    },
    'https://book.example',
  );
  expect(mail.subject).toBe('012345 is your code for <b>Lumen');
  expect(mail.text).toContain('\n\n012345\n\n');
  expect(mail.html).toContain('<strong>012345</strong>');
  expect(mail.html).not.toContain('<b>Lumen');
  expect(mail.text).toContain('You did not ask for it?');
});
