import { DEFAULT_CURRENCY, DEFAULT_LOCALE, checkCurrency } from './currency.ts';

const formats = new Map<string, Intl.NumberFormat>();

/** Making an Intl format costs a hundred times more than using one, and lists show many amounts. */
const formatFor = (currency: string, locale: string): Intl.NumberFormat => {
  const key = `${currency} ${locale}`;
  const known = formats.get(key);
  if (known) return known;
  if (!checkCurrency(currency).ok) {
    throw new RangeError(
      `Amounts in ${currency} cannot be shown: money is held in hundredths, and ${currency} does ` +
        'not have two decimals. Choose a two-decimal currency in the business settings.',
    );
  }
  const made = new Intl.NumberFormat(locale, { style: 'currency', currency });
  formats.set(key, made);
  return made;
};

/**
 * Cents as text for people: `$1,234.50`. A missing amount shows as zero. Throws for currencies
 * without two decimals, which settings refuse (see checkCurrency).
 */
export const formatMoney = (
  cents: number | null | undefined,
  currency: string = DEFAULT_CURRENCY,
  locale: string = DEFAULT_LOCALE,
): string => {
  const known = typeof cents === 'number' && Number.isFinite(cents) ? cents : 0;
  // Adding 0 turns -0 into 0: nobody owes minus nothing. Most locales write minus as a hyphen.
  return formatFor(currency, locale)
    .format(known / 100 + 0)
    .replace('-', '−');
};

/** Cents as a person would type them into a field: `1234.50` in their locale, without grouping. */
export const moneyInput = (cents: number, locale: string = DEFAULT_LOCALE): string =>
  new Intl.NumberFormat(locale, {
    useGrouping: false,
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
    maximumFractionDigits: 2,
  }).format(cents / 100 + 0);
