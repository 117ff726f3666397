/** Rules of what is typed to sign in or to change it; the texts are looked up by rule. */

/** At least this long; the server may ask for more. */
export const MIN_PASSWORD_LENGTH = 8;

export type EntryFault = 'required' | 'email' | 'too_short';

export const emailFault = (email: string): EntryFault | undefined => {
  const text = email.trim();
  if (text === '') return 'required';
  return /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text) ? undefined : 'email';
};

export const passwordFault = (password: string): EntryFault | undefined => {
  if (password === '') return 'required';
  return password.length < MIN_PASSWORD_LENGTH ? 'too_short' : undefined;
};
