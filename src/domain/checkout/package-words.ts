import type { Day, PackageHoldingRow } from '#domain/rows.ts';
import type { PackageLeft } from './packages.ts';

/** `3 of 5 visits left, until April 1, 2027`. */
export const visitsLeft = (
  left: Pick<PackageLeft, 'credits'>,
  { credits, expires_on }: Pick<PackageHoldingRow, 'credits' | 'expires_on'>,
  dateOf: (day: Day) => string,
): string => {
  const words = `${left.credits} of ${credits} ${credits === 1 ? 'visit' : 'visits'} left`;
  return expires_on === null ? words : `${words}, until ${dateOf(expires_on)}`;
};
