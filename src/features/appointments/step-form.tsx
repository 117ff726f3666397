import clsx from 'clsx';
import type { ReactNode } from 'react';
import { messageFor } from '#app/messages.ts';
import type { AppError } from '#domain/errors/result.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';

/** One step of an appointment: what is asked, why it was refused, then back or on. */
export function StepForm({
  submitLabel,
  isOver = false,
  isBusy = false,
  canSubmit = true,
  error,
  className,
  onSubmit,
  onBack,
  children,
}: {
  submitLabel: string;
  /** It would stand over somebody else's time: the button warns of that. */
  isOver?: boolean;
  isBusy?: boolean;
  canSubmit?: boolean;
  error?: AppError | null;
  className?: string;
  onSubmit: () => void;
  onBack: () => void;
  children: ReactNode;
}) {
  return (
    <form
      className={clsx('grid gap-4', className)}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      {error && <Notice tone="danger">{messageFor(error)}</Notice>}
      <div className="flex justify-end gap-2">
        <Button onClick={onBack}>Back</Button>
        <Button
          type="submit"
          variant={isOver ? 'danger' : 'primary'}
          busy={isBusy}
          disabled={!canSubmit}
        >
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
