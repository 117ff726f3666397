import { describe, expect, test } from 'vitest';
import { mailFromOutbox } from '../mail.ts';
import { mailData } from './mail-fixture.ts';
import { WAITLIST_KINDS } from './waitlist-mail.ts';
import type { WaitlistData } from './waitlist-mail.ts';

const SITE = 'https://book.example';
const { business, client } = mailData();

const mailOf = (kind: string, change: Partial<WaitlistData> = {}, entry: object = {}) =>
  mailFromOutbox(
    {
      id: '1',
      to_email: 'ann@example.com',
      to_name: null,
      kind,
      subject: null,
      data: {
        business,
        client,
        token: kind === 'waitlist_joined' ? 'tok/1' : null,
        entry: {
          id: '019a-entry',
          state: 'waiting',
          items: [
            { service_name: 'Cut', staff_names: ['Mara', 'Theo'] },
            { service_name: 'Colour', staff_names: [] },
          ],
          windows: [
            {
              from_day: '2026-11-23',
              to_day: '2026-12-04',
              weekdays: [0, 2],
              from_min: 1020,
              to_min: 1440,
            },
          ],
          expires_at: '2026-12-05T05:00:00+00:00',
          time_zone: 'America/New_York',
          ...entry,
        },
        ...change,
      },
    },
    SITE,
  );

describe('the mails about the waitlist', () => {
  test('a guardian reads for whom the place is', () => {
    const about = { client: { ...client, dependant: 'Tim & Co' } };
    const { text, html } = mailOf('waitlist_joined', about);
    expect(text).toContain('For: Tim & Co');
    expect(html).toContain('Tim &amp; Co');
  });

  test('who joined reads what they wait for, and has a link with which they can leave', () => {
    const { subject, text, html, attachments } = mailOf('waitlist_joined');
    expect(subject).toBe('You’re on the waitlist of Studio Lumen');
    for (const fact of [
      'Hello Ann,',
      'Nothing is booked yet.',
      'Cut with Mara or Theo',
      'Colour',
      'Nov 23 – Dec 4, Mon, Wed, from 5:00 PM',
      'America/New_York',
      'leave the waitlist',
      '+1 718 555 0142',
    ]) {
      expect(text).toContain(fact);
      expect(html).toContain(fact);
    }
    const link = `${SITE}/book/studio-lumen/waitlist-confirmation?token=tok%2F1`;
    expect(text).toContain(link);
    expect(html).toContain(`href="${link}"`);
    expect(attachments).toEqual([]);
  });

  test.each([
    ['expired', 'no time came free'],
    ['cancelled', 'has taken you off their waitlist'],
  ] as const)('of a place that is %s it says why, and leads to the booking page', (state, why) => {
    const { text, html } = mailOf('waitlist_closed', {}, { state });
    expect(text).toContain(why);
    expect(text).toContain('Nothing is booked.');
    expect(html).toContain(`href="${SITE}/book/studio-lumen"`);
    expect(html).not.toContain('token=');
  });

  const offer = {
    id: '019a-offer',
    starts_at: '2026-11-25T19:00:00+00:00',
    ends_at: '2026-11-25T20:00:00+00:00',
    expires_at: '2026-11-24T17:30:00.123456+00:00',
    state: 'sent' as const,
    staff_names: ['Theo', 'Mara'],
  };

  test('an offer says what and when, until when it counts, and leads to the answer', () => {
    const { subject, text, html } = mailOf('waitlist_offer', { offer, token: 'tok/2' });
    expect(subject).toBe('A time came free at Studio Lumen: Wed, Nov 25, 2:00 PM');
    for (const fact of [
      'You can take it until Tue, Nov 24, 12:30 PM.',
      'Nothing is booked until you say yes.',
      'Cut with Theo',
      'Colour with Mara',
      '2:00 – 3:00 PM',
      'America/New_York',
      'please say so',
    ]) {
      expect(text).toContain(fact);
      expect(html).toContain(fact);
    }
    expect(text).not.toContain('Nov 23 – Dec 4');
    expect(html).toContain(`href="${SITE}/book/studio-lumen/waitlist-confirmation?token=tok%2F2"`);
  });

  test.each([
    ['superseded', 'somebody else was faster'],
    ['withdrawn', 'had to take back what they offered you'],
  ] as const)('an offer that is %s is over: it says why, and that they wait on', (state, why) => {
    const { text } = mailOf('waitlist_offer_over', { offer: { ...offer, state }, token: 'tok/3' });
    expect(text).toContain(why);
    expect(text).toContain('Nothing is booked. You are still on the waitlist');
    expect(text).toContain('View or leave the waitlist');
  });

  test.each(WAITLIST_KINDS)('%s is safe whatever somebody is called', (kind) => {
    const { subject, html } = mailOf(kind, {
      business: { ...business, name: '<b>Lumen\r\nBcc: x@example.com' },
      client: { ...client, first_name: '<i>Ann' },
    });
    expect(subject).not.toMatch(/[\r\n]/);
    expect(html).not.toContain('<b>Lumen');
    expect(html).not.toContain('<i>Ann');
  });

  test('an offer in the words of the business says the time, until when, and where', () => {
    const { subject, text, html } = mailOf('waitlist_offer', {
      offer,
      token: 'tok/2',
      words: { subject: 'Free: {{time}} & more', body: '{{greeting}} <b>{{offer_link}}</b>' },
    });
    expect(subject).toMatch(/^Free: \d+:\d\d [AP]M & more$/);
    expect(text).toContain(
      `Hello Ann, <b>${SITE}/book/studio-lumen/waitlist-confirmation?token=tok%2F2</b>`,
    );
    expect(html).not.toContain('<b>https');
  });
});
