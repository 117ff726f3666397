/** Control signs, and what nobody sees or what turns letters around; text that PostgreSQL would not take is none. */
const UNSEEN =
  // eslint-disable-next-line no-control-regex -- they are what is looked for
  /[\u0000-\u001f\u007f-\u00a0\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\p{Surrogate}/u;

/** private.has_unseen is the same for the server. */
export const hasUnseen = (word: string): boolean => UNSEEN.test(word);
