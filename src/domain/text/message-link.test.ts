import { expect, it } from 'vitest';
import { mailLink, smsLink } from './message-link.ts';

it('fills the phone’s own messages, whatever the number and the text look like', () => {
  expect(smsLink('+1 (718) 555-0100', 'Hi Ann & Bob, 10:15?\nSorry')).toBe(
    'sms:+17185550100?&body=Hi%20Ann%20%26%20Bob%2C%2010%3A15%3F%0ASorry',
  );
});

it('fills a mail, and lets no address add fields of its own', () => {
  expect(mailLink('ann@mail.example', 'Running late', 'Hi Ann')).toBe(
    'mailto:ann@mail.example?subject=Running%20late&body=Hi%20Ann',
  );
  expect(mailLink('a?bcc=x@y.z', 's', 't')).toBe('mailto:a%3Fbcc%3Dx@y.z?subject=s&body=t');
});
