import type { TaxRateRow } from '#domain/rows.ts';
import { bySortKey } from '#domain/sort-key.ts';
import type { DaybookDb } from '../open.ts';

export type TaxRateView = {
  rate: TaxRateRow;
  /** Services in use that have it. */
  uses: number;
};

/** All rates in order, those that are not used any more last. */
export const taxRates = async (db: DaybookDb): Promise<TaxRateView[]> => {
  const [rates, services] = await Promise.all([
    db.rows('tax_rates').toArray(),
    db.rows('services').toArray(),
  ]);
  return rates
    .toSorted((a, b) => Number(b.active) - Number(a.active) || bySortKey(a, b))
    .map((rate) => ({
      rate,
      uses: services.filter(
        ({ tax_rate_id, status }) => tax_rate_id === rate.id && status === 'active',
      ).length,
    }));
};
