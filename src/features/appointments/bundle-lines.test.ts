import { describe, expect, it } from 'vitest';
import { offeredOf, variantOf } from '#tests/fixtures/offered.ts';
import type { BundleRow, WaitlistItem } from '#domain/rows.ts';
import { linesOfBundle, pricedTogether } from './bundle-lines.ts';
import {
  draftSegments,
  draftTotals,
  emptyLine,
  linesWanted,
  withVariant,
  type DraftLine,
} from './draft.ts';

const cut = offeredOf(variantOf('cut'), [
  { staff_id: 'zoe', offered: true, price_cents: 8000 },
  { staff_id: 'mia', offered: true },
]);
const nails = offeredOf(variantOf('nails', { price_cents: 3000, duration_min: 30 }));
const lift = offeredOf(variantOf('lift'), [], { staff_needed: 2 });
const offered = new Map([
  ['cut', cut],
  ['nails', nails],
  ['lift', lift],
]);
const staff = ['mia', 'zoe'].map((id) => ({ id, status: 'active' as const, bookable: true }));
const bundle = {
  variant_ids: ['cut', 'nails'],
  price_mode: 'fixed' as const,
  price_cents: 6000,
  percent_bp: null,
};
const addTo = (lines: DraftLine[], preferred: string | null, more: object = {}) =>
  linesOfBundle({ ...bundle, ...more }, lines, offered, staff, preferred);
const pricesOf = (lines: DraftLine[]) =>
  draftSegments({ clientId: null, day: '2026-11-24', minute: 600, lines }, offered, 'UTC')?.map(
    ({ price_cents }) => price_cents,
  );

describe('the lines of a bundle', () => {
  it('take the place of an empty one, each for its share', () => {
    const lines = addTo([emptyLine(1, 'mia')], 'mia');
    expect(lines).toMatchObject([
      { variantId: 'cut', staffId: 'mia' },
      { variantId: 'nails', staffId: 'mia' },
    ]);
    expect(pricesOf(lines)).toEqual([3750, 2250]);
    expect(draftTotals(lines, offered).price).toEqual({ kind: 'fixed', cents: 6000 });
  });

  it('stand after what is there, by the prices of whoever does them', () => {
    const first = withVariant(emptyLine(4, 'zoe'), nails, staff, null);
    const less = { price_mode: 'percent', price_cents: 0, percent_bp: 1000 };
    const lines = addTo([first], null, less);
    expect(lines.map(({ staffId }) => staffId)).toEqual(['zoe', 'zoe', 'zoe']);
    expect(pricesOf(lines)).toEqual([3000, 7200, 2700]);
    expect(new Set(lines.map(({ key }) => key)).size).toBe(3);
  });

  it('keep their share with somebody else, and cost what is added to them', () => {
    const lines = addTo([emptyLine(1, 'mia')], 'mia');
    expect(pricesOf(lines.map((line) => ({ ...line, staffId: 'zoe' })))).toEqual([3750, 2250]);
    // Another service is no part of it any more.
    const other = withVariant(lines[0]!, nails, staff, null);
    expect(pricesOf([other, lines[1]!])).toEqual([3000, 2250]);
  });

  it('bring along whoever helps', () => {
    const lines = addTo([emptyLine(1, 'mia')], 'mia', { variant_ids: ['lift', 'nails'] });
    expect(lines).toMatchObject([
      { variantId: 'lift', staffId: 'mia' },
      { variantId: 'lift', staffId: 'zoe', isSecond: true },
      { variantId: 'nails' },
    ]);
    expect(pricesOf(lines)).toEqual([3750, 0, 2250]);
    expect(new Set(lines.map(({ key }) => key)).size).toBe(3);
  });
});

describe('what somebody waits for together', () => {
  const row = { ...bundle, id: 'bridal', status: 'active' } as BundleRow;
  const waitsFor = (variant_id: string, bundle_id?: string) => ({
    variant_id,
    staff_ids: [],
    add_on_ids: [],
    ...(bundle_id !== undefined && { bundle_id }),
  });
  const wanted = (items: WaitlistItem[], bundles = [row]) =>
    pricesOf(pricedTogether(linesWanted(items, offered, staff, 'mia'), items, bundles, offered));

  it('costs what it costs together', () => {
    const items = [waitsFor('cut', 'bridal'), waitsFor('nails', 'bridal')];
    expect(wanted(items)).toEqual([3750, 2250]);
    expect(wanted([waitsFor('lift'), ...items])?.slice(-2)).toEqual([3750, 2250]);
    expect(wanted(items, [{ ...row, status: 'archived' }])).toEqual(wanted(items, []));
  });

  it('is what each costs where a part of it is not offered any more', () => {
    const items = [waitsFor('cut', 'bridal'), waitsFor('gone', 'bridal')];
    expect(wanted(items)).toEqual(wanted([waitsFor('cut')]));
  });
});
