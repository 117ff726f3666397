import { expect, test } from 'vitest';
import { offerOf, segmentName, staffFor } from './offer.ts';

const variant = {
  price_kind: 'fixed' as const,
  price_cents: 6000,
  duration_min: 45,
  processing_min: 30,
  finishing_min: 15,
  buffer_before_min: 5,
  buffer_after_min: 10,
  processing_bookable: true,
};

test('an offer is the variant, with what the person does differently and the add-ons on top', () => {
  expect(offerOf(variant, undefined)).toEqual(variant);
  const addOns = [
    { price_cents: 1500, extra_min: 10 },
    { price_cents: 500, extra_min: 0 },
  ];
  expect(
    offerOf(variant, { offered: true, price_cents: 7000, duration_min: 60 }, addOns),
  ).toMatchObject({
    price_cents: 9000,
    duration_min: 70,
    processing_min: 30,
  });
  expect(offerOf(variant, { offered: true, price_cents: null, duration_min: null })).toEqual(
    variant,
  );
});

test('free with a paid add-on costs the add-on', () =>
  expect(
    offerOf({ ...variant, price_kind: 'free', price_cents: 0 }, undefined, [
      { price_cents: 900, extra_min: 5 },
    ]),
  ).toMatchObject({ price_kind: 'fixed', price_cents: 900 }));

test('a variant is done by active, bookable people who were not taken off it', () => {
  const staff = [
    { id: 'a', status: 'active' as const, bookable: true },
    { id: 'b', status: 'archived' as const, bookable: true },
    { id: 'c', status: 'active' as const, bookable: false },
    { id: 'd', status: 'active' as const, bookable: true },
  ];
  expect(staffFor('v', staff, [{ staff_id: 'd', variant_id: 'v', offered: false }])).toEqual(['a']);
  expect(staffFor('w', staff, [{ staff_id: 'd', variant_id: 'v', offered: false }])).toEqual([
    'a',
    'd',
  ]);
});

test('the frozen name has the variant only when it has a name', () => {
  expect(segmentName({ name: 'Colour' }, { name: 'Long hair' })).toBe('Colour – Long hair');
  expect(segmentName({ name: 'Colour' }, { name: ' ' })).toBe('Colour');
});
