import type { Address } from '#domain/rows.ts';

/** An address as it is written on an envelope, without the country. */
export const addressLines = (address: Address): string[] => {
  const region = [address.region, address.postal_code].filter(Boolean).join(' ');
  const town = [address.city, region].filter(Boolean).join(', ');
  return [address.line1, address.line2, town].flatMap((line) => line || []);
};

/** Opens the address in the maps app of the device. */
export const mapLink = (address: Address): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(
    [...addressLines(address), address.country_code].filter(Boolean).join(', '),
  )}`;
