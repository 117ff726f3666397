/**
 * Nothing that anybody sees: spaces, line ends, joiners, marks, fillers. The characters are named, so that SQL
 * means the same ones (private.is_blank).
 */
export const isBlank = (text: string): boolean =>
  // eslint-disable-next-line no-misleading-character-class -- each of them alone is meant
  /^[ \t\r\n\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0]*$/u.test(
    text,
  );
