/** `Euro (EUR)` for the currencies people ask for, the present one among them. */
export const currencyOptions = (current: string): { value: string; label: string }[] => {
  const names = new Intl.DisplayNames(['en'], { type: 'currency' });
  return [...new Set([...CURRENCIES, current])]
    .map((value) => ({ value, label: `${names.of(value) ?? value} (${value})` }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
};

/** Two decimals, all of them: others cannot be held (currency.ts). */
const CURRENCIES = (
  'AED ARS AUD BGN BRL CAD CHF CNY CZK DKK EGP EUR GBP HKD ILS INR KES MAD MXN MYR NGN ' +
  'NOK NZD PEN PHP PLN RON RSD SAR SEK SGD THB TRY UAH USD ZAR'
).split(' ');
