import { X } from 'lucide-react';
import { useId, useState } from 'react';
import type { PointerEvent } from 'react';
import type { Signature, Strokes } from '#domain/rows.ts';
import { typedLine } from '#domain/text/typed.ts';
import { Button } from '../button.tsx';
import { TextField } from '../fields.tsx';
import { StrokesPicture } from './strokes-picture.tsx';

/** More lines than this are no signature; the rules of a form take no more. */
const STROKES_MAX = 200;
const STROKE_MAX = 2000;
/** Points closer than this say nothing more. */
const APART = 6;

const EMPTY: Signature = { strokes: [], name: '' };

/** To be signed by finger, pen or mouse, or by typing the name: both count the same. */
export function SignaturePad({
  label,
  hint,
  value = EMPTY,
  error,
  onChange,
}: {
  label: string;
  hint?: string | undefined;
  value: Signature | undefined;
  error?: string | undefined;
  onChange: (value: Signature) => void;
}) {
  const id = useId();
  const [line, setLine] = useState<number[] | null>(null);
  const shown: Strokes = line ? [...value.strokes, line] : value.strokes;
  const pointOf = (event: PointerEvent<HTMLElement>): [number, number] => {
    const box = event.currentTarget.getBoundingClientRect();
    const part = (at: number, size: number, most: number): number =>
      Math.max(0, Math.min(most, Math.round((at / (size || 1)) * most)));
    return [
      part(event.clientX - box.left, box.width, 1000),
      part(event.clientY - box.top, box.height, 500),
    ];
  };
  const begin = (event: PointerEvent<HTMLElement>): void => {
    if (value.strokes.length >= STROKES_MAX || event.button > 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture?.(event.pointerId);
    setLine(pointOf(event));
  };
  const go = (event: PointerEvent<HTMLElement>): void => {
    if (!line || line.length >= STROKE_MAX) return;
    const [x, y] = pointOf(event);
    const far = Math.abs(x - line.at(-2)!) + Math.abs(y - line.at(-1)!) >= APART;
    if (far) setLine([...line, x, y]);
  };
  const end = (): void => {
    if (!line) return;
    // A dot is a line as well.
    const [x = 0, y = 0] = line;
    const whole = line.length >= 4 ? line : [x, y, x === 1000 ? 999 : x + 1, y];
    onChange({ ...value, strokes: [...value.strokes, whole] });
    setLine(null);
  };
  return (
    <fieldset aria-describedby={hint ? id : undefined} className="grid min-w-0 gap-2">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {hint && (
        <p id={id} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <div
        data-testid="signature"
        className="relative touch-none overflow-hidden rounded-md border border-field bg-surface"
        onPointerDown={begin}
        onPointerMove={go}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <StrokesPicture strokes={shown} label={`${label}: ${shown.length ? 'drawn' : 'empty'}`} />
        {shown.length === 0 && (
          <p className="pointer-events-none absolute inset-x-4 bottom-3 border-t border-line pt-1 text-sm text-muted">
            Draw here, or type your name below
          </p>
        )}
      </div>
      <div className="flex items-start gap-2">
        <TextField
          className="flex-1"
          label="Or type your name"
          required={false}
          autoComplete="off"
          maxLength={200}
          value={value.name}
          error={error}
          onChange={(name) => onChange({ ...value, name: typedLine(name) })}
        />
        <Button
          className="mt-6.5"
          icon={X}
          disabled={value.strokes.length === 0}
          onClick={() => onChange({ ...value, strokes: [] })}
        >
          Clear<span className="sr-only"> {label}</span>
        </Button>
      </div>
    </fieldset>
  );
}
