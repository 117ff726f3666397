import { expect, test } from 'vitest';
import { evidenceOf } from './evidence.ts';
import type { EvidenceFacts, EvidenceVisit } from './evidence.ts';

const business: EvidenceFacts['business'] = {
  name: 'Salon',
  locale: 'en-US',
  time_zone: 'America/New_York',
  time_format: 'h12',
};
const visit = (more: Partial<EvidenceVisit['appointment']> = {}): EvidenceVisit => ({
  appointment: {
    id: 'visit',
    source: 'online',
    created_at: '2027-01-01T15:00:00+00:00',
    starts_at: '2027-01-05T15:00:00+00:00',
    ends_at: '2027-01-05T16:00:00+00:00',
    status: 'no_show',
    policy_version: 2,
    client_moved_at: null,
    cancelled_at: null,
    cancel_by: null,
    cancel_late: false,
    arrived_at: null,
    started_at: null,
    finished_at: null,
    ...more,
  },
  segments: [{ service_name: 'Cut' }, { service_name: 'Colour' }],
  policy: {
    version: 2,
    body: 'Be on time.\nOr pay half.',
    published_at: '2026-12-01T15:00:00+00:00',
  },
  messages: [
    {
      id: 'b',
      kind: 'reminder_1',
      state: 'sent',
      at: '2027-01-04T15:00:00+00:00',
      reason: null,
      to: 'a@example.com',
    },
    {
      id: 'a',
      kind: 'booking_confirmed',
      state: 'sent',
      at: '2027-01-01T15:00:01+00:00',
      reason: null,
      to: null,
    },
  ],
});
const linesOf = (one: EvidenceVisit): Record<string, string[]> =>
  Object.fromEntries(
    evidenceOf({ business, clientName: 'Ann Lee', visits: [one], receipts: [] }).map(
      ({ name, lines }) => [name, lines],
    ),
  );

test('says what was booked, what was agreed to, and what was sent, in order', () => {
  const parts = linesOf(visit());
  expect(parts['Visit']).toEqual([
    'Client: Ann Lee',
    'Services: Cut, Colour',
    expect.stringMatching(/^Agreed time: .*2027, 10:00/),
    expect.stringMatching(/^Booked online by the client: .*10:00/),
    'The client did not come.',
  ]);
  expect(parts['Consent to the cancellation policy']).toEqual([
    expect.stringMatching(/^Version 2, agreed to with the booking on /),
    expect.stringMatching(/^Published .*2026\. Its text:$/),
    'Be on time.',
    'Or pay half.',
  ]);
  expect(parts['Messages']).toEqual([
    expect.stringMatching(/^Booked: Sent · /),
    expect.stringMatching(/: Sent · .* · a@example\.com$/),
  ]);
});

test('claims nothing that is not written down', () => {
  const bare = { ...visit({ policy_version: null }), messages: [] };
  expect(linesOf(bare)).toMatchObject({
    'Consent to the cancellation policy': ['None was asked for when this was booked.'],
    Messages: ['None were sent.'],
  });
  expect(linesOf({ ...visit(), policy: null, messages: null })).toMatchObject({
    'Consent to the cancellation policy': [
      expect.stringMatching(/^Version 2/),
      'Its text is not on this device.',
    ],
    Messages: ['Not known here: open this page with a connection.'],
  });
});

test('tells who cancelled, and whether that was late', () => {
  const cancelled_at = '2027-01-05T14:00:00+00:00';
  const of = (more: object) =>
    linesOf(visit({ status: 'cancelled', cancelled_at, ...more }))['Visit']!.at(-1);
  expect(of({ cancel_by: 'client', cancel_late: true })).toMatch(
    /^Cancelled by the client, later than the policy allows: /,
  );
  expect(of({ cancel_by: 'staff' })).toMatch(/^Cancelled by the business: /);
});

test('ends with the receipts', () => {
  const parts = evidenceOf({
    business,
    clientName: null,
    visits: [],
    receipts: ['Salon\n\nCut: $50'],
  });
  expect(parts).toEqual([{ name: 'Receipt', lines: ['Salon', 'Cut: $50'] }]);
});
