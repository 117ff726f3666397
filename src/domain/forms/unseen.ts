/** Control signs, and what nobody sees or what turns letters around; text that PostgreSQL would not take is none. */
const UNSEEN =
  /[\p{Cc}\p{Surrogate}\u00a0\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u;

/** private.has_unseen is the same for the server. */
export const hasUnseen = (word: string): boolean => UNSEEN.test(word);
