import { describe, expect, it } from 'vitest';
import type { ServiceVariantRow } from '#domain/rows.ts';
import { EMPTY_SERVICE, EMPTY_VARIANT } from '#domain/services/schema.ts';
import { offerText, serviceFacts } from './service-words.ts';

const variant = (values: Partial<ServiceVariantRow>): ServiceVariantRow => ({
  ...EMPTY_VARIANT,
  id: 'v',
  business_id: 'b',
  rev: 1,
  created_at: '',
  updated_at: '',
  created_by: null,
  service_id: 's',
  sort_key: 'V',
  status: 'active',
  price_cents: 6000,
  ...values,
});
const money = { currency: 'USD', locale: 'en-US' };

describe('what a service offers, in one line', () => {
  it.each([
    [[{}], '1 hr · $60.00'],
    [[{ price_kind: 'free', price_cents: 0, duration_min: 15 }], '15 min · Free'],
    [[{ price_kind: 'from' }], '1 hr · from $60.00'],
    [[{ price_kind: 'varies', price_cents: 0, price_label: 'On request' }], '1 hr · On request'],
    // What is not open needs no words.
    [[{ price_label: 'On request' }], '1 hr · $60.00'],
    // The buffers are ours, the processing time is the client's.
    [[{ processing_min: 30, finishing_min: 15, buffer_after_min: 10 }], '1 hr 45 min · $60.00'],
    [
      [{}, { price_cents: 9000, duration_min: 90 }],
      '2 options · 1 hr – 1 hr 30 min · $60.00 – $90.00',
    ],
    [[{}, {}], '2 options · 1 hr · $60.00'],
    [[{}, { price_kind: 'varies', price_cents: 0 }], '2 options · 1 hr · from $60.00'],
    [[], 'Not offered: it has no options'],
  ] satisfies [Partial<ServiceVariantRow>[], string][])('%j is “%s”', (variants, text) => {
    expect(offerText(variants.map(variant), money)).toBe(text);
  });
});

it('says how many people a service takes', () => {
  const service = {
    ...EMPTY_SERVICE,
    id: 's',
    business_id: 'b',
    rev: 1,
    created_at: '',
    updated_at: '',
    created_by: null,
    sort_key: 'S',
    status: 'active' as const,
  };
  expect(serviceFacts({ ...service, staff_needed: 2 })).toEqual(['Takes 2 people']);
  expect(serviceFacts(service)).toEqual([]);
});
