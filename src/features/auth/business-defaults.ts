import { checkCurrency } from '#domain/money/currency.ts';

/** The country of this device's language setting; US when it names none. */
export const deviceRegion = (language: string = navigator.language): string => {
  try {
    return new Intl.Locale(language).region ?? 'US';
  } catch {
    return 'US';
  }
};

const currencies: Record<string, string> = {
  AU: 'AUD',
  BR: 'BRL',
  CA: 'CAD',
  CH: 'CHF',
  DK: 'DKK',
  GB: 'GBP',
  IN: 'INR',
  MX: 'MXN',
  NO: 'NOK',
  NZ: 'NZD',
  PL: 'PLN',
  SE: 'SEK',
  ZA: 'ZAR',
};
const euro = new Set('AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' '));

/** The currency people use there, if amounts in it can be held; US dollars otherwise. */
export const currencyOf = (region: string): string => {
  const currency = euro.has(region) ? 'EUR' : (currencies[region] ?? 'USD');
  return checkCurrency(currency).ok ? currency : 'USD';
};

/** Every zone that the browser knows, the device's own among them in any case. */
export const timeZones = (own: string): { value: string; label: string }[] => {
  const known = Intl.supportedValuesOf('timeZone');
  const all = known.includes(own) ? known : [own, ...known];
  return all.map((zone) => ({ value: zone, label: zone.replace(/_/g, ' ') }));
};
