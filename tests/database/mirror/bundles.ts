import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Sql } from '#supabase/local/database/database.ts';
import { bundlePrices } from '#domain/services/bundle.ts';
import type { BundlePricing } from '#domain/services/bundle.ts';
import type { Price } from '#domain/services/price.ts';

export const pricesOfBundles = (sql: Sql): void => {
  const cents = fc.oneof(fc.constant(0), fc.nat(200), fc.nat(10_000_000));
  const anyBundle: fc.Arbitrary<BundlePricing> = fc.oneof(
    fc.record({
      price_mode: fc.constantFrom('fixed' as const, 'amount' as const),
      price_cents: cents,
      percent_bp: fc.constant(null),
    }),
    fc.record({
      price_mode: fc.constant('percent' as const),
      price_cents: fc.constant(0),
      percent_bp: fc.integer({ min: 1, max: 10_000 }),
    }),
  );
  const anyCase = fc.record({
    bundle: anyBundle,
    parts: fc.array(cents, { minLength: 2, maxLength: 10 }),
  });

  test('are shared out the same wherever that is done', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyCase, { minLength: 1, maxLength: 50 }), async (cases) => {
        const rows = await sql<{ shares: number[] }>(
          `select to_jsonb(private.bundle_prices(
             jsonb_populate_record(null::public.bundles, c.one -> 'bundle'),
             array(
               select p.cents::bigint
               from jsonb_array_elements_text(c.one -> 'parts') with ordinality p (cents, place)
               order by p.place))) as shares
           from jsonb_array_elements($1::jsonb) with ordinality c (one, n) order by n`,
          [JSON.stringify(cases)],
        );
        const ours = cases.map(({ bundle, parts }) =>
          bundlePrices(
            bundle,
            parts.map((part): Price => ({ kind: 'fixed', cents: part })),
          ).map((share) => share.cents),
        );
        expect(rows.map(({ shares }) => shares)).toEqual(ours);
      }),
      { numRuns: 40 },
    );
  });
};
