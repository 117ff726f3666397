import { describe, expect, test } from 'vitest';
import { mailFromOutbox } from '../mail.ts';
import { renderInvitation } from './invitation-mail.ts';
import type { InvitationData } from './invitation-mail.ts';

const data: InvitationData = {
  business: {
    name: 'Studio Lumen',
    email: 'hello@lumen.example',
    phone: '+1 718 555 0142',
    brand_colour: '#0f766e',
    time_zone: 'America/New_York',
    locale: 'en-US',
  },
  membership_id: 'm',
  role: 'front_desk',
  token: 'a-_b+c',
  expires_at: '2026-11-28T01:00:00+00:00',
};
const link = 'https://book.example/join?token=a-_b%2Bc';

describe('an invitation', () => {
  test('says who invites, as what, until when, and leads to the page where one joins', () => {
    const mail = renderInvitation(data, { siteUrl: 'https://book.example' });
    for (const fact of ['Studio Lumen', 'front desk', 'November 27, 2026', '+1 718 555 0142']) {
      expect(mail.text).toContain(fact);
      expect(mail.html).toContain(fact);
    }
    expect(mail.text).toContain(link);
    expect(mail.html).toContain(`href="${link}"`);
  });

  test('leaves the outbox without a calendar file, whatever the business is called', () => {
    const name = '<b>Lumen\r\nBcc: x@example.com';
    const mail = mailFromOutbox(
      {
        id: '1',
        to_email: 'nia@mail.example',
        to_name: null,
        kind: 'invitation',
        subject: null,
        data: { ...data, business: { ...data.business, name } },
      },
      'https://book.example',
    );
    expect(mail.attachments).toEqual([]);
    expect(mail.subject).not.toMatch(/[\r\n]/);
    expect(mail.html).not.toContain('<b>Lumen');
  });
});
