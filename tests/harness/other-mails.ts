import { BIRTHDAY_KIND } from '#supabase/functions/_shared/mails/birthday-mail.ts';
import { CODE_KIND } from '#supabase/functions/_shared/mails/code-mail.ts';
import { FORM_REQUEST_KIND } from '#supabase/functions/_shared/mails/form-mail.ts';
import { mailData } from '#supabase/functions/_shared/mails/mail-fixture.ts';
import { PLAN_KIND } from '#supabase/functions/_shared/mails/plan-mail.ts';
import { RECEIPT_KIND } from '#supabase/functions/_shared/mails/receipt-mail.ts';
import type { ReceiptData } from '#supabase/functions/_shared/mails/receipt-mail.ts';
import { RECOVERY_KIND } from '#supabase/functions/_shared/mails/recovery-mail.ts';
import { REFUND_KIND } from '#supabase/functions/_shared/mails/refund-mail.ts';
import type { WaitlistData } from '#supabase/functions/_shared/mails/waitlist-mail.ts';
import type { OutboxMail } from '#supabase/functions/_shared/mail.ts';

type Data = Extract<OutboxMail, { subject: null }>['data'];

const { business, client } = mailData();
const staff = { id: 'mara', name: 'Mara' };
const day = '2026-11-21';
const services = [
  {
    starts_at: '2026-11-21T15:00:00+00:00',
    ends_at: '2026-11-21T16:00:00+00:00',
    service_name: 'Cut and finish with everything that a long name has',
  },
];

const waits: WaitlistData = {
  business,
  client,
  token: 'tok',
  entry: {
    id: 'entry',
    state: 'waiting',
    items: [{ service_name: 'Cut', staff_names: ['Mara', 'Theo'] }],
    windows: [
      { from_day: day, to_day: '2026-12-04', weekdays: [0, 2], from_min: 1020, to_min: 1440 },
    ],
    expires_at: '2026-12-05T05:00:00+00:00',
    time_zone: business.time_zone,
  },
  offer: {
    id: 'offer',
    starts_at: services[0]!.starts_at,
    ends_at: services[0]!.ends_at,
    expires_at: '2026-11-20T18:00:00+00:00',
    state: 'sent',
    staff_names: ['Mara'],
  },
};

const bought: ReceiptData = {
  business,
  client,
  sale: {
    receipt_prefix: '7KQ2M',
    receipt_no: 12,
    occurred_at: services[0]!.starts_at,
    currency: 'USD',
    discount_cents: 500,
    tip_cents: 1000,
    total_cents: 9000,
  },
  lines: [
    {
      name: services[0]!.service_name,
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
      method: 'cash',
      label: null,
      state: 'captured',
      collects: false,
      amount_cents: 9000,
      tendered_cents: 10_000,
    },
  ],
  refunds: [],
};

const gift = {
  business,
  to: { name: 'Bea', email: 'bea@example.com' },
  from: 'Ann Okafor',
  is_own: false,
  cents: 5000,
  message: 'Happy birthday!',
  deliver_on: '2026-12-24',
  expires_on: '2031-11-22',
  receipt: '7KQ2M-1',
  code: '7KQ2MX09B4TA',
};

const membership = {
  business,
  to: client,
  membership: {
    id: 'membership',
    name: 'Four cuts',
    cents: 20_000,
    last4: '4242',
    decline: 'insufficient_funds',
    paid_until: '2026-12-20',
    next_try_at: '2026-12-22T15:00:00+00:00',
  },
  token: 'tok',
};

const told = {
  business,
  staff,
  day,
  services,
  client_name: 'Ann Okafor',
};

/** One of each sort of mail that is about no appointment, with all that it may say, as the outbox has it. */
export const OTHER_MAILS: readonly (readonly [kind: string, data: Data])[] = [
  ['waitlist_offer', waits],
  ['gift_card', gift],
  ['membership_failed', membership],
  ['staff_new', told],
  ['business_closed', { business, erase_at: '2026-12-06T01:00:00+00:00' }],
  [BIRTHDAY_KIND, { business, client, unsubscribe_token: 'tok' }],
  [CODE_KIND, { business, client, code: '012345' }],
  [
    FORM_REQUEST_KIND,
    {
      business,
      client,
      form: { name: 'Health questions', key: 'key' },
      form_token: 'tok',
      starts_at: services[0]!.starts_at,
    },
  ],
  [
    'invitation',
    {
      business,
      membership_id: 'member',
      role: 'front_desk',
      token: 'tok',
      expires_at: '2026-11-28T01:00:00+00:00',
    },
  ],
  [
    PLAN_KIND,
    {
      business,
      staff,
      day,
      visits: [{ ...services[0]!, client_name: 'Ann Okafor', location_type: 'client' }],
    },
  ],
  [RECEIPT_KIND, bought],
  [
    RECOVERY_KIND,
    {
      used_at: '2026-12-06T01:00:00+00:00',
      clock: { time_zone: 'America/New_York', locale: 'en-US', time_format: 'h12' },
    },
  ],
  [
    REFUND_KIND,
    {
      business,
      client,
      cents: 500,
      currency: 'USD',
      is_gift_card: false,
      card: { brand: 'visa', last4: '4242' },
    },
  ],
];
