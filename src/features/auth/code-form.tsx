import { messageFor } from '#app/messages.ts';
import { patterns } from '#app/paths.ts';
import type { AppError } from '#domain/errors/result.ts';
import { confirmWithCode } from '#remote/sign-in.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/fields.tsx';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { AuthForm } from './form-parts.tsx';

/** The code from a mail, for people who read it on another device. */
export function CodeForm({
  email,
  type,
  onDone,
}: {
  email: string;
  type: 'signup' | 'recovery';
  onDone?: () => void;
}) {
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<AppError | null>(null);

  const submit = async (): Promise<void> => {
    if (isBusy || code.trim() === '') return;
    setBusy(true);
    const answer = await confirmWithCode(email, code, type);
    setBusy(false);
    if (!answer.ok) setFailure(answer.error);
    else if (type === 'recovery') void navigate(patterns.updatePassword, { replace: true });
    else onDone?.();
  };

  return (
    <AuthForm
      label="Enter the code"
      onSubmit={() => void submit()}
      failure={failure && failure.code !== 'code_invalid' ? { text: messageFor(failure) } : null}
    >
      <TextField
        label="Code from the mail"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        value={code}
        onChange={setCode}
        error={failure?.code === 'code_invalid' ? messageFor(failure) : undefined}
      />
      <Button type="submit" busy={isBusy} wide>
        Continue
      </Button>
    </AuthForm>
  );
}
