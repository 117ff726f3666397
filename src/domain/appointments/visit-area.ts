/**
 * Where a business goes to: postal codes, or the beginnings of them, as the business writes them
 * down once. Distances would need coordinates, which addresses do not have.
 * `private.is_visited` is the same rule.
 */

/** Of one business. */
export const MOST_POSTAL_CODES = 200;

const MOST_CHARACTERS = 10;

/** "sw1a 1aa", "SW1A1AA" and "SW1A-1AA" are one postal code. */
export const plainPostalCode = (text: string): string =>
  text.replace(/[^A-Za-z0-9]/g, '').toUpperCase();

/** What was typed as a list with commas or lines, sorted, no one twice; null = not a list of codes. */
export const readPostalCodes = (typed: string): string[] | null => {
  const codes = typed
    .split(/[,;\n]/)
    .filter((part) => part.trim() !== '')
    .map(plainPostalCode);
  const isFaulty = codes.some((code) => code === '' || code.length > MOST_CHARACTERS);
  return isFaulty ? null : [...new Set(codes)].toSorted();
};

/** Whether somebody comes to an address with this postal code. No list: they come everywhere. */
export const isVisited = (areas: readonly string[], postalCode: string): boolean => {
  const plain = plainPostalCode(postalCode);
  return areas.length === 0 || areas.some((area) => plain.startsWith(area));
};
