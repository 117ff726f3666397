import { accentFor, brandHex, contrast } from '#domain/accent.ts';
import { COLOURS } from '#domain/colours.ts';
import clsx from 'clsx';
import { Check } from 'lucide-react';
import { useId } from 'react';

/** The one colour of the business, with what both themes make of it. */
export function BrandField({
  value,
  onChange,
}: {
  value: string;
  onChange: (colour: string) => void;
}) {
  const name = useId();
  const hex = brandHex(value);
  const palette = COLOURS.map((colour) => ({ colour, hex: brandHex(colour) }));
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">Colour</legend>
      <div className="-mx-1 flex flex-wrap items-center">
        {palette.map((one) => (
          <label key={one.colour} title={one.colour} className="relative p-1">
            <input
              type="radio"
              name={name}
              aria-label={one.colour}
              checked={one.hex === hex}
              onChange={() => onChange(one.hex)}
              className="peer absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <span
              style={{ backgroundColor: one.hex }}
              className={clsx(
                'grid size-9 place-items-center rounded-full text-[#fff] transition-transform duration-150 peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent',
                one.hex !== hex && 'scale-80',
              )}
            >
              {one.hex === hex && <Check size={18} strokeWidth={3} aria-hidden />}
            </span>
          </label>
        ))}
        <label className="ml-2 inline-flex min-h-11 items-center gap-2 text-sm">
          <input
            type="color"
            value={hex}
            onChange={(event) => onChange(event.target.value)}
            className="size-9 cursor-pointer rounded-md border border-field bg-surface p-1"
          />
          Another
        </label>
      </div>
      <div className="mt-3 grid grid-cols-2 gap-3">
        <Preview hex={hex} theme="light" />
        <Preview hex={hex} theme="dark" />
      </div>
    </fieldset>
  );
}

function Preview({ hex, theme }: { hex: string; theme: 'light' | 'dark' }) {
  const { accent, soft, onAccent } = accentFor(hex, theme);
  const ground = theme === 'light' ? '#ffffff' : '#1c1b19';
  const ratio = contrast(accent, ground).toFixed(1);
  return (
    <figure className="min-w-0">
      <div
        aria-hidden
        style={{ backgroundColor: ground }}
        className="flex flex-wrap items-center gap-3 rounded-md border border-line p-3"
      >
        <span
          style={{ backgroundColor: accent, color: onAccent }}
          className="rounded-md px-3 py-1.5 text-sm font-medium"
        >
          Book
        </span>
        <span
          style={{ backgroundColor: soft, color: accent }}
          className="rounded-full px-2.5 py-0.5 text-sm font-medium"
        >
          10:30
        </span>
      </div>
      <figcaption className="mt-1 text-sm text-muted">
        {theme === 'light' ? 'Light' : 'Dark'}: contrast {ratio} to 1
        {accent !== hex && ', adjusted to stay readable'}
      </figcaption>
    </figure>
  );
}
