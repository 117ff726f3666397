import type { Address } from '#domain/rows.ts';

/**
 * Addresses as one cell of a file, one in a line, their parts between bars in this order: label,
 * first and second line, postal code, city, region, country.
 */
export const addressesText = (addresses: readonly Address[]): string =>
  addresses
    .map((address) =>
      PARTS.map((part) => (address[part] ?? '').replace(/[|\n]+/g, ' ').trim())
        .join(' | ')
        .replace(/( \| *)+$/, ''),
    )
    .join('\n');

/** Back from there. A line without bars is an address that somebody wrote by hand. */
export const addressesFrom = (text: string): Address[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      if (!line.includes('|')) return { line1: line.slice(0, 200) };
      const cells = line.split('|').map((cell) => cell.trim());
      const filled = PARTS.flatMap((part, place) => {
        const cell = cells[place]?.slice(0, LIMITS[part]);
        return cell ? [[part, cell] as const] : [];
      });
      const address: Partial<Address> = Object.fromEntries(filled);
      // An address begins with something: a town alone is its first line.
      return { ...address, line1: address.line1 ?? address.city ?? address.label ?? '' };
    })
    .filter(({ line1 }) => line1 !== '');

const PARTS = ['label', 'line1', 'line2', 'postal_code', 'city', 'region', 'country_code'] as const;

const LIMITS: Record<(typeof PARTS)[number], number> = {
  label: 60,
  line1: 200,
  line2: 200,
  postal_code: 20,
  city: 120,
  region: 120,
  country_code: 2,
};
