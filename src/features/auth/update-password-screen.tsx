import { messageFor, ruleText } from '#app/messages.ts';
import { patterns } from '#app/paths.ts';
import type { AppError } from '#domain/errors/result.ts';
import { setPassword as savePassword } from '#remote/sign-in.ts';
import { Button } from '#ui/button.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { showToast } from '#ui/toast.ts';
import { useState } from 'react';
import { MIN_PASSWORD_LENGTH, passwordFault } from '#domain/account/entries.ts';
import { AuthForm, AuthHeading } from './form-parts.tsx';
import { PasswordField } from '#ui/password-field.tsx';

/** A new password, after a recovery link. */
export function UpdatePasswordScreen({
  isSignedIn,
  onDone,
}: {
  isSignedIn: boolean;
  onDone: () => void;
}) {
  const [password, setPassword] = useState('');
  const [wasTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<AppError | null>(null);
  const wrong = passwordFault(password);

  if (!isSignedIn) {
    return (
      <>
        <AuthHeading title="This link no longer works">
          Links to a new password work once and for a short time. Ask for a new one.
        </AuthHeading>
        <LinkButton to={patterns.forgotPassword} variant="primary" wide>
          Send a new link
        </LinkButton>
      </>
    );
  }

  const submit = async (): Promise<void> => {
    setTried(true);
    setFailure(null);
    if (isBusy || wrong) return;
    setBusy(true);
    const answer = await savePassword(password);
    setBusy(false);
    if (!answer.ok) return setFailure(answer.error);
    showToast({ type: 'success', title: 'Your new password is set' });
    onDone();
  };
  const isAboutPassword = failure?.code === 'weak_password' || failure?.code === 'same_password';

  return (
    <>
      <AuthHeading title="Choose a new password">
        You stay signed in here. Other devices have to sign in again.
      </AuthHeading>
      <AuthForm
        label="Choose a new password"
        onSubmit={() => void submit()}
        failure={failure && !isAboutPassword ? { text: messageFor(failure) } : null}
      >
        <PasswordField
          isNew
          label="New password"
          value={password}
          onChange={setPassword}
          hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
          error={
            (wasTried && wrong ? ruleText(wrong) : undefined) ??
            (isAboutPassword ? messageFor(failure) : undefined)
          }
        />
        <Button type="submit" variant="primary" busy={isBusy} wide>
          Save the password
        </Button>
      </AuthForm>
    </>
  );
}
