import { useMemo } from 'react';
import { encode } from 'uqr';

/** Light modules around a code, without which cameras do not find it. */
const QUIET_ZONE = 4;

/** A text as a QR code, drawn here: what it says never leaves the device. Nothing when it is too long. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const path = useMemo(() => darkModules(text), [text]);
  if (!path) return null;
  const { size, d } = path;
  return (
    // Black on white in both themes: many cameras do not read it the other way round.
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="aspect-square w-full max-w-56 rounded-md border border-line"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={d} />
    </svg>
  );
}

const darkModules = (text: string): { size: number; d: string } | null => {
  try {
    const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE });
    const d = data.flatMap((row, y) =>
      row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')),
    );
    return { size, d: d.join('') };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
};
