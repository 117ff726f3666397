/** Rules of what is typed to sign in or to change it; the texts are looked up by rule. */

/** At least this long; the server may ask for more. */
export const MIN_PASSWORD_LENGTH = 8;
/** The server reads no further: longer ones would be equal from there on. */
const MAX_PASSWORD_BYTES = 72;
const MAX_EMAIL_LENGTH = 254;

export type EntryFault = 'required' | 'email' | 'too_short' | 'too_long';

export const emailFault = (email: string): EntryFault | undefined => {
  const text = email.trim();
  if (text === '') return 'required';
  if (text.length > MAX_EMAIL_LENGTH) return 'too_long';
  return /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text) ? undefined : 'email';
};

/** Of what an account is signed in to by: an address or a phone number. That nothing is typed is said elsewhere. */
export const accountNameFault = (name: string): EntryFault | undefined => {
  const text = name.trim();
  if (text === '') return undefined;
  if (text.includes('@')) return /^[^\s@]+@[^\s@]+$/.test(text) ? undefined : 'email';
  return /^\+?[\d\s().\-/]{5,30}$/.test(text) ? undefined : 'email';
};

export const passwordFault = (password: string): EntryFault | undefined => {
  if (password === '') return 'required';
  if (bytesOf(password) > MAX_PASSWORD_BYTES) return 'too_long';
  return [...password].length < MIN_PASSWORD_LENGTH ? 'too_short' : undefined;
};

/** As UTF-8. */
const bytesOf = (text: string): number =>
  [...text].reduce((sum, letter) => {
    const code = letter.codePointAt(0)!;
    return sum + (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);
  }, 0);
