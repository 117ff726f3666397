import { useEffect, useRef } from 'react';

/** A picture from memory. Its address lives as long as it is shown. */
export function BlobImage({
  data,
  mediaType,
  alt,
  className,
  width,
  height,
}: {
  data: ArrayBuffer;
  mediaType: string;
  alt: string;
  className?: string;
  width?: number;
  height?: number;
}) {
  const ref = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([data], { type: mediaType }));
    if (ref.current) ref.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [data, mediaType]);
  return <img ref={ref} alt={alt} width={width} height={height} className={className} />;
}
