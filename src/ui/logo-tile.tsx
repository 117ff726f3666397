import { readPicturePath } from '#domain/pictures/path.ts';
import type { ShownPicture } from '#domain/pictures/picture.ts';
import clsx from 'clsx';
import { PictureTile } from './picture-tile.tsx';

/** A wider logo is shown smaller instead: the name beside it needs its place. */
const WIDEST = 4;

/** It keeps its shape, so that it is asked for larger than what is cut to a square. */
const LOGO_PX = 512;

/** The logo of a business in its own shape, or its first letter; decoration beside the name. */
export function LogoTile({
  name,
  picture,
  heightPx = 40,
}: {
  name: string;
  picture: ShownPicture;
  heightPx?: number;
}) {
  const size = readPicturePath(picture.path);
  const ratio = size === null ? 1 : Math.min(WIDEST, size.width / size.height);
  return (
    <span
      className="shrink-0"
      style={{ height: heightPx, width: Math.round(heightPx * Math.max(ratio, 0.5)) }}
    >
      <PictureTile
        picture={picture}
        sidePx={LOGO_PX}
        isWhole
        className={clsx(
          'size-full rounded-lg text-lg font-semibold',
          // Around a picture the colour of the business would shine through at the corners.
          size === null ? 'bg-accent text-on-accent' : 'border border-line bg-white text-black',
        )}
      >
        {/^./u.exec(name.trim())?.[0].toUpperCase()}
      </PictureTile>
    </span>
  );
}
