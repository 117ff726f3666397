import clsx from 'clsx';
import { Check } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { FieldError } from './field-frame.tsx';
import type { FieldFrameProps } from './field-frame.tsx';

export type ToggleProps = Omit<FieldFrameProps, 'labelHidden'> & {
  value: boolean;
  onChange: (value: boolean) => void;
  name?: string;
};

/** A whole row that can be pressed: the words and the box are one target. */
export function ToggleRow({
  kind = 'checkbox',
  box,
  ...props
}: ToggleProps & { kind?: 'checkbox' | 'switch'; box: ReactNode }) {
  const id = useId();
  const hintId = props.hint ? `${id}-hint` : undefined;
  const errorId = props.error ? `${id}-error` : undefined;
  const words = (
    <span className="grid gap-0.5 py-2.5">
      <span className="text-base text-ink">{props.label}</span>
      {props.hint && (
        <span id={hintId} className="text-sm text-muted">
          {props.hint}
        </span>
      )}
    </span>
  );
  return (
    <div className={clsx('grid', props.className)}>
      <label className="relative flex min-h-11 items-start gap-3 has-disabled:opacity-60">
        <input
          type="checkbox"
          role={kind === 'switch' ? 'switch' : undefined}
          name={props.name}
          checked={props.value}
          onChange={(event) => props.onChange(event.target.checked)}
          disabled={props.disabled}
          aria-checked={kind === 'switch' ? props.value : undefined}
          aria-invalid={props.error ? true : undefined}
          aria-required={props.required || undefined}
          aria-label={props.label}
          aria-describedby={[errorId, hintId].filter(Boolean).join(' ') || undefined}
          className="peer absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
        />
        {kind !== 'switch' && box}
        <span className="flex-1">{words}</span>
        {kind === 'switch' && box}
      </label>
      {props.error && <FieldError id={errorId} text={props.error} />}
    </div>
  );
}

const ring =
  'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent';

export const checkBox = (
  <span
    className={clsx(
      'mt-3 grid size-5 shrink-0 place-items-center rounded-sm border border-field bg-surface text-transparent',
      'peer-checked:border-accent peer-checked:bg-accent peer-checked:text-on-accent',
      ring,
    )}
  >
    <Check size={15} strokeWidth={3} aria-hidden />
  </span>
);

export const switchTrack = (
  <span
    className={clsx(
      'mt-2.5 flex h-6 w-10 shrink-0 items-center rounded-full bg-field p-0.5 transition-colors duration-150',
      'peer-checked:bg-accent peer-checked:[&>span]:translate-x-4',
      ring,
    )}
  >
    <span className="size-5 rounded-full bg-surface shadow-card transition-transform duration-150" />
  </span>
);
