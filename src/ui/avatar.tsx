import clsx from 'clsx';

/** Initials in a circle; decoration beside a name, so it is silent for screen readers. */
export function Avatar({
  name,
  colour,
  size = 'md',
}: {
  name: string;
  /** A palette name; without one it is grey. */
  colour?: string | undefined;
  size?: 'md' | 'lg';
}) {
  return (
    <span
      aria-hidden
      data-colour={colour}
      className={clsx(
        'grid shrink-0 place-items-center rounded-full font-semibold select-none',
        colour ? 'bg-swatch-soft text-swatch-ink' : 'bg-raised text-muted',
        size === 'md' ? 'size-10 text-sm' : 'size-16 text-xl',
      )}
    >
      {initials(name)}
    </span>
  );
}

/** The first letter of the first and of the last word; whole emoji and combined letters stay whole. */
export const initials = (name: string): string => {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words;
  return picked.map((word) => firstLetter(word ?? '')).join('');
};

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

const firstLetter = (word: string): string => {
  const [first] = segmenter.segment(word);
  return first ? first.segment.toLocaleUpperCase() : '';
};
