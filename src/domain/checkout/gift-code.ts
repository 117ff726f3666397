/** The alphabet of Crockford: no letter is mistaken for a number. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 12;

/** A code of 11 of these characters and one that checks them, from as many random bytes. */
export const giftCode = (random: Uint8Array): string => {
  const body = Array.from(random.slice(0, LENGTH - 1), (byte) => ALPHABET[byte % 32]!).join('');
  return body + checkOf(body);
};

/** `7KQ2-MX09-B4TA`, as it is printed. */
export const printedGiftCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? '';

/**
 * What was typed or scanned, as it is stored; null = it cannot be the code of a card. The QR code of a card
 * is an address with the code behind its `#`.
 */
export const readGiftCode = (typed: string): string | null => {
  const plain = typed
    .slice(typed.lastIndexOf('#') + 1)
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll(/[IL]/g, '1')
    .replaceAll('O', '0');
  const isCode = plain.length === LENGTH && [...plain].every((sign) => ALPHABET.includes(sign));
  return isCode && checkOf(plain.slice(0, -1)) === plain.at(-1) ? plain : null;
};

/** Luhn's sum to the base of 32: notices every wrong sign, and nearly every two that changed places. */
const checkOf = (body: string): string => {
  let sum = 0;
  for (const [place, sign] of [...body].toReversed().entries()) {
    const value = ALPHABET.indexOf(sign) * (place % 2 === 0 ? 2 : 1);
    sum += Math.floor(value / 32) + (value % 32);
  }
  return ALPHABET[(32 - (sum % 32)) % 32]!;
};
