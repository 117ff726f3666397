// Letters that Unicode does not decompose but people type without their marks.
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Text as search compares it: lower-case, accents removed, spaces single. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim();

/** The words of a search, folded. */
export const foldedWords = (text: string): string[] => fold(text).split(' ').filter(Boolean);

/** The digits of a phone number as typed, for matching pieces of it. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '');
