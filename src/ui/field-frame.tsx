import clsx from 'clsx';
import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';

/** What every field of the kit takes. */
export type FieldFrameProps = {
  label: string;
  /** Shown under the field and read with it; its presence marks the field as wrong. */
  error?: string | undefined;
  hint?: ReactNode;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Keeps the label for screen readers only (search boxes, table cells). */
  labelHidden?: boolean | undefined;
  className?: string | undefined;
};

export type ControlProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
  disabled: boolean | undefined;
};

export const controlLook = (isInvalid: boolean): string =>
  clsx(
    'block w-full min-h-11 rounded-md border bg-surface px-3 text-ink placeholder:text-muted',
    'transition-[border-color,box-shadow] duration-150',
    'focus:outline-none focus:ring-3 disabled:bg-raised disabled:text-muted',
    isInvalid
      ? 'border-danger focus:ring-danger/25'
      : 'border-field focus:border-accent focus:ring-accent/25',
  );

/** Label, control, hint and error, wired together for assistive technology. */
export function FieldFrame({
  label,
  error,
  hint,
  required,
  disabled,
  labelHidden,
  className,
  children,
}: FieldFrameProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  return (
    <div className={clsx('grid grid-cols-1 content-start gap-1.5', className)}>
      <label
        htmlFor={id}
        className={labelHidden ? 'sr-only' : 'text-sm font-medium text-ink select-none'}
      >
        {label}
        {required === false && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {children({
        id,
        'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
        disabled,
      })}
      {error && <FieldError id={errorId} text={error} />}
      {hint && (
        <p id={hintId} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

export function FieldError({ id, text }: { id: string | undefined; text: string }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm text-danger">
      <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
      <span>{text}</span>
    </p>
  );
}

/** An answer of the server is drawn when there is time, which is not always within a frame. */
const MOST_FRAMES = 10;

/** After a refused submit: moves focus to the first wrong field, where the error is read out. */
export const focusFirstInvalid = (form: HTMLElement | null, frames = MOST_FRAMES): void => {
  // The errors have to be in the page first.
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (field) field.focus();
    else if (frames > 1) focusFirstInvalid(form, frames - 1);
  });
};
