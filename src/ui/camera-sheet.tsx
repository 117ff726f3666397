import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { watchCodes } from '#platform/camera-codes.ts';
import { Notice } from './notice.tsx';
import { SideSheet } from './side-sheet.tsx';

/** What the camera sees, until a code is in sight, or as long as the sheet is open. */
export function CameraSheet({
  open,
  formats,
  told,
  onCode,
  onClose,
}: {
  open: boolean;
  formats: readonly string[];
  /** What the last code was. */
  told: string;
  onCode: (text: string) => void;
  onClose: () => void;
}) {
  return (
    <SideSheet open={open} title="Scan" onClose={onClose}>
      <Watch formats={formats} onCode={onCode} />
      <p role="status" className="mt-3 min-h-6">
        {told}
      </p>
    </SideSheet>
  );
}

/** Drawn as long as the sheet is open: the camera is off as soon as it is closed. */
function Watch({
  formats,
  onCode,
}: {
  formats: readonly string[];
  onCode: (text: string) => void;
}) {
  const video = useRef<HTMLVideoElement>(null);
  const [isRefused, setRefused] = useState(false);
  const found = useEffectEvent(onCode);
  useEffect(() => {
    const end = new AbortController();
    const element = video.current;
    if (element) {
      watchCodes(element, formats, (text) => found(text), end.signal).catch(() => {
        if (!end.signal.aborted) setRefused(true);
      });
    }
    return () => end.abort();
  }, [formats]);
  return isRefused ? (
    <Notice tone="warning" live title="The camera cannot be used">
      Allow it in the settings of your browser, or type the code.
    </Notice>
  ) : (
    <div className="grid gap-3">
      <p className="text-muted">Hold the code before the camera.</p>
      {/* It shows what is in front of the device, and is not recorded. */}
      <video
        ref={video}
        muted
        playsInline
        aria-label="What the camera sees"
        className="aspect-square w-full rounded-md bg-raised object-cover"
      />
    </div>
  );
}
