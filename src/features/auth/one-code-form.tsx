import { messageFor, ruleText } from '#app/messages.ts';
import type { AppError, Result } from '#domain/errors/result.ts';
import { isBlank } from '#domain/forms/blank.ts';
import { Button } from '#ui/button.tsx';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { AuthForm } from './form-parts.tsx';

type Field = { value: string; onChange: (value: string) => void; error: string | undefined };

/** A form with one code in it: a wrong one is said at the field, all other failures above it. */
export function OneCodeForm({
  label,
  action,
  isMain = true,
  wrong,
  confirm,
  onDone,
  children,
}: {
  label: string;
  /** What its button says. */
  action: string;
  /** Nothing else on the page matters as much. */
  isMain?: boolean;
  /** The error codes that mean the typed code. */
  wrong: readonly AppError['code'][];
  confirm: (code: string) => Promise<Result<unknown>>;
  onDone?: () => void;
  children: (field: Field) => ReactNode;
}) {
  const [code, setCode] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<AppError | null>(null);
  const [isMissing, setMissing] = useState(false);

  const submit = async (): Promise<void> => {
    if (isBusy) return;
    setFailure(null);
    setMissing(isBlank(code));
    if (isBlank(code)) return;
    setBusy(true);
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
        error:
          isMissing && isBlank(code)
            ? ruleText('required')
            : isWrong
              ? messageFor(failure)
              : undefined,
      })}
      <Button type="submit" variant={isMain ? 'primary' : 'secondary'} busy={isBusy} wide>
        {action}
      </Button>
    </AuthForm>
  );
}
