import clsx from 'clsx';
import { useId } from 'react';
import { REASON_ICONS } from './reason-icons.ts';

/** A picture for a reason; each has a name. */
export function IconField({
  value,
  onChange,
}: {
  value: string;
  onChange: (icon: string) => void;
}) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">Picture</legend>
      <div className="-mx-0.5 flex flex-wrap">
        {Object.entries(REASON_ICONS).map(([key, { icon: Icon, label }]) => (
          <label key={key} title={label} className="relative p-0.5">
            <input
              type="radio"
              name={name}
              aria-label={label}
              checked={key === value}
              onChange={() => onChange(key)}
              className="peer absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <span
              className={clsx(
                'grid size-11 place-items-center rounded-md peer-focus-visible:outline-2 peer-focus-visible:outline-accent',
                key === value ? 'bg-accent-soft text-accent' : 'text-muted hover:bg-raised',
              )}
            >
              <Icon size={20} aria-hidden />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
