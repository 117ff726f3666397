import { useShownPicture } from '#db/use-shown-picture.ts';
import { SMALL_PX } from '#ui/picture-tile.tsx';
import { TilePicture } from '#ui/tile-picture.tsx';
import type { ReactNode } from 'react';

/** Somebody's picture over their initials. */
export function StaffPicture({ path }: { path: string }): ReactNode {
  return <TilePicture picture={useShownPicture(path)} sidePx={SMALL_PX} isWhole={false} />;
}
