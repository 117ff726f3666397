import { messageFor } from '#app/messages.ts';
import type { AppError, Result } from '#domain/errors/result.ts';
import { Button } from '#ui/button.tsx';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { AuthForm } from './form-parts.tsx';

type Field = { value: string; onChange: (value: string) => void; error: string | undefined };

/** A form with one code in it: a wrong one is said at the field, all other failures above it. */
export function OneCodeForm({
  label,
  action,
  wrong,
  confirm,
  onDone,
  children,
}: {
  label: string;
  /** What its button says. */
  action: string;
  /** The error codes that mean the typed code. */
  wrong: readonly AppError['code'][];
  confirm: (code: string) => Promise<Result<unknown>>;
  onDone?: () => void;
  children: (field: Field) => ReactNode;
}) {
  const [code, setCode] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<AppError | null>(null);

  const submit = async (): Promise<void> => {
    if (isBusy || code.trim() === '') return;
    setBusy(true);
    setFailure(null);
    const answer = await confirm(code);
    setBusy(false);
    if (answer.ok) onDone?.();
    else setFailure(answer.error);
  };
  const isWrong = failure !== null && wrong.includes(failure.code);

  return (
    <AuthForm
      label={label}
      onSubmit={() => void submit()}
      failure={failure && !isWrong ? { text: messageFor(failure) } : null}
    >
      {children({
        value: code,
        onChange: setCode,
        error: isWrong ? messageFor(failure) : undefined,
      })}
      <Button type="submit" variant="primary" busy={isBusy} wide>
        {action}
      </Button>
    </AuthForm>
  );
}
