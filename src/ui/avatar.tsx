import type { ShownPicture } from '#domain/pictures/picture.ts';
import clsx from 'clsx';
import { initials } from './initials.ts';
import { PictureTile } from './picture-tile.tsx';

const SIZES = {
  md: 'size-10 text-sm',
  lg: 'size-12 text-base',
  xl: 'size-20 text-2xl',
} as const;

/**
 * Somebody's picture in a circle, or their initials; decoration beside a name, so it is silent for
 * screen readers.
 */
export function Avatar({
  name,
  colour,
  size = 'md',
  picture,
  className,
}: {
  name: string;
  /** A palette name; without one it is grey. */
  colour?: string | undefined;
  size?: keyof typeof SIZES;
  picture?: ShownPicture | null | undefined;
  className?: string;
}) {
  return (
    <PictureTile
      picture={picture}
      colour={colour}
      className={clsx(
        'rounded-full font-semibold select-none',
        colour ? 'bg-swatch-soft text-swatch-ink' : 'bg-raised text-muted',
        SIZES[size],
        className,
      )}
    >
      {initials(name)}
    </PictureTile>
  );
}
