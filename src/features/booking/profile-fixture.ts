import type { PublicProfile, PublicService, PublicVariant } from '#remote/public-booking.ts';

export const service = (id: string, changes: Partial<PublicService> = {}): PublicService => ({
  id,
  category_id: 'hair',
  name: id,
  description: null,
  image_path: null,
  colour: 'teal',
  visibility: 'public',
  audience: 'all',
  location_types: ['business'],
  approval: false,
  sort_key: id,
  ...changes,
});

export const variant = (
  id: string,
  serviceId: string,
  changes: Partial<PublicVariant> = {},
): PublicVariant => ({
  id,
  service_id: serviceId,
  name: '',
  price_kind: 'fixed',
  price_cents: 5000,
  duration_min: 30,
  processing_min: 0,
  finishing_min: 0,
  buffer_before_min: 0,
  buffer_after_min: 0,
  processing_bookable: true,
  for_client: 'any',
  sort_key: id,
  ...changes,
});

/**
 * A small salon for tests. Mara and Theo cut, Mara for 10 more; only Theo colours; a private service
 * has to be linked. Every time of day is theirs to invent.
 */
export const profileFixture = (changes: Partial<PublicProfile> = {}): PublicProfile => ({
  server_time: '2026-11-20T12:00:00+00:00',
  business: {
    name: 'Studio Lumen',
    slug: 'studio-lumen',
    logo_path: null,
    brand_colour: '#7a43d0',
    email: 'hello@studio-lumen.example',
    phone: '+1 718 555 0142',
    address: { line1: '214 Court Street', city: 'Brooklyn', region: 'NY', postal_code: '11201' },
    country_code: 'US',
    currency: 'USD',
    time_zone: 'America/New_York',
    locale: 'en-US',
    week_start: 7,
    time_format: 'h12',
    booking_enabled: true,
    paused_message: null,
    privacy_text: null,
  },
  rules: {
    slot_step_min: 15,
    min_notice_min: 120,
    window_days: 60,
    cancel_notice_min: 1440,
    reschedule_notice_min: 1440,
    allow_cancel: true,
    allow_reschedule: true,
    hold_min: 10,
    approval_mode: 'auto',
    staff_choice: 'client',
    multi_service: true,
    max_services: 3,
    max_gap_min: 15,
    gap_mode: 'off',
    audience: 'all',
    require_phone: true,
    require_email: true,
    zone_mode: 'business',
  },
  policy: { version: 2, body: 'Please come on time.', hash: 'x' },
  categories: [
    { id: 'hair', name: 'Hair', colour: 'teal', sort_key: 'a' },
    { id: 'empty', name: 'Nothing here', colour: 'rose', sort_key: 'b' },
  ],
  services: [
    service('cut', { name: 'Cut', description: 'Wash, cut, blow-dry' }),
    service('colour', { name: 'Colour', approval: true }),
    service('secret', { name: 'For friends', visibility: 'link', category_id: null }),
    service('orphan', { name: 'Nobody does this' }),
  ],
  variants: [
    variant('cut-short', 'cut', { name: 'Short' }),
    variant('cut-long', 'cut', { name: 'Long', price_cents: 8000, duration_min: 60 }),
    variant('colour-root', 'colour', {
      price_kind: 'from',
      price_cents: 9000,
      duration_min: 40,
      processing_min: 30,
      finishing_min: 20,
    }),
    variant('secret-one', 'secret', { price_kind: 'free', price_cents: 0 }),
    variant('orphan-one', 'orphan'),
  ],
  overrides: [
    over('mara', 'cut-short', { price_cents: 6000 }),
    over('mara', 'cut-long', { duration_min: 75 }),
    over('mara', 'colour-root', { offered: false }),
    over('mara', 'orphan-one', { offered: false }),
    over('theo', 'orphan-one', { offered: false }),
  ],
  add_on_groups: [
    {
      id: 'toner',
      name: 'Toner',
      service_ids: ['colour'],
      min_count: 1,
      max_count: 1,
      sort_key: 'a',
    },
    { id: 'care', name: 'Care', service_ids: ['cut'], min_count: 0, max_count: 2, sort_key: 'b' },
  ],
  add_ons: [
    { id: 'warm', group_id: 'toner', name: 'Warm', price_cents: 0, extra_min: 0, sort_key: 'a' },
    { id: 'cool', group_id: 'toner', name: 'Cool', price_cents: 0, extra_min: 0, sort_key: 'b' },
    { id: 'mask', group_id: 'care', name: 'Mask', price_cents: 2500, extra_min: 15, sort_key: 'a' },
  ],
  staff: [person('theo', 'Theo Okafor', 1), person('mara', 'Mara Lindqvist', 0)],
  ...changes,
});

function over(
  staffId: string,
  variantId: string,
  changes: Partial<PublicProfile['overrides'][number]>,
): PublicProfile['overrides'][number] {
  return {
    staff_id: staffId,
    variant_id: variantId,
    offered: true,
    price_cents: null,
    duration_min: null,
    ...changes,
  };
}

function person(id: string, name: string, rank: number): PublicProfile['staff'][number] {
  return {
    id,
    display_name: name,
    title: 'Stylist',
    bio: null,
    photo_path: null,
    colour: 'teal',
    rank,
  };
}
