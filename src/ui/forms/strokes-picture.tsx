import type { Strokes } from '#domain/rows.ts';

/** What was drawn, in the colour of the text around it. */
export function StrokesPicture({ strokes, label }: { strokes: Strokes; label: string }) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox="0 0 1000 500"
      className="block aspect-2/1 w-full"
      fill="none"
      stroke="currentColor"
      strokeWidth="8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {strokes.map((stroke, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines have no other name
        <polyline key={place} points={stroke.join(' ')} />
      ))}
    </svg>
  );
}
