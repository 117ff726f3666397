import type { ClientPhotoRow } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import clsx from 'clsx';
import { CloudOff, ImageOff } from 'lucide-react';
import { BlobImage } from '#ui/blob-image.tsx';
import { usePicture } from './use-picture.ts';
import { MISSING_WORDS } from './words.ts';

/** A photo, or in its place why it is not here. */
export function Picture({
  photo,
  alt,
  look,
}: {
  photo: ClientPhotoRow;
  alt: string;
  /** `tile` fills its square; `whole` shows all of it. */
  look: 'tile' | 'whole';
}) {
  const picture = usePicture(photo);
  const isTile = look === 'tile';
  if (picture.kind === 'ready') {
    return (
      <BlobImage
        data={picture.data}
        mediaType={picture.mediaType}
        alt={alt}
        {...(photo.width && photo.height ? { width: photo.width, height: photo.height } : {})}
        className={clsx(
          isTile
            ? 'size-full object-cover'
            : 'mx-auto max-h-[65dvh] w-auto rounded-md object-contain',
        )}
      />
    );
  }
  const Icon = picture.kind === 'missing' || picture.kind === 'failed' ? ImageOff : CloudOff;
  return (
    <div
      className={clsx(
        'grid place-content-center justify-items-center gap-2 bg-sunken p-3 text-center text-sm text-muted',
        isTile ? 'size-full' : 'min-h-52 rounded-md',
      )}
    >
      {picture.kind === 'loading' ? (
        <>
          <Spinner size={20} />
          <span className="sr-only">{alt} is being loaded</span>
        </>
      ) : (
        <>
          <Icon size={20} aria-hidden />
          <span className={clsx('text-pretty', isTile && 'line-clamp-4 text-xs')}>
            {MISSING_WORDS[picture.kind]}
          </span>
          {!isTile && picture.kind === 'failed' && (
            <Button size="sm" onClick={picture.retry}>
              Try again
            </Button>
          )}
        </>
      )}
    </div>
  );
}
