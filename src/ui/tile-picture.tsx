import { pictureAddresses } from '#domain/pictures/picture.ts';
import type { ShownPicture } from '#domain/pictures/picture.ts';
import { env } from '#platform/env.ts';
import clsx from 'clsx';
import { useState } from 'react';
import { BlobImage } from './blob-image.tsx';
import { useOnline } from './use-online.ts';

const NONE: readonly string[] = [];

/** The picture of a PictureTile: what the device has of it, else what the server has. */
export function TilePicture({
  picture: { path, local },
  sidePx,
  isWhole,
}: {
  picture: ShownPicture;
  sidePx: number;
  isWhole: boolean;
}) {
  const { src, onError } = useAddress(local === null ? path : null, sidePx);
  const look = clsx(
    'absolute inset-0 size-full',
    isWhole ? 'bg-white object-contain' : 'object-cover',
  );
  if (local !== null && local !== 'asking') {
    return <BlobImage data={local.data} mediaType={local.media_type} alt="" className={look} />;
  }
  if (src === undefined) return null;
  return (
    <img
      // With it the service worker may keep pictures of another origin.
      crossOrigin="anonymous"
      loading="lazy"
      decoding="async"
      draggable={false}
      alt=""
      src={src}
      onError={onError}
      className={look}
    />
  );
}

/** The first address that has not failed; all may come once the network comes or goes. */
const useAddress = (path: string | null, sidePx: number) => {
  const isOnline = useOnline();
  const [failed, setFailed] = useState({ isOnline, addresses: NONE });
  const gone = failed.isOnline === isOnline ? failed.addresses : NONE;
  const known = path === null ? [] : pictureAddresses(env().backendUrl, path, sidePx);
  const src = known.find((one) => !gone.includes(one));
  const onError = (): void => {
    if (src !== undefined) setFailed({ isOnline, addresses: [...gone, src] });
  };
  return { src, onError };
};
