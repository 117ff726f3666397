import type { ClientEntry } from '#domain/clients/search.ts';

/**
 * One line of the list: a letter above the clients whose last name begins with it, or a client. As it
 * was found: at each key of a search there are up to 20,000 of them.
 */
export type Line = { letter: string } | ClientEntry;

export const isLetter = (line: Line): line is { letter: string } => 'letter' in line;

/** The letter a client stands under; names that begin with no letter stand under `#`. */
export const letterOf = ({ order }: Pick<ClientEntry, 'order'>): string => {
  const first = order.codePointAt(0) ?? 0;
  const known = letters.get(first);
  if (known !== undefined) return known;
  const letter = /^\p{L}/u.exec(order)?.[0].toLocaleUpperCase() ?? '#';
  letters.set(first, letter);
  return letter;
};

/** A list of 20,000 asks for a few dozen of them, each time a client changes. */
const letters = new Map<number, string>();

/** The lines of a list; found ones stand in the order of their rank, so they get no letters. */
export const linesOf = (entries: readonly ClientEntry[], withLetters: boolean): readonly Line[] => {
  if (!withLetters) return entries;
  const lines: Line[] = [];
  let current = '';
  for (const entry of entries) {
    const letter = letterOf(entry);
    if (letter !== current) {
      lines.push({ letter });
      current = letter;
    }
    lines.push(entry);
  }
  return lines;
};

/** Where each letter begins, for jumping. */
export const letterPlaces = (lines: readonly Line[]): { letter: string; index: number }[] => {
  const places: { letter: string; index: number }[] = [];
  // Where there are letters, one comes first.
  if (!lines[0] || !isLetter(lines[0])) return places;
  lines.forEach((line, index) => {
    if (isLetter(line)) places.push({ letter: line.letter, index });
  });
  return places;
};

/** The next client line from a place, going up (-1) or down (1); null at the end. */
export const nextClientLine = (
  lines: readonly Line[],
  from: number,
  step: 1 | -1,
): number | null => {
  for (let index = from + step; index >= 0 && index < lines.length; index += step) {
    if (!isLetter(lines[index]!)) return index;
  }
  return null;
};
