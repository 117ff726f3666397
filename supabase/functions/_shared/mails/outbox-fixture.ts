import type { OutboxMail } from '../mail.ts';
import { BILL_KIND } from './bill-mail.ts';
import { BIRTHDAY_KIND } from './birthday-mail.ts';
import { CLOSING_KINDS } from './closing-mail.ts';
import { CODE_KIND } from './code-mail.ts';
import { FORM_REQUEST_KIND } from './form-mail.ts';
import { GIFT_CARD_KINDS } from './gift-card-mail.ts';
import { MAIL_KINDS } from './mail-data.ts';
import { mailData } from './mail-fixture.ts';
import { MEMBERSHIP_KINDS } from './membership-mail.ts';
import { PLAN_KIND } from './plan-mail.ts';
import { RECEIPT_KIND } from './receipt-mail.ts';
import { RECOVERY_KIND } from './recovery-mail.ts';
import { REFUND_KIND } from './refund-mail.ts';
import { TEAM_KINDS } from './team-mail.ts';
import { WAITLIST_KINDS } from './waitlist-mail.ts';

const { business, client } = mailData();
const clock = { time_zone: 'America/New_York', locale: 'en-US', time_format: 'h12' } as const;
const starts_at = '2026-11-21T15:00:00+00:00';
const ends_at = '2026-11-21T16:15:00+00:00';
/** As long as names get, and nowhere to break. */
const LONG = 'Balayage-mit-Tiefenpflege-und-Glanzversiegelung-für-langes-Haar';

const row = (kind: string, data: Extract<OutboxMail, { subject: null }>['data']): OutboxMail => ({
  id: kind,
  to_email: 'ann@example.com',
  to_name: 'Ann Okafor',
  kind,
  subject: null,
  data,
});

const membership = {
  id: 'm1',
  name: LONG,
  cents: 20_000,
  last4: '4242',
  decline: 'insufficient_funds',
  paid_until: '2026-12-20',
  next_try_at: '2026-12-22T15:00:00+00:00',
};

const entry = {
  id: '019a-entry',
  state: 'waiting' as const,
  items: [{ service_name: LONG, staff_names: ['Mara', 'Theo'] }],
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
  time_zone: clock.time_zone,
};

const offer = {
  id: 'o1',
  starts_at,
  ends_at,
  expires_at: '2026-11-21T13:00:00+00:00',
  state: 'sent' as const,
  staff_names: ['Mara Lindqvist'],
};

const receipt = {
  business: { ...business, receipt_text: `Thank you.\n${LONG}`, tax_number: 'DE123456789' },
  client,
  sale: {
    receipt_prefix: '7KQ2M',
    receipt_no: 12,
    occurred_at: starts_at,
    currency: 'USD',
    discount_cents: 500,
    tip_cents: 1000,
    total_cents: 9000,
  },
  lines: [
    {
      name: LONG,
      qty: 1,
      unit_price_cents: 8500,
      tax_name: 'VAT',
      tax_milli_percent: 20_000,
      tax_inclusive: true,
      tax_cents: 1333,
    },
  ],
  payments: [
    {
      method: 'cash' as const,
      label: null,
      state: 'captured' as const,
      collects: false,
      amount_cents: 9000,
      tendered_cents: 10_000,
    },
  ],
  refunds: [],
};

/** One of every kind of mail that the outbox knows, as the database queues it, for tests. */
export const OUTBOX_MAILS: readonly OutboxMail[] = [
  ...MAIL_KINDS.map((kind) => row(kind, mailData())),
  ...CLOSING_KINDS.map((kind) =>
    row(kind, {
      business: { name: LONG, brand_colour: business.brand_colour, ...clock },
      erase_at: '2026-12-06T01:00:00+00:00',
    }),
  ),
  ...WAITLIST_KINDS.map((kind) => row(kind, { business, client, token: 'tok', entry, offer })),
  ...TEAM_KINDS.map((kind) =>
    row(kind, {
      business,
      staff: { id: 'mara', name: 'Mara' },
      day: '2026-11-21',
      client_name: LONG,
      services: [{ starts_at, ends_at, service_name: LONG }],
      wants: [LONG],
      form: LONG,
      products: [{ name: LONG, left: '2 left' }],
    }),
  ),
  ...GIFT_CARD_KINDS.map((kind) =>
    row(kind, {
      business,
      to: { name: 'Bea', email: 'bea@example.com' },
      from: LONG,
      is_own: false,
      cents: 5000,
      message: LONG,
      deliver_on: '2026-12-24',
      receipt: '7KQ2M-1',
      code: '7KQ2MX09B4TA',
    }),
  ),
  ...MEMBERSHIP_KINDS.map((kind) => row(kind, { business, to: client, membership, token: 'tok' })),
  row(FORM_REQUEST_KIND, {
    business,
    client,
    form: { name: LONG, key: 'key' },
    form_token: 'tok',
    starts_at,
  }),
  row(BIRTHDAY_KIND, { business, client, unsubscribe_token: 'tok' }),
  row(PLAN_KIND, {
    business,
    staff: { id: 'mara', name: 'Mara' },
    day: '2026-11-21',
    visits: [
      { starts_at, ends_at, service_name: LONG, client_name: LONG, location_type: 'business' },
    ],
  }),
  row('invitation', {
    business: { ...clock, name: LONG, email: business.email, phone: null, brand_colour: '#0f766e' },
    membership_id: 'm',
    role: 'front_desk',
    token: 'tok',
    expires_at: '2026-11-28T01:00:00+00:00',
  }),
  row(BILL_KIND, { ...receipt, due: 6000, token: 'tok' }),
  row(RECEIPT_KIND, receipt),
  row(CODE_KIND, { business, client, code: '012345' }),
  row(REFUND_KIND, {
    business,
    client,
    cents: 500,
    currency: 'USD',
    is_gift_card: false,
    card: { brand: 'visa', last4: '4242' },
  }),
  row(RECOVERY_KIND, { used_at: '2026-12-06T01:00:00+00:00', clock }),
];
