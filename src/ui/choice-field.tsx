import clsx from 'clsx';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { FieldError } from './field-frame.tsx';

export type Choice<T extends string> = { value: T; label: string; hint?: ReactNode };

/** One of a few, all visible, each with a word of explanation. */
export function ChoiceField<T extends string>({
  label,
  value,
  onChange,
  choices,
  disabled,
  columns = false,
  labelHidden = false,
  error,
}: {
  label: string;
  /** For screen readers only. */
  labelHidden?: boolean;
  value: T;
  onChange: (value: T) => void;
  choices: readonly Choice<T>[];
  disabled?: boolean;
  /** Beside each other where there is room, for short choices without hints. */
  columns?: boolean;
  /** Shown under the choices and read with them. */
  error?: string | undefined;
}) {
  const name = useId();
  const errorId = error ? `${name}-error` : undefined;
  return (
    <fieldset
      disabled={disabled}
      aria-describedby={errorId}
      data-invalid={error ? '' : undefined}
      className="min-w-0"
    >
      <legend className={labelHidden ? 'sr-only' : 'mb-1.5 text-sm font-medium'}>{label}</legend>
      <div
        className={clsx(
          'overflow-hidden rounded-md border bg-surface',
          error ? 'border-danger' : 'border-field',
          columns
            ? 'grid auto-cols-fr grid-flow-col divide-x divide-line'
            : 'grid divide-y divide-line',
        )}
      >
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={clsx(
              'relative flex min-h-11 items-center gap-3 py-2 has-checked:bg-accent-soft has-disabled:opacity-60',
              'has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent',
              columns ? 'justify-center px-1.5 text-center' : 'px-3',
            )}
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              aria-label={choice.label}
              aria-describedby={choice.hint ? `${name}-${choice.value}` : undefined}
              className={clsx(
                'accent-(--accent)',
                columns
                  ? 'absolute inset-0 size-full cursor-pointer opacity-0'
                  : 'size-4.5 shrink-0',
              )}
            />
            <span className="min-w-0">
              <span className={clsx('block', choice.value === value && 'font-medium')}>
                {choice.label}
              </span>
              {choice.hint && (
                <span id={`${name}-${choice.value}`} className="block text-sm text-muted">
                  {choice.hint}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <div className="mt-1.5">
          <FieldError id={errorId} text={error} />
        </div>
      )}
    </fieldset>
  );
}
