import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validate } from '#domain/validation/validate.ts';
import { bundlePrice, bundlePrices, type BundlePricing } from './bundle.ts';
import { bundleSchema, EMPTY_BUNDLE } from './bundle-schema.ts';
import type { Price } from './price.ts';

const fixed = (...cents: number[]): Price[] => cents.map((one) => ({ kind: 'fixed', cents: one }));
const costs = (price_cents: number): BundlePricing => ({
  price_mode: 'fixed',
  price_cents,
  percent_bp: null,
});
const less = (price_cents: number): BundlePricing => ({
  ...costs(price_cents),
  price_mode: 'amount',
});
const off = (percent_bp: number): BundlePricing => ({
  price_mode: 'percent',
  price_cents: 0,
  percent_bp,
});
const centsOf = (bundle: BundlePricing, parts: Price[]) =>
  bundlePrices(bundle, parts).map(({ cents }) => cents);

describe('the parts of a bundle', () => {
  test.each([
    ['share a fixed price by what they cost', costs(9000), [6000, 4000], [5400, 3600]],
    ['share what does not divide to the cent', costs(1000), [100, 100, 100], [333, 334, 333]],
    ['cost so much less together', less(1500), [6000, 4000], [5100, 3400]],
    ['are never worth less than nothing', less(20_000), [6000, 4000], [0, 0]],
    ['cost some percent less, rounded once', off(1250), [999, 1], [874, 1]],
    ['that cost nothing stay so', costs(5000), [6000, 0], [5000, 0]],
    ['leave the price to the first one where none has any', costs(5000), [0, 0], [5000, 0]],
    ['are free when nothing is left', off(10_000), [6000, 4000], [0, 0]],
  ])('%s', (_, bundle, parts, expected) => {
    expect(centsOf(bundle, fixed(...parts))).toEqual(expected);
  });

  test('always add up to its price', () =>
    fc.assert(
      fc.property(
        fc.array(fc.nat(1_000_000), { minLength: 2, maxLength: 10 }),
        fc.nat(2_000_000),
        fc.integer({ min: 1, max: 10_000 }),
        (parts, cents, bp) => {
          const whole = parts.reduce((sum, part) => sum + part, 0);
          const sum = (bundle: BundlePricing) =>
            centsOf(bundle, fixed(...parts)).reduce((all, part) => all + part, 0);
          expect(sum(costs(cents))).toBe(cents);
          expect(sum(less(cents))).toBe(Math.max(0, whole - cents));
          expect(sum(off(bp))).toBe(whole - Math.round((whole * bp) / 10_000));
        },
      ),
    ));

  test('keep an open price open, unless the bundle has one price', () => {
    const open: Price[] = [
      { kind: 'from', cents: 6000 },
      { kind: 'fixed', cents: 4000 },
    ];
    expect(bundlePrice(off(1000), open)).toEqual({ kind: 'from', cents: 9000 });
    expect(bundlePrice(costs(8000), open)).toEqual({ kind: 'fixed', cents: 8000 });
  });

  test('say nothing where prices are hidden', () => {
    expect(bundlePrice(costs(8000), [{ kind: 'hidden', cents: 0 }, ...fixed(100)])).toEqual({
      kind: 'hidden',
      cents: 0,
    });
    expect(bundlePrice({ ...costs(0), price_mode: 'hidden' }, fixed(100, 100)).kind).toBe('hidden');
  });
});

describe('what a bundle can be', () => {
  const ids = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002'];
  const bundle = { ...EMPTY_BUNDLE, name: 'Bridal day', variant_ids: ids, price_cents: 9000 };
  const faultOf = (change: object) => {
    const checked = validate(bundleSchema, { ...bundle, ...change });
    return checked.ok ? null : [checked.error.field, checked.error.rule];
  };

  test.each([
    [{}, null],
    [{ name: ' ' }, ['name', 'required']],
    [{ variant_ids: ids.slice(1) }, ['variant_ids', 'too_few']],
    [{ variant_ids: [ids[0], ids[0]] }, ['variant_ids', 'duplicate']],
    [{ price_mode: 'percent', price_cents: 0 }, ['percent_bp', 'required']],
    [{ price_mode: 'percent', price_cents: 0, percent_bp: 1500 }, null],
  ])('%j', (change, fault) => {
    expect(faultOf(change)).toEqual(fault);
  });
});
