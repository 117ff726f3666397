import type { Address } from '#domain/rows.ts';

/** An address as a form holds it: every line there, empty when not known. */
export type AddressText = {
  line1: string;
  line2: string;
  city: string;
  region: string;
  postal_code: string;
};

export const addressText = (address: Address | null): AddressText => ({
  line1: address?.line1 ?? '',
  line2: address?.line2 ?? '',
  city: address?.city ?? '',
  region: address?.region ?? '',
  postal_code: address?.postal_code ?? '',
});

/** An address among others of one person. */
export type LabelledText = AddressText & { label: string };

export const labelledText = (address: Address | null): LabelledText => ({
  label: address?.label ?? '',
  ...addressText(address),
});

/**
 * What was entered as an address: empty lines left out, null when nothing is left. The country
 * stays as it was. Without a first line it is none, which the schema refuses.
 */
export const addressOf = (text: AddressText, countryCode?: string): Address | null => {
  const filled = Object.entries(text).filter(([, line]) => line.trim() !== '');
  if (filled.length === 0) return null;
  return {
    line1: '',
    ...Object.fromEntries(filled),
    ...(countryCode ? { country_code: countryCode } : {}),
  };
};
