import { describe, expect, test } from 'vitest';
import { mailData } from './mail-fixture.ts';
import { renderRefund } from './refund-mail.ts';
import type { RefundData } from './refund-mail.ts';

const { business } = mailData();
const data: RefundData = {
  business,
  client: { first_name: 'Nia <1>' },
  cents: 500,
  currency: 'USD',
  is_gift_card: false,
  card: { brand: 'visa', last4: '4242' },
};

describe('a refund by mail', () => {
  test('says how much of what goes back to which card', () => {
    const mail = renderRefund(data, { siteUrl: 'https://book.example' });
    expect(mail.subject).toBe('Studio Lumen gives you $5.00 back');
    expect(mail.text).toContain('$5.00 of your deposit');
    expect(mail.text).toContain('the card ending in 4242');
    expect(mail.html).toContain('Dear Nia &lt;1&gt;,');
  });

  test('of a bill that was paid online', () => {
    const mail = renderRefund({ ...data, is_bill: true }, { siteUrl: 'https://book.example' });
    expect(mail.text).toContain('$5.00 of what you paid online');
  });

  test('of a gift card, to somebody of whom only the address is known', () => {
    const mail = renderRefund(
      { ...data, is_gift_card: true, card: null, client: { first_name: null } },
      { siteUrl: 'https://book.example' },
    );
    expect(mail.text).toContain('$5.00 of the gift card that you bought');
    expect(mail.text).toContain('the card that you paid with');
    expect(mail.text).not.toContain('Dear');
  });
});
