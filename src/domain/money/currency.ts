import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';

export const DEFAULT_CURRENCY = 'USD';
export const DEFAULT_LOCALE = 'en-US';

/**
 * Whether amounts of this currency can be held: everything here counts hundredths, so a currency
 * with other minor units (JPY has none, KWD has thousandths) would be shown wrong by a factor.
 */
export const checkCurrency = (currency: string): Result<string> =>
  /^[A-Z]{3}$/.test(currency) && minorDigits(currency) === 2
    ? ok(currency)
    : fail('currency_unsupported', { field: 'currency', detail: currency });

const minorDigits = (currency: string): number =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits ?? 2;
