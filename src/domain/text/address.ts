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

/**
 * The way to an address, in the navigation that the device has: phones of one kind know `geo:`, of
 * the other the links of its maker; everything else opens a page.
 */
export const directionsLink = (address: Address, userAgent: string): string => {
  const place = encodeURIComponent(
    [...addressLines(address), address.country_code].filter(Boolean).join(', '),
  );
  if (/Android/.test(userAgent)) return `geo:0,0?q=${place}`;
  if (/iPhone|iPad|Macintosh/.test(userAgent)) return `https://maps.apple.com/?daddr=${place}`;
  return `https://www.google.com/maps/dir/?api=1&destination=${place}`;
};
