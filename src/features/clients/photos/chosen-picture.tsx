import type { SmallPicture } from '#platform/shrink-picture.ts';
import { IconButton } from '#ui/button.tsx';
import { X } from 'lucide-react';
import { BlobImage } from '#ui/blob-image.tsx';

/** A picture that was chosen and not kept yet. */
export function ChosenPicture({
  picture,
  place,
  onRemove,
}: {
  picture: SmallPicture;
  place: number;
  onRemove: () => void;
}) {
  return (
    <li className="relative aspect-square overflow-hidden rounded-md border border-line bg-sunken">
      <BlobImage
        data={picture.data}
        mediaType={picture.mediaType}
        alt={`Chosen ${place}`}
        className="size-full object-cover"
      />
      <span className="absolute top-1 right-1 rounded-md bg-surface shadow-card">
        <IconButton size="sm" icon={X} label={`Leave out picture ${place}`} onClick={onRemove} />
      </span>
    </li>
  );
}
