/** The first letter of the first and of the last word; whole emoji and combined letters stay whole. */
export const initials = (name: string): string => {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words;
  return picked.map((word) => firstLetter(word ?? '')).join('');
};

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A Latin letter with another after it stands for itself: a list asks for dozens of them at each key. */
const PLAIN = /^[!-ɏ](?=[!-ɏ]|$)/u;

const firstLetter = (word: string): string => {
  const letter = PLAIN.exec(word)?.[0] ?? [...segmenter.segment(word)][0]?.segment ?? '';
  return letter.toLocaleUpperCase();
};
