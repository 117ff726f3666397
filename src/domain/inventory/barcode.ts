const MIN_DIGITS = 8;
const MAX_DIGITS = 14;

/** What a scanner or a person types, as a barcode is stored; null when it is none. */
export const readBarcode = (text: string): string | null => {
  const digits = text.replace(/[\s-]/g, '');
  return /^\d+$/.test(digits) && digits.length >= MIN_DIGITS && digits.length <= MAX_DIGITS
    ? digits
    : null;
};

/**
 * Whether the last digit is right, as in EAN and UPC numbers: a wrong one is mostly a slip. Labels that
 * a business prints itself may have none, so this only warns.
 */
export const hasCheckDigit = (barcode: string): boolean => {
  const digits = [...barcode].map(Number).toReversed();
  return (
    digits.reduce((sum, digit, place) => sum + digit * (place % 2 === 0 ? 1 : 3), 0) % 10 === 0
  );
};
