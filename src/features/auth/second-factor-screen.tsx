import { messageFor } from '#app/messages.ts';
import type { AppError } from '#domain/errors/result.ts';
import { signOutHere } from '#remote/auth.ts';
import { confirmSecondFactor } from '#remote/sign-in.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/fields.tsx';
import { useState } from 'react';
import { AuthForm, AuthHeading } from './form-parts.tsx';
import { textLink } from './text-link.ts';

/** The second step for people who protect their account with an authenticator app. */
export function SecondFactorScreen({ onDone }: { onDone: () => void }) {
  const [code, setCode] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<AppError | null>(null);

  const submit = async (): Promise<void> => {
    if (isBusy || code.trim() === '') return;
    setBusy(true);
    const answer = await confirmSecondFactor(code);
    setBusy(false);
    if (answer.ok) onDone();
    else setFailure(answer.error);
  };
  const isWrong = failure?.code === 'mfa_failed' || failure?.code === 'code_expired';

  return (
    <>
      <AuthHeading title="Confirm that it is you">
        Type the code that your authenticator app shows for this account. If you have added several
        apps, any of them will do.
      </AuthHeading>
      <AuthForm
        label="Second step"
        onSubmit={() => void submit()}
        failure={failure && !isWrong ? { text: messageFor(failure) } : null}
      >
        <TextField
          label="Code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          maxLength={8}
          required
          value={code}
          onChange={setCode}
          error={isWrong ? messageFor(failure) : undefined}
        />
        <Button type="submit" variant="primary" busy={isBusy} wide>
          Confirm
        </Button>
      </AuthForm>
      <p className="mt-8">
        <button type="button" className={textLink} onClick={() => void signOutHere()}>
          Sign in as somebody else
        </button>
      </p>
    </>
  );
}
