export const randomBytes = (count: number): Uint8Array =>
  crypto.getRandomValues(new Uint8Array(count));

/** No 0, O, 1, I: people read it out on the phone. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A short code that a person can quote to support: `K7Q2-XM4A`. */
export const reference = (bytes: Uint8Array = randomBytes(8)): string => {
  const letters = [...bytes].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4, 8)}`;
};
