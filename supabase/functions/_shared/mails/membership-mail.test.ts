import { describe, expect, test } from 'vitest';
import { mailData } from './mail-fixture.ts';
import { renderMembership } from './membership-mail.ts';
import type { MembershipData } from './membership-mail.ts';

const { business, client } = mailData();
const data: MembershipData = {
  business,
  to: client,
  membership: {
    id: 'm1',
    name: 'Four cuts <1>',
    cents: 20_000,
    last4: '4242',
    decline: 'insufficient_funds',
    paid_until: '2026-12-20',
    next_try_at: '2026-12-22T15:00:00+00:00',
  },
  token: 'tok/en',
};
const site = { siteUrl: 'https://daybook.example' };

describe('a membership by mail', () => {
  test('says that a card was refused, when it is asked again, and where to pay', () => {
    const mail = renderMembership('membership_failed', data, site);
    expect(mail.subject).toBe('Your card could not be charged for Four cuts <1>');
    for (const part of [
      'your card ending in 4242',
      'asked again on December 22, 2026',
      'Price: $200.00',
      'https://daybook.example/book/studio-lumen/membership?token=tok%2Fen',
    ]) {
      expect(mail.text).toContain(part);
    }
    expect(mail.html).toContain('Four cuts &lt;1&gt;');
  });

  test('leads to the bank when that is what it wants', () => {
    const membership = {
      ...data.membership,
      decline: 'authentication_required',
      next_try_at: null,
    };
    const mail = renderMembership('membership_failed', { ...data, membership }, site);
    expect(mail.subject).toContain('Your bank wants you to confirm');
    expect(mail.text).toContain('as soon as it is paid');
    expect(mail.text).not.toContain('asked again');
  });

  test('says that it is over', () => {
    const mail = renderMembership('membership_ended', data, site);
    expect(mail.subject).toBe('Your membership Four cuts <1> has ended');
    expect(mail.text).toContain('nothing more is charged');
    expect(mail.text).not.toContain('token');
  });
});
