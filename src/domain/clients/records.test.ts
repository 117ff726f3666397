import { describe, expect, it } from 'vitest';
import { field, formFile } from '#domain/forms/form-cases.ts';
import type { ClientNoteRow, ConsentEventRow, PatchTestRow, WaitlistWindow } from '#domain/rows.ts';
import { sampleAppointment } from '#domain/sample-rows.ts';
import { clientFileHtml, clientFileJson } from './client-file.ts';
import type { ClientFile } from './client-file.ts';
import { consentsNow, mayReach } from './consents.ts';
import { alertText } from './alert-text.ts';
import { noteThreads } from './notes.ts';
import { expiryOf, patchTestFinding } from './patch-tests.ts';
import { NEW_CLIENT } from './schema.ts';
import { averageIntervalDays } from './visit-interval.ts';

const row = {
  business_id: 'b',
  rev: 1,
  created_at: '2027-01-01T00:00:00+00:00',
  updated_at: '2027-01-01T00:00:00+00:00',
  created_by: null,
  client_id: 'c',
  author_name: 'Ana',
};
const note = (id: string, day: string, more: Partial<ClientNoteRow> = {}): ClientNoteRow => ({
  ...row,
  id,
  kind: 'general',
  body: id,
  pinned: false,
  appointment_id: null,
  status: 'draft',
  addendum_of: null,
  author_only: false,
  noted_at: `${day}T09:00:00+00:00`,
  ...more,
});

describe('notes', () => {
  it('stand with the pinned ones first, then the newest, additions under theirs', () => {
    const threads = noteThreads([
      note('old', '2027-01-01', { status: 'final', kind: 'clinical' }),
      note('new', '2027-01-05'),
      note('later', '2027-01-04', { addendum_of: 'old' }),
      note('sooner', '2027-01-03', { addendum_of: 'old' }),
      note('pinned', '2026-12-01', { pinned: true }),
    ]);
    expect(threads.map((one) => [one.note.id, one.addenda.map(({ id }) => id)])).toEqual([
      ['pinned', []],
      ['new', []],
      ['old', ['sooner', 'later']],
    ]);
  });

  it('an addition whose note is not here stands by itself', () => {
    expect(noteThreads([note('alone', '2027-01-01', { addendum_of: 'hidden' })])).toHaveLength(1);
  });

  it('alerts make one text with the line of the client', () => {
    const alerts = [
      note('second', '2027-02-01', { kind: 'alert' }),
      note('first', '2027-01-01', { kind: 'alert' }),
      note('tea', '2027-01-01'),
    ];
    expect(alertText({ alert_note: 'Door code 12' }, alerts)).toBe('Door code 12\nfirst\nsecond');
    expect(alertText({ alert_note: null }, [])).toBeNull();
  });
});

describe('consents', () => {
  const event = (id: string, at: string, more: Partial<ConsentEventRow>): ConsentEventRow => ({
    ...row,
    id,
    purpose: 'marketing',
    channel: 'email',
    state: 'granted',
    source: 'in_person',
    text_version: '1',
    wording: null,
    at: `${at}T09:00:00+00:00`,
    ...more,
  });
  const email = { purpose: 'marketing', channel: 'email' } as const;

  it('hold as the last line says, whatever order the lines come in', () => {
    const events = [
      event('b', '2027-02-01', { state: 'withdrawn' }),
      event('a', '2027-01-01', {}),
      event('c', '2027-01-15', { channel: 'sms' }),
    ];
    const now = consentsNow(events);
    expect(
      now.find(({ purpose, channel }) => purpose === 'marketing' && channel === 'email')?.last?.id,
    ).toBe('b');
    expect(mayReach(events, email)).toBe(false);
    expect(mayReach(events, { purpose: 'marketing', channel: 'sms' })).toBe(true);
  });

  it('without a line: no news, but messages about own visits', () => {
    expect(mayReach([], email)).toBe(false);
    expect(mayReach([], { purpose: 'reminders', channel: 'email' })).toBe(true);
    const no = [event('a', '2027-01-01', { purpose: 'reminders', state: 'denied' })];
    expect(mayReach(no, { purpose: 'reminders', channel: 'email' })).toBe(false);
  });
});

