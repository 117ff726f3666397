// What comes along with pasted text although nobody sees it: control signs, marks that turn letters around, halves
// of letters. No line has them, and the server refuses a line with them (private.typed_line).

/** Lines of text. */
export const typedLines = (text: string): string =>
  text.replace(/[^\P{Cc}\t\r\n]|[\p{Surrogate}\u202a-\u202e\u2066-\u2069]/gu, '');

/** One line; joiners stay, some languages need them. */
export const typedLine = (text: string): string =>
  typedLines(text).replace(/[\t\r\n\u2028\u2029]+/g, ' ');

/** An address or a number, in which every sign is seen; blanks of web pages and of other scripts are none of it. */
export const typedExactly = (text: string): string =>
  typedLine(text).replace(/[\p{Cf}\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/gu, '');
