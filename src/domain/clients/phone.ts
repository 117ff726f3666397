import { digitsOf } from '#domain/text/fold.ts';

/** Calling codes of the countries whose national numbers we read; others need the + form. */
const CALLING_CODES: Readonly<Record<string, string>> = {
  AE: '971',
  AR: '54',
  AT: '43',
  AU: '61',
  BE: '32',
  BG: '359',
  BR: '55',
  CA: '1',
  CH: '41',
  CL: '56',
  CO: '57',
  CY: '357',
  CZ: '420',
  DE: '49',
  DK: '45',
  EE: '372',
  EG: '20',
  ES: '34',
  FI: '358',
  FR: '33',
  GB: '44',
  GR: '30',
  HK: '852',
  HR: '385',
  HU: '36',
  ID: '62',
  IE: '353',
  IL: '972',
  IN: '91',
  IS: '354',
  IT: '39',
  KE: '254',
  LT: '370',
  LU: '352',
  LV: '371',
  MA: '212',
  MT: '356',
  MX: '52',
  MY: '60',
  NG: '234',
  NL: '31',
  NO: '47',
  NZ: '64',
  PE: '51',
  PH: '63',
  PK: '92',
  PL: '48',
  PT: '351',
  RO: '40',
  RS: '381',
  SA: '966',
  SE: '46',
  SG: '65',
  SI: '386',
  SK: '421',
  TH: '66',
  TR: '90',
  UA: '380',
  US: '1',
  VN: '84',
  ZA: '27',
};
/** In these countries the leading 0 (or 1, 8, 06) belongs to the number or does not exist. */
const NO_TRUNK_ZERO = new Set([
  'IT',
  'ES',
  'PT',
  'DK',
  'NO',
  'PL',
  'CZ',
  'GR',
  'SG',
  'HK',
  'EE',
  'LV',
  'LU',
  'MT',
  'CY',
  'IS',
]);

/**
 * A typed phone number as E.164 (`+15550100199`), or null when it cannot be one. National numbers
 * are read as numbers of the given country.
 */
export const toE164 = (typed: string, countryCode: string): string | null => {
  const text = typed.trim();
  const digits = digitsOf(text);
  if (text.startsWith('+')) return international(digits);
  if (/^00[1-9]/.test(digits)) return international(digits.slice(2));

  const code = CALLING_CODES[countryCode];
  if (code === undefined) return null;
  if (code === '1') {
    const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
    // Area and exchange codes of the North American plan begin with 2–9.
    return /^[2-9]\d{2}[2-9]\d{6}$/.test(national) ? `+1${national}` : null;
  }
  const national = NO_TRUNK_ZERO.has(countryCode) ? digits : digits.replace(/^0/, '');
  return national.length >= 5 ? international(code + national) : null;
};

const international = (digits: string): string | null =>
  /^[1-9]\d{7,14}$/.test(digits) ? `+${digits}` : null;
