import { COLOURS } from '#domain/colours.ts';
import clsx from 'clsx';
import { Check } from 'lucide-react';
import { useId } from 'react';

/** One of the twelve palette colours. Each has a name: colour is never the only signal. */
export function ColourField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (colour: (typeof COLOURS)[number]) => void;
}) {
  const name = useId();
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">
        {label} <span className="font-normal text-muted capitalize">{value}</span>
      </legend>
      <div className="-mx-1 flex flex-wrap">
        {COLOURS.map((colour) => (
          <label key={colour} title={colour} data-colour={colour} className="relative p-1">
            <input
              type="radio"
              name={name}
              value={colour}
              aria-label={colour}
              checked={colour === value}
              onChange={() => onChange(colour)}
              className="peer absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <span
              className={clsx(
                'grid size-9 place-items-center rounded-full bg-swatch text-surface transition-transform duration-150',
                'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent',
                colour !== value && 'scale-80',
              )}
            >
              {colour === value && <Check size={18} strokeWidth={3} aria-hidden />}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
