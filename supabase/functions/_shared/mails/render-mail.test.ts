import { describe, expect, test } from 'vitest';
import { MAIL_KINDS } from './mail-data.ts';
import type { MailData } from './mail-data.ts';
import { renderMail } from './render-mail.ts';
import { calendarOf, mailData } from './mail-fixture.ts';

/** What is over is not told again. */
const VISIT_KINDS = MAIL_KINDS.filter((kind) => kind !== 'thank_you' && kind !== 'rebook');

const options = { siteUrl: 'https://book.example', now: new Date('2026-11-20T12:00:00Z') };

describe('every message', () => {
  test.each(VISIT_KINDS)('%s says when, what, where and who in text and in HTML', (kind) => {
    const mail = renderMail(kind, mailData(), options);
    for (const fact of [
      'Studio Lumen',
      'Saturday, November 21, 2026',
      '10:00 – 11:15 AM',
      'EST',
      'Cut and finish',
      'Mara Lindqvist',
      '$85.00',
      '214 Court Street',
      'Brooklyn, NY 11201',
    ]) {
      expect(mail.text).toContain(fact);
      expect(mail.html).toContain(fact);
    }
    expect(mail.subject).toContain('Studio Lumen');
  });

  test.each(MAIL_KINDS)('%s leaves no placeholder and no missing value behind', (kind) => {
    const mail = renderMail(kind, mailData(), options);
    for (const part of [mail.subject, mail.text, mail.html]) {
      expect(part).not.toMatch(/\{\{|\}\}|undefined|null|NaN|Invalid|\[object/);
    }
  });

  test.each(MAIL_KINDS)(
    '%s is a readable page: language, title, one heading, layout tables',
    (kind) => {
      const { html, subject } = renderMail(kind, mailData(), options);
      expect(html).toContain('<html lang="en"');
      expect(html).toContain(`<title>${subject.replaceAll('&', '&amp;')}</title>`);
      expect(html.match(/<h1/g)).toHaveLength(1);
      expect(html.match(/<table(?!\s+role="presentation")/g)).toBeNull();
      expect(html).toContain('prefers-color-scheme: dark');
    },
  );
});

describe('words of the business', () => {
  const evil = '<script>alert(1)</script> & "quoted" {{client_first_name}} {{nothing}}';

  test('replace the built-in ones, are escaped, and are filled once', () => {
    const data = mailData({
      words: { subject: `${evil}\r\nBcc: x@evil.example`, body: `${evil}\n\nSecond.` },
    });
    data.client.first_name = '{{business_name}}<b>';
    const { subject, html, text } = renderMail('reminder_1', data, options);
    expect(subject).toBe(
      '<script>alert(1)</script> & "quoted" {{business_name}}<b> {{nothing}} Bcc: x@evil.example',
    );
    expect(text).toContain(
      '<script>alert(1)</script> & "quoted" {{business_name}}<b> {{nothing}}\n\nSecond.',
    );
    expect(html).not.toMatch(/<script|<b>/);
    expect(html).toContain(
      '&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quoted&quot; {{business_name}}&lt;b&gt;',
    );
  });

  test('what is not changed stays as it is built in', () => {
    const data = mailData({ words: { subject: null, body: 'See you.' } });
    const own = renderMail('booking_confirmed', data, options);
    expect(own.subject).toBe(renderMail('booking_confirmed', mailData(), options).subject);
    expect(own.text).toContain('See you.');
  });

  test.each([
    ['declined', 'Not possible'],
    ['expired', 'Not possible'],
  ])('a request that is %s was never booked', (status, subject) => {
    const data = mailData();
    data.appointment.status = status;
    expect(renderMail('cancelled_by_business', data, options).subject).toMatch(subject);
  });
});

describe('what each message asks for', () => {
  const manage = 'https://book.example/cancel-appointment?token=tok-123';

  test.each([
    ['requested', true],
    ['confirmed', false],
    ['none', false],
  ] as const)(
    'a reminder of a visit whose confirmation is %s asks again: %s',
    (confirmation, asks) => {
      const data = mailData();
      data.appointment.confirmation = confirmation;
      const { text, html } = renderMail('reminder_2', data, options);
      expect(text.startsWith(asks ? 'Are you coming?' : 'See you soon')).toBe(true);
      expect(text.includes('You have not told us yet')).toBe(asks);
      expect(text).toContain(`${asks ? 'Yes, or change it' : 'Change or cancel'}:\n${manage}`);
      expect(html).toContain(`href="${manage}"`);
    },
  );

  test('a seat in a class is not asked about again', () => {
    const data = mailData();
    Object.assign(data.appointment, { confirmation: 'requested', seats: 2 });
    expect(renderMail('reminder_1', data, options).text).not.toContain('Are you coming?');
  });

  test('a confirmation links to the page where it can be changed, and names the deadline', () => {
    const { text, html } = renderMail('booking_confirmed', mailData(), options);
    expect(text).toContain(manage);
    expect(html).toContain(`href="${manage}"`);
    expect(text).toContain('until Friday, November 20, 10:00 AM (EST)');
  });

  test('without an online deadline the phone number is what helps', () => {
    const { text } = renderMail('booking_confirmed', mailData({ cancel_until: null }), options);
    expect(text).toContain('call +1 718 555 0142');
    expect(text).not.toContain('until');
  });

  test('a deadline that has passed is not named', () => {
    const late = { ...options, now: new Date('2026-11-20T16:00:00Z') };
    const { text } = renderMail('booking_confirmed', mailData(), late);
    expect(text).not.toContain('until');
    expect(text).toContain('call +1 718 555 0142');
  });

  test('a request that was turned down never was an appointment', () => {
    const data = mailData();
    data.appointment.status = 'declined';
    const { subject, text } = renderMail('cancelled_by_business', data, options);
    expect(subject).toMatch(/^Not possible/);
    expect(text).toContain('Nothing is booked');
    expect(text).not.toMatch(/had to cancel|Cancelled/);
  });

  test('a request never reads as confirmed', () => {
    const { subject, text } = renderMail('booking_requested', mailData(), options);
    expect(subject).toMatch(/^Request received/);
    expect(text).toContain('not confirmed until');
  });

  test('a moved appointment says where it was', () => {
    const moved = mailData({ previous_starts_at: '2026-11-19T20:30:00+00:00' });
    expect(renderMail('rescheduled', moved, options).text).toContain(
      'It was on Thursday, November 19, 3:30 PM',
    );
  });

  test('a cancelled appointment offers booking again, not managing it', () => {
    for (const kind of ['cancelled_by_client', 'cancelled_by_business'] as const) {
      const { text } = renderMail(kind, mailData(), options);
      expect(text).toContain('https://book.example/book/studio-lumen');
      expect(text).not.toContain('cancel-appointment');
    }
  });

  test('seats of a class say how many they are; who waits is not called booked', () => {
    const data = mailData();
    data.appointment.seats = 2;
    const { text, html } = renderMail('booking_confirmed', data, options);
    expect(text).toContain('Cut and finish, 2 seats with Mara Lindqvist: $85.00');
    expect(html).toContain('Cut and finish, 2 seats');
    data.appointment.status = 'pending';
    const waiting = renderMail('seats_waiting', data, options);
    expect(waiting.subject).toMatch(/^Waitlist/);
    expect(waiting.text).not.toMatch(/confirmed|You’re booked/);
    expect(waiting.text).toContain(manage);
    expect(calendarOf(waiting.ics)['STATUS']).toBe('TENTATIVE');
    // Nobody is reminded of what is not theirs.
    expect(waiting.ics).not.toContain('VALARM');
    expect(calendarOf(waiting.ics)['DESCRIPTION']).toContain('View or leave the waitlist: ');
    data.appointment.seats = 1;
    expect(renderMail('seats_changed', data, options).text).not.toContain('seats with');
  });

  test('a visit that wants forms links to each, and does not ask twice for what has not changed', () => {
    const data = mailData({
      forms: [
        { name: 'Health <b>', key: 'key-1', each_visit: false },
        { name: 'Today', key: 'key-2', each_visit: true },
      ],
    });
    const { text, html } = renderMail('booking_confirmed', data, options);
    expect(text).toContain(
      '- Health <b>: https://book.example/form/key-1?token=tok-123\n  Filled in before',
    );
    expect(text).toContain('- Today: https://book.example/form/key-2?token=tok-123\n\n');
    expect(html).toContain('href="https://book.example/form/key-1?token=tok-123"');
    expect(html).toContain('Health &lt;b&gt;');
    const without = renderMail('booking_confirmed', { ...data, manage_token: null }, options);
    expect(without.text).not.toContain('fill in');
  });

  test('a deposit says how much, what is left, and leads to where it is paid', () => {
    const data = mailData({
      deposit_cents: 2000,
      asked_cents: 2500,
      words: { subject: null, body: 'Pay {{deposit}}; {{balance}} is left.' },
    });
    const { text, ics } = renderMail('deposit_request', data, options);
    expect(text).toContain('Pay $20.00; $60.00 is left.');
    expect(text).toContain(`Pay the deposit:\n${manage}`);
    expect(ics).toBeNull();
    data.appointment.segments[0]!.price_kind = 'from';
    expect(renderMail('deposit_request', data, options).text).toContain('Pay $20.00;  is left.');
    expect(text).not.toContain('kept for you until');
    data.keep_until = data.appointment.starts_at;
    expect(renderMail('deposit_request', data, options).text).toMatch(
      /The time is kept for you until \w+, \w+ \d+, .+ Unpaid, it is given to somebody else\./,
    );
  });

  test('who did not come is offered another time, not the old one', () => {
    const { text, ics } = renderMail('no_show', mailData({ manage_token: null }), options);
    expect(text).toContain('https://book.example/book/studio-lumen');
    expect(text).not.toContain('cancel-appointment');
    expect(ics).toBeNull();
  });

  test('how to prepare stands in what is sent of a visit, and not of one that is gone', () => {
    const data = mailData();
    data.appointment.prep_notes = ['Come with <dry> hair.\nNo spray.', 'Bring your glasses.'];
    const { text, html } = renderMail('reminder_1', data, options);
    expect(text).toContain(
      'Before you come:\nCome with <dry> hair.\nNo spray.\nBring your glasses.',
    );
    expect(html).toContain('Come with &lt;dry&gt; hair.<br />');
    expect(renderMail('cancelled_by_client', data, options).text).not.toContain('Before you come');
    expect(renderMail('reminder_1', mailData(), options).html).not.toContain('Before you come');
  });

  test('the reason of the business is quoted', () => {
    const data = mailData();
    data.appointment.cancel_reason = 'Mara is ill';
    expect(renderMail('cancelled_by_business', data, options).text).toContain('“Mara is ill”');
  });
});

describe('prices', () => {
  const segment = mailData().appointment.segments[0]!;
  const totalOf = (
    ...prices: [MailData['appointment']['segments'][number]['price_kind'], number][]
  ) => {
    const data = mailData();
    data.appointment.segments = prices.map(([price_kind, price_cents]) => ({
      ...segment,
      price_kind,
      price_cents,
    }));
    return /Total: (.*)/.exec(renderMail('booking_confirmed', data, options).text)?.[1];
  };
  test.each([
    [['fixed', 8500], ['fixed', 2000], '$105.00'],
    [['fixed', 8500], ['from', 2000], 'from $105.00'],
    [['fixed', 8500], ['varies', 0], 'from $85.00'],
    [['varies', 0], ['varies', 0], 'Price on the day'],
    [['free', 0], ['free', 0], 'Free'],
  ] as const)('%j and %j cost %s', (first, second, total) => {
    expect(totalOf([...first], [...second])).toBe(total);
  });
});

describe('hostile values', () => {
  const hostile = '<img src=x onerror=alert(1)>"\'&{{business_name}}\r\nBcc: x@example.com';

  test('never become markup, headers or templates', () => {
    const data = mailData();
    data.client.first_name = hostile;
    data.business.name = hostile;
    data.appointment.cancel_reason = hostile;
    data.appointment.segments[0]!.service_name = hostile;
    for (const kind of MAIL_KINDS) {
      const { subject, html } = renderMail(kind, data, options);
      expect(html).not.toContain('<img');
      expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
      expect(subject).not.toMatch(/[\r\n]/);
      // The value's own placeholder is text, so it arrives as it was typed.
      expect(html).toContain('{{business_name}}');
    }
  });

  test('a colour that is no colour cannot write styles', () => {
    const data = mailData();
    data.business.brand_colour = 'red;background:url(https://evil.example)';
    expect(renderMail('booking_confirmed', data, options).html).not.toContain('evil.example');
  });
});

describe('the calendar file', () => {
  test('confirms the event under the id and sequence of the appointment, in UTC', () => {
    const { ics, icsMethod } = renderMail('booking_confirmed', mailData(), options);
    const event = calendarOf(ics);
    expect(icsMethod).toBe('REQUEST');
    expect(event).toMatchObject({
      METHOD: 'REQUEST',
      UID: '019a-appointment@daybook.app',
      SEQUENCE: '2',
      DTSTART: '20261121T150000Z',
      DTEND: '20261121T161500Z',
      STATUS: 'CONFIRMED',
      SUMMARY: 'Cut and finish – Studio Lumen',
      LOCATION: '214 Court Street\\, Brooklyn\\, NY 11201',
    });
    expect(event['DESCRIPTION']).toContain('https://book.example/cancel-appointment?token=tok-123');
    expect(ics!.match(/^TRIGGER:.*$/gm)).toEqual(['TRIGGER:-PT1H']);
  });

  test('a request is tentative, a cancellation takes the same event away', () => {
    const pending = mailData();
    pending.appointment.status = 'pending';
    expect(calendarOf(renderMail('booking_requested', pending, options).ics)).toMatchObject({
      STATUS: 'TENTATIVE',
    });
    const { ics, icsMethod } = renderMail('cancelled_by_client', mailData(), options);
    expect(icsMethod).toBe('CANCEL');
    expect(calendarOf(ics)).toMatchObject({
      METHOD: 'CANCEL',
      STATUS: 'CANCELLED',
      UID: '019a-appointment@daybook.app',
    });
    expect(ics).not.toContain('VALARM');
  });

  test('no text of a person can add a line to it', () => {
    const data = mailData();
    data.business.name = 'Lumen\r\nATTENDEE:mailto:x@evil.example';
    const { ics } = renderMail('booking_confirmed', data, options);
    expect(ics!.split(/\r?\n/).some((line) => line.startsWith('ATTENDEE:mailto:x'))).toBe(false);
    expect(ics!.split('\r\n').every((line) => new TextEncoder().encode(line).length <= 75)).toBe(
      true,
    );
  });
});

test('a visit at the client’s says where, in the mail and its calendar file', () => {
  const visit = mailData();
  visit.appointment.location_type = 'client';
  visit.appointment.address = {
    line1: '12 <b>Elm</b> Street',
    city: 'Queens',
    postal_code: '11375',
  };
  const { text, html, ics } = renderMail('booking_confirmed', visit, options);
  expect(text).toContain('12 <b>Elm</b> Street');
  expect(html).toContain('12 &lt;b&gt;Elm&lt;/b&gt; Street');
  expect(text).not.toContain('214 Court Street');
  expect(calendarOf(ics)['LOCATION']).toBe('12 <b>Elm</b> Street\\, Queens\\, 11375');
});

test('a guardian reads whom it is about, in the mail and in the calendar', () => {
  const data = mailData();
  data.client.dependant = 'Tim <b>Okafor</b>';
  const { text, html, ics } = renderMail('booking_confirmed', data, options);
  expect(text).toContain('Hello Ann,');
  expect(text).toContain('For: Tim <b>Okafor</b>');
  expect(html).toContain('Tim &lt;b&gt;Okafor&lt;/b&gt;');
  expect(calendarOf(ics)['SUMMARY']).toBe('Cut and finish – Tim <b>Okafor</b> – Studio Lumen');
  expect(renderMail('booking_confirmed', mailData(), options).text).not.toContain('For:');
});

test('a series lists its other dates, each with its own link', () => {
  const mail = renderMail(
    'booking_confirmed',
    mailData({
      also: [
        {
          starts_at: '2026-12-19T15:00:00+00:00',
          ends_at: '2026-12-19T16:15:00+00:00',
          manage_token: 'tok-2',
        },
        {
          starts_at: '2027-03-20T14:00:00+00:00',
          ends_at: '2027-03-20T15:15:00+00:00',
          manage_token: null,
        },
      ],
    }),
    { siteUrl: 'https://daybook.example' },
  );
  expect(mail.text).toContain(
    'Also:\n- Sat, Dec 19, 2026, 10:00 AM: https://daybook.example/cancel-appointment?token=tok-2\n' +
      '- Sat, Mar 20, 2027, 10:00 AM',
  );
  expect(mail.html).toContain('https://daybook.example/cancel-appointment?token=tok-2');
  expect(mail.html).toContain('Sat, Mar 20, 2027, 10:00 AM');
});

test('who comes along is said with what they have and from when on, safely', () => {
  const { text, html } = renderMail(
    'booking_confirmed',
    mailData({
      guests: [
        {
          first_name: 'Tom <b>',
          person: 1,
          starts_at: '2026-11-21T15:00:00+00:00',
          services: 'Cut',
        },
        { first_name: '', person: 2, starts_at: '2026-11-21T16:15:00+00:00', services: 'Beard' },
      ],
    }),
    options,
  );
  expect(text).toContain('With you:\n- Tom <b>: Cut, 10:00 AM\n- Guest 2: Beard, 11:15 AM');
  expect(html).toContain('Tom &lt;b&gt;: Cut, 10:00 AM');
  expect(renderMail('booking_confirmed', mailData(), options).text).not.toContain('With you');
});

test('it says who of those who come together does not any more, and who still does', () => {
  const guests = [
    { first_name: 'Ida', person: 2, starts_at: '2026-11-21T15:00:00+00:00', services: 'Cut' },
  ];
  const one = renderMail('changed', mailData({ called_off: 'Tom <b>', guests }), options);
  expect(one.text).toContain('Tom <b> does not come any more. Everything else stands.');
  expect(one.text).toContain('With you:\n- Ida: Cut, 10:00 AM');
  expect(one.html).toContain('Tom &lt;b&gt; does not come any more.');
  expect(one.icsMethod).toBe('REQUEST');
  expect(calendarOf(one.ics)).toMatchObject({ STATUS: 'CONFIRMED', SEQUENCE: '2' });

  const client = { ...mailData().client, dependant: 'Tom' };
  const home = renderMail('changed', mailData({ called_off: '', client, guests }), options);
  expect(home.text).toContain('You do not come any more. Your guests still do.');
  expect(home.text).toContain('For: Tom');
  expect(home.text).toContain('With Tom:\n- Ida: Cut, 10:00 AM');
  const alone = renderMail('changed', mailData({ called_off: '', client }), options);
  expect(alone.text).toContain('You do not come any more. Your guest still does.');
});
