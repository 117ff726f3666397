import { describe, expect, test } from 'vitest';
import { renderGiftCard } from './gift-card-mail.ts';
import type { GiftCardData } from './gift-card-mail.ts';
import { mailData } from './mail-fixture.ts';

const { business } = mailData();
const data: GiftCardData = {
  business,
  to: { name: 'Bea <1>', email: 'bea@example.com' },
  from: 'Ann Okafor',
  is_own: false,
  cents: 5000,
  message: 'Happy birthday!',
  deliver_on: '2026-12-24',
  receipt: '7KQ2M-1',
};
const site = { siteUrl: 'https://daybook.example' };

describe('a gift card by mail', () => {
  test('brings the code, the words of who bought it, and the way to book', () => {
    const mail = renderGiftCard('gift_card', { ...data, code: '7KQ2MX09B4TA' }, site);
    expect(mail.subject).toBe('Ann Okafor sends you a gift card for Studio Lumen');
    for (const line of ['Code: 7KQ2-MX09-B4TA', 'Worth: $50.00', 'Happy birthday!', 'From: Ann']) {
      expect(mail.text).toContain(line);
    }
    expect(mail.text).toContain('https://daybook.example/book/studio-lumen');
    expect(mail.text).toContain('/book/studio-lumen/gift-card?check=#7KQ2-MX09-B4TA');
    expect(mail.text).not.toContain('Can be used until');
    expect(mail.text).not.toContain('Receipt');
    expect(mail.html).toContain('Dear Bea &lt;1&gt;,');
  });

  test('tells who bought it for somebody else when it goes where, without the code', () => {
    const mail = renderGiftCard('gift_card_bought', data, site);
    expect(mail.subject).toBe('Your gift card for Bea <1> is paid');
    expect(mail.text).toContain('It goes to bea@example.com on December 24, 2026');
    expect(mail.text).toContain('Receipt: 7KQ2M-1');
    expect(mail.text).not.toContain('Code');
  });

  test('says until when it can be used, and names nobody who was not named', () => {
    const sold = { ...data, from: null, receipt: null, expires_on: '2031-11-22' };
    const mail = renderGiftCard('gift_card', { ...sold, code: '7KQ2MX09B4TA' }, site);
    expect(mail.subject).toBe('A gift card for Studio Lumen');
    expect(mail.text).toContain('Can be used until: November 22, 2031');
    expect(mail.text).not.toContain('From:');
    expect(mail.text).not.toContain('null');
  });

  test('is the receipt as well for who bought it for themself', () => {
    const to = { name: 'Ann Okafor', email: 'ann@example.com' };
    const own = { ...data, to, is_own: true, message: null };
    const mail = renderGiftCard('gift_card', { ...own, code: '7KQ2MX09B4TA' }, site);
    expect(mail.subject).toBe('Your gift card for Studio Lumen');
    expect(mail.text).toContain('Receipt: 7KQ2M-1');
    expect(mail.text).not.toContain('From:');
  });

  test('in the words of the business, with the message of who bought it', () => {
    const words = { subject: '{{gift_balance}} for {{client_name}}', body: 'Use {{gift_code}}.' };
    const mail = renderGiftCard('gift_card', { ...data, words, code: '7KQ2MX09B4TA' }, site);
    expect(mail.subject).toBe('$50.00 for Bea <1>');
    expect(mail.text).toContain('Use 7KQ2-MX09-B4TA.\n\nHappy birthday!');
    expect(renderGiftCard('gift_card_bought', { ...data, words }, site).subject).toContain(
      'is paid',
    );
  });
});
