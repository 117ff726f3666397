import type { ShownPicture } from '#domain/pictures/picture.ts';
import clsx from 'clsx';
import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { lazyExtra } from './lazy-part.tsx';

/** Small pictures are all asked for in one size: one copy of each is kept for every place. */
export const SMALL_PX = 192;

/** Comes with the first picture: no first page waits for it, and without it there is none. */
const TilePicture = lazyExtra(async () => (await import('./tile-picture.tsx')).TilePicture);

/**
 * A picture in a place of a fixed size, over what stands there until it has come, and whenever it
 * does not come. Decoration beside a name, so it is silent for screen readers.
 */
export function PictureTile({
  picture,
  sidePx = SMALL_PX,
  isWhole = false,
  colour,
  className,
  children,
}: {
  picture?: ShownPicture | null | undefined;
  /** The longer side as it is asked for, in pixels of the screen. */
  sidePx?: number;
  /** Shows all of it instead of filling the place. */
  isWhole?: boolean;
  /** A palette name for the place. */
  colour?: string | undefined;
  className?: string;
  /** What stands for the picture. */
  children?: ReactNode;
}) {
  const local = picture?.local ?? null;
  return (
    <span
      aria-hidden
      data-colour={colour}
      className={clsx('relative grid shrink-0 place-items-center overflow-hidden', className)}
    >
      {children}
      {picture && (local === 'asking' ? picture.path : (local ?? picture.path)) !== null && (
        <Suspense>
          <TilePicture picture={picture} sidePx={sidePx} isWhole={isWhole} />
        </Suspense>
      )}
    </span>
  );
}