describe('patch tests', () => {
  const rule = {
    id: 'tint',
    patch_test_required: true,
    patch_test_min_hours: 48,
    patch_test_valid_days: 183,
    patch_test_enforce: 'warn',
  } as const;
  const visit = { startsAt: '2027-03-09T15:00:00+00:00', onDay: '2027-03-09' };
  const test = (more: Partial<PatchTestRow>): PatchTestRow => ({
    ...row,
    id: 't',
    service_id: null,
    product: 'Tint',
    batch: null,
    performed_at: '2027-03-01T15:00:00+00:00',
    result: 'passed',
    expires_on: '2027-08-31',
    ...more,
  });
  const problem = (...tests: PatchTestRow[]) =>
    patchTestFinding(rule, tests, visit)?.problem ?? null;

  it.each([
    ['nothing done', [], 'missing'],
    ['a good one', [test({})], null],
    ['not read', [test({ result: 'pending' })], 'pending'],
    ['a reaction', [test({ result: 'failed' })], 'failed'],
    ['out of date', [test({ expires_on: '2027-03-08' })], 'expired'],
    ['valid on its last day', [test({ expires_on: '2027-03-09' })], null],
    ['a day before', [test({ performed_at: '2027-03-08T15:00:00+00:00' })], 'too_recent'],
    ['exactly 48 hours before', [test({ performed_at: '2027-03-07T15:00:00+00:00' })], null],
    ['of another service', [test({ service_id: 'brow' })], 'missing'],
    ['after the visit', [test({ performed_at: '2027-03-10T15:00:00+00:00' })], 'missing'],
    [
      'a reaction after a pass',
      [test({}), test({ performed_at: '2027-03-05T15:00:00+00:00', result: 'failed' })],
      'failed',
    ],
    [
      'a new one not read beside a good one',
      [test({}), test({ performed_at: '2027-03-05T15:00:00+00:00', result: 'pending' })],
      null,
    ],
    [
      'a new one not read after one that ran out',
      [
        test({ expires_on: '2027-03-02' }),
        test({ performed_at: '2027-03-05T15:00:00+00:00', result: 'pending' }),
      ],
      'pending',
    ],
  ] as const)('%s', (_, tests, expected) => {
    expect(problem(...tests)).toBe(expected);
  });

  it('are asked for by some services only', () => {
    expect(patchTestFinding({ ...rule, patch_test_required: false }, [], visit)).toBeNull();
  });

  it('count half a year by default', () => {
    expect(expiryOf('2027-03-09', 183)).toBe('2027-09-08');
  });
});

it('the interval between visits leaves out second visits of one day', () => {
  expect(averageIntervalDays([])).toBeNull();
  expect(averageIntervalDays(['2027-01-01T09:00:00+00:00'])).toBeNull();
  expect(
    averageIntervalDays([
      '2027-01-29T09:00:00+00:00',
      '2027-01-01T09:00:00+00:00',
      '2027-01-01T15:00:00+00:00',
      '2027-02-26T09:00:00+00:00',
    ]),
  ).toBe(28);
});

