import type { MailData } from './mail-data.ts';

/** A mail's data as the database queues it, for tests. */
export const mailData = (changes: Partial<MailData> = {}): MailData => ({
  business: {
    name: 'Studio Lumen',
    slug: 'studio-lumen',
    email: 'hello@studio-lumen.example',
    phone: '+1 718 555 0142',
    address: { line1: '214 Court Street', city: 'Brooklyn', region: 'NY', postal_code: '11201' },
    brand_colour: '#7a43d0',
    time_zone: 'America/New_York',
    locale: 'en-US',
    currency: 'USD',
    time_format: 'h12',
  },
  client: { first_name: 'Ann', last_name: 'Okafor', email: 'ann@example.com' },
  appointment: {
    id: '019a-appointment',
    status: 'booked',
    starts_at: '2026-11-21T15:00:00+00:00',
    ends_at: '2026-11-21T16:15:00+00:00',
    location_type: 'business',
    address: null,
    client_note: null,
    cancel_reason: null,
    ical_uid: '019a-appointment@daybook.app',
    ical_sequence: 2,
    segments: [
      {
        service_name: 'Cut and finish',
        staff_name: 'Mara Lindqvist',
        starts_at: '2026-11-21T15:00:00+00:00',
        ends_at: '2026-11-21T16:15:00+00:00',
        price_kind: 'fixed',
        price_cents: 8500,
      },
    ],
  },
  manage_token: 'tok-123',
  cancel_until: '2026-11-20T15:00:00+00:00',
  previous_starts_at: null,
  ...changes,
});

/** The properties of a calendar file with one event, unfolded; parameters and alarms are dropped. */
export const calendarOf = (ics: string | null): Record<string, string> =>
  Object.fromEntries(
    (ics ?? '')
      .replace(/\r\n[ \t]/g, '')
      .replace(/BEGIN:VALARM.*?END:VALARM/gs, '')
      .split('\r\n')
      .map((line) => /^([A-Z-]+)[^:]*:(.*)$/.exec(line))
      .flatMap((match) => (match ? [[match[1] ?? '', match[2] ?? '']] : [])),
  );
