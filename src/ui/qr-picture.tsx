import { qrCode, qrPath } from '#domain/text/qr-code.ts';
import { useMemo } from 'react';

/** Light modules around a code, without which cameras do not find it. */
const QUIET_ZONE = 4;

/** A text as a QR code, drawn here: what it says never leaves the device. Nothing when it is too long. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const code = useMemo(() => qrCode(text), [text]);
  if (!code) return null;
  const size = code.length + 2 * QUIET_ZONE;
  return (
    // Black on white in both themes: many cameras do not read it the other way round.
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${size} ${size}`}
      shapeRendering="crispEdges"
      className="aspect-square w-full max-w-56 rounded-md border border-line"
    >
      <path fill="#fff" d={`M${-QUIET_ZONE} ${-QUIET_ZONE}h${size}v${size}h${-size}z`} />
      <path fill="#000" d={qrPath(code)} />
    </svg>
  );
}