describe('the file of one client', () => {
  const photo = formFile(1, { name: 'A <b>.webp' });
  const paper = formFile(2, { name: 'X-ray.pdf', media_type: 'application/pdf' });
  const file = {
    business: { name: 'Salon <b>' },
    client: {
      ...NEW_CLIENT,
      ...row,
      id: 'c',
      first_name: 'Cleo <script>',
      email: 'cleo@mail.example',
    },
    guardian: 'Grace <hopper>',
    dependants: ['Tim'],
    visits: [],
    classes: [
      {
        attendee: {
          ...row,
          id: 'seat',
          appointment_id: 'yoga',
          client_id: 'c',
          seats: 2,
          state: 'no_show',
          conflict: false,
        },
        session: {
          ...row,
          ...sampleAppointment('yoga', {
            starts_at: '2027-02-02T15:00:00+00:00',
            ends_at: '2027-02-02T16:00:00+00:00',
          }),
          id: 'yoga',
        },
        name: 'Yoga <i>',
      },
    ],
    notes: [note('Likes "tea" & <i>', '2027-01-01')],
    consents: [],
    tests: [],
    photos: [],
    waits: [
      {
        entry: {
          ...row,
          id: 'wait',
          items: [{ variant_id: 'v', add_on_ids: [], staff_ids: ['ana'] }],
          windows: [
            {
              from_day: '2027-03-10',
              to_day: '2027-03-12',
              weekdays: [],
              from_min: 540,
              to_min: 720,
            },
          ],
          note: 'Call <b>first</b>',
          priority: 0,
          source: 'public',
          state: 'waiting',
          appointment_id: null,
          expires_at: '2027-03-12T17:00:00+00:00',
          fits_at: null,
        },
        items: [{ service: 'Colour', staff: ['Ana'] }],
      },
    ],
    forms: [
      {
        submission: {
          ...row,
          id: 'filled',
          form_id: 'form',
          version_id: 'version',
          appointment_id: null,
          answers: {
            q1: 'Latex <b>',
            q2: true,
            q3: { strokes: [[10, 10, 20, 20]], name: 'Cleo <i>' },
            q5: [photo, paper],
          },
          flags: [{ field: 'q2', level: 'danger' }],
          filled_on: 'client_device',
          version_hash: 'v',
          content_hash: 'c',
          countersign: true,
          state: 'void',
          void_reason: 'Wrong <b>person</b>',
          reviewed_at: null,
          submitted_at: '2027-03-01T15:00:00+00:00',
          countersignature: { strokes: [], name: 'Ana' },
          countersigned_by: 'Ana',
          countersigned_at: '2027-03-02T15:00:00+00:00',
        },
        name: 'Health <i>',
        fields: [
          field('q1', 'short_text', { label: 'Allergies <i>' }),
          field('q2', 'yes_no', { label: 'Pregnant' }),
          field('q3', 'signature', { label: 'Signature' }),
          field('q5', 'file', { label: 'Papers' }),
          field('q4', 'short_text', { label: 'Not answered' }),
        ],
        files: { [photo.id]: 'data:image/webp;base64,AAAA' },
      },
    ],
    sales: [
      {
        sale: {
          id: 'sale',
          receipt_prefix: '7KQ2M',
          receipt_no: 12,
          occurred_at: '2027-02-03T15:00:00+00:00',
          discount_reason: null,
          tip_cents: 500,
          total_cents: 2500,
        },
        lines: [{ name: 'Wax <i>', qty: 2, total_cents: 2000 }],
        tips: [{ amount_cents: 500 }],
        payments: [{ method: 'cash', label: null, amount_cents: 2500 }],
        refunds: [{ kind: 'refund', amount_cents: 1000, reason: 'Too <b>hard' }],
      },
    ] as unknown as ClientFile['sales'],
    online: {
      payments: [{ occurred_at: '2027-02-01T15:00:00+00:00', amount_cents: 1500 }],
      refunds: [{ occurred_at: '2027-02-02T15:00:00+00:00', amount_cents: 700 }],
    } as unknown as ClientFile['online'],
    giftCards: [
      {
        card: {
          id: 'card',
          created_at: '2027-02-04T15:00:00+00:00',
          code_hash: 'secret',
          code_last4: 'MX09',
          initial_cents: 5000,
          recipient_name: 'Ben <i>',
          message: 'Enjoy <b>it',
        },
        balance_cents: 1200,
      },
    ] as unknown as ClientFile['giftCards'],
    packages: [
      {
        holding: {
          id: 'holding',
          created_at: '2027-02-05T15:00:00+00:00',
          name: 'Ten cuts <i>',
          credits: 10,
          expires_on: '2028-02-05',
        },
        left: { credits: 7, cents: 42_000 },
      },
    ] as unknown as ClientFile['packages'],
    savedAt: '2027-03-09T15:00:00+00:00',
    historyFrom: '2026-01-01T00:00:00+00:00',
  } satisfies ClientFile;
  const words = {
    date: (value: string) => value.slice(0, 10),
    dateTime: (value: string) => value.slice(0, 10),
    money: String,
    consent: () => '',
    window: ({ from_day: from, to_day: to }: WaitlistWindow) => `${from} to ${to}`,
  };

  it('is JSON with every row and says when history is not whole', () => {
    const read: unknown = JSON.parse(clientFileJson(file));
    expect(read).toMatchObject({
      complete: false,
      client: { email: 'cleo@mail.example' },
      guardian: 'Grace <hopper>',
      dependants: ['Tim'],
      notes: [{ body: 'Likes "tea" & <i>' }],
      waitlist: [{ id: 'wait', items: [{ service: 'Colour', staff: ['Ana'] }] }],
      forms: [
        {
          id: 'filled',
          name: 'Health <i>',
          answers: { q2: true },
          fields: [{ id: 'q1' }, { id: 'q2' }, { id: 'q3' }, { id: 'q5' }, { id: 'q4' }],
          files: { [photo.id]: 'data:image/webp;base64,AAAA' },
        },
      ],
      sales: [{ receipt_no: 12, lines: [{ qty: 2 }], payments: [{ method: 'cash' }] }],
      online_payments: { payments: [{ amount_cents: 1500 }], refunds: [{ amount_cents: 700 }] },
      gift_cards: [{ id: 'card', message: 'Enjoy <b>it', balance_cents: 1200 }],
      packages: [{ id: 'holding', credits: 10, left: { credits: 7, cents: 42_000 } }],
      classes: [{ name: 'Yoga <i>', seats: 2, starts_at: '2027-02-02T15:00:00+00:00' }],
    });
    expect(clientFileJson(file)).not.toContain('code_hash');
  });

  it('is a page in which nothing that people typed is markup', () => {
    const page = clientFileHtml(file, words);
    expect(page).toContain('Cleo &lt;script&gt;');
    expect(page).toContain('Grace &lt;hopper&gt;');
    expect(page).toContain('Likes &quot;tea&quot; &amp; &lt;i&gt;');
    expect(page).toContain('2027-02-02: Yoga &lt;i&gt;, 2 seats, no show');
    expect(page).toContain('2027-01-01: Colour with Ana, 2027-03-10 to 2027-03-12, waiting');
    expect(page).toContain('Call &lt;b&gt;first');
    expect(page).toContain('2027-03-01: Health &lt;i&gt;');
    expect(page).toContain('<dt>Allergies &lt;i&gt;</dt><dd>Latex &lt;b&gt;</dd>');
    expect(page).toContain('<dt>Pregnant</dt><dd>Yes</dd>');
    expect(page).toContain('<img src="data:image/webp;base64,AAAA" alt="A &lt;b&gt;.webp"');
    expect(page).toContain('<p>X-ray.pdf: not on the device that saved this.</p>');
    expect(page).toContain('<polyline points="10 10 20 20"/></svg>Cleo &lt;i&gt;');
    expect(page).toContain('Signed by Ana on 2027-03-02');
    expect(page).toContain('Void: Wrong &lt;b&gt;person');
    expect(page).not.toContain('Not answered');
    expect(page).toContain('2027-02-03: receipt 7KQ2M-12, 2500');
    expect(page).toContain('2 × Wax &lt;i&gt;, 2000');
    expect(page).toContain('Refund, 1000: Too &lt;b&gt;hard');
    expect(page).toContain('2027-02-01: 1500');
    expect(page).toContain('2027-02-02: 700 went back');
    expect(page).toContain(
      '2027-02-04: …MX09, 5000, 1200 left\nFor Ben &lt;i&gt;\nEnjoy &lt;b&gt;it',
    );
    expect(page).toContain('2027-02-05: Ten cuts &lt;i&gt;, 7 of 10 visits left, until 2028-02-05');
    expect(page).not.toMatch(/<script|<b>|<i>/);
    expect(page).toContain('Visits before 2026-01-01 were not on the device');
  });
});
