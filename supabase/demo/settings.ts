import { DEFAULT_RULES } from '#domain/business/default-rules.ts';
import { firstSortKeys } from '#domain/sort-key.ts';
import { must } from '#domain/errors/assert.ts';
import type { Day, Uuid } from '#domain/rows.ts';
import { USERS } from './people.ts';
import type { DemoRows } from './rows.ts';

const POLICY =
  'Please let us know at least 24 hours ahead when you can’t come. Later cancellations and missed ' +
  'visits may be charged with half of the price. If you feel unwell, call us: we will find a way.';

const REASONS: [name: string, icon: string, colour: string, minutes: number][] = [
  ['Break', 'coffee', 'amber', 15],
  ['Lunch', 'utensils', 'orange', 30],
  ['Admin', 'clipboard', 'slate', 60],
  ['Travel', 'car', 'blue', 30],
  ['Training', 'graduation-cap', 'violet', 120],
  ['Personal', 'user', 'rose', 60],
  ['Holiday', 'palmtree', 'teal', 1440],
  ['Sick', 'thermometer', 'slate', 1440],
];

/** The business, its rules, its people and its reasons to block time. */
export const addSettings = (
  rows: DemoRows,
  { newId, today, userIds }: { newId: () => Uuid; today: Day; userIds: { id: Uuid }[] },
): { membershipIds: Uuid[] } => {
  const { businessId } = rows;
  rows.add('businesses', {
    id: businessId,
    name: 'Studio Lumen',
    slug: 'studio-lumen',
    logo_path: null,
    brand_colour: '#0b6e69',
    email: 'hello@studio-lumen.example',
    phone: '+1 718 555 0142',
    address: {
      line1: '214 Court Street',
      city: 'Brooklyn',
      region: 'NY',
      postal_code: '11201',
      country_code: 'US',
    },
    country_code: 'US',
    currency: 'USD',
    time_zone: 'America/New_York',
    locale: 'en-US',
    week_start: 1,
    time_format: 'h12',
    onboarding_state: 'done',
    booking_enabled: true,
    paused_message: null,
    privacy_text: null,
    retention_years: null,
    retention_since: null,
    discount_caps: {},
    gift_card_years: null,
    sells_gift_cards: true,
    other_methods: [],
    tax_before_discount: false,
    takes_tips: true,
    tip_choices_bp: [1500, 1800, 2000],
    tip_base: 'net',
    receipt_text: null,
    tax_number: null,
    imports_told_at: null,
  });
  rows.add('booking_rules', { id: businessId, ...DEFAULT_RULES });
  rows.add('policy_texts', {
    id: newId(),
    version: 1,
    body: POLICY,
    hash: 'demo-1',
    published_at: `${today}T00:00:00+00:00`,
  });
  const membershipIds = USERS.map(({ email, role }, index) => {
    const id = newId();
    rows.add('memberships', {
      id,
      user_id: must(userIds[index], 'a user for each membership').id,
      email,
      role,
      custom_permissions: {},
      status: 'active',
      invitation_expires_at: null,
      ownership_offered_until: null,
    });
    return id;
  });
  const keys = firstSortKeys(REASONS.length);
  REASONS.forEach(([name, icon, colour, minutes], index) =>
    rows.add('block_off_reasons', {
      id: newId(),
      name,
      icon,
      colour,
      default_min: minutes,
      paid: false,
      blocks_online: true,
      active: true,
      sort_key: must(keys[index], 'a key for each reason'),
    }),
  );
  return { membershipIds };
};
