import { describe, expect, test } from 'vitest';
import { mailFromOutbox } from '../mail.ts';
import { CLOSING_KINDS } from './closing-mail.ts';

const SITE = 'https://book.example';
const mailOf = (kind: string, name = 'Studio Lumen') =>
  mailFromOutbox(
    {
      id: '1',
      to_email: 'owner@lumen.example',
      to_name: null,
      kind,
      subject: null,
      data: {
        business: {
          name,
          brand_colour: '#0f766e',
          time_zone: 'America/New_York',
          locale: 'en-US',
          time_format: 'h12',
        },
        erase_at: '2026-12-06T01:00:00+00:00',
      },
    },
    SITE,
  );

describe('the mails about a closed business', () => {
  test.each(['business_closed', 'business_erase_soon'])(
    '%s says when everything goes, in the zone of the business, and how to take it back',
    (kind) => {
      const { text, html } = mailOf(kind);
      for (const fact of ['Studio Lumen', 'December 5, 2026, 8:00 PM', 'Take it back']) {
        expect(text).toContain(fact);
        expect(html).toContain(fact);
      }
      expect(html).toContain(`href="${SITE}/"`);
    },
  );

  test('the last one leads nowhere and promises nothing', () => {
    const { text, html } = mailOf('business_erased');
    expect(text).toContain('Nobody can bring it back');
    expect(text).not.toContain('Take it back');
    expect(html).not.toContain('href=');
  });

  test.each(CLOSING_KINDS)('%s is safe whatever the business is called', (kind) => {
    const { subject, html, attachments } = mailOf(kind, '<b>Lumen\r\nBcc: x@example.com');
    expect(subject).not.toMatch(/[\r\n]/);
    expect(html).not.toContain('<b>Lumen');
    expect(attachments).toEqual([]);
  });
});
