import { messageFor, ruleText } from '#app/messages.ts';
import { patterns } from '#app/paths.ts';
import { accountNameFault } from '#domain/account/entries.ts';
import type { AppError } from '#domain/errors/result.ts';
import { signIn } from '#remote/sign-in.ts';
import { Button } from '#ui/button.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { Notice } from '#ui/notice.tsx';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { AuthForm, AuthHeading } from './form-parts.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { textLink } from './text-link.ts';
import { usePasskeys } from './use-passkeys.ts';

/** Sign in with e-mail (or phone) and password, or with a passkey. The shell goes on when the session is there. */
export function LoginScreen({ ended, carry }: { ended: boolean; carry: string }) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState<'password' | 'passkey' | null>(null);
  const [failure, setFailure] = useState<AppError | null>(null);
  const [isNameTried, setNameTried] = useState(false);
  const nameWrong = isNameTried ? accountNameFault(name) : undefined;

  const passkeys = usePasskeys((answer) => setFailure(answer.ok ? null : answer.error));

  const choosePasskey = async (): Promise<void> => {
    if (busy) return;
    setBusy('passkey');
    await passkeys.choose();
    setBusy(null);
  };
  const submit = async (): Promise<void> => {
    if (busy) return;
    setNameTried(true);
    setFailure(null);
    if (accountNameFault(name)) return;
    setBusy('password');
    const who = name.includes('@') || name.trim() === '' ? { email: name } : { phone: name };
    const answer = await signIn(who, password);
    setBusy(null);
    setFailure(answer.ok ? null : answer.error);
  };
  const isIncomplete = failure?.code === 'credentials_missing';
  const isWrong = isIncomplete || failure?.code === 'invalid_credentials';

  return (
    <>
      <AuthHeading title="Welcome back">Sign in to your calendar.</AuthHeading>
      {ended && !failure && (
        <div className="mb-4">
          <Notice tone="info" title="Please sign in again">
            Your session has ended. Everything on this device is kept, also what was not sent yet.
          </Notice>
        </div>
      )}
      <AuthForm
        label="Sign in"
        onSubmit={() => void submit()}
        failure={
          failure && {
            text: messageFor(failure),
            action: failure.code === 'email_not_confirmed' && (
              <Link
                to={`${patterns.verifyEmail}?${new URLSearchParams({ email: name.trim() })}`}
                className={textLink}
              >
                Send the mail again
              </Link>
            ),
          }
        }
      >
        <EmailField
          label="E-mail"
          name="email"
          autoComplete="username webauthn"
          required
          value={name}
          onChange={setName}
          error={
            (nameWrong && ruleText(nameWrong)) ??
            (isIncomplete && name.trim() === '' ? ruleText('required') : undefined)
          }
        />
        <PasswordField
          value={password}
          onChange={setPassword}
          error={passwordError(isIncomplete, isWrong, password)}
        />
        <Link to={`${patterns.forgotPassword}${carry}`} className={`${textLink} -my-1 text-sm`}>
          Forgot your password?
        </Link>
        <Button type="submit" variant="primary" busy={busy === 'password'} wide>
          Sign in
        </Button>
        <Button icon={KeyRound} busy={busy === 'passkey'} wide onClick={() => void choosePasskey()}>
          Sign in with a passkey
        </Button>
      </AuthForm>
      <p className="mt-8 text-muted">
        New here?{' '}
        <Link to={`${patterns.signUp}${carry}`} className={textLink}>
          Create an account
        </Link>
      </p>
    </>
  );
}

/** A wrong pair is marked at the password: that is where the next attempt begins. */
const passwordError = (
  isIncomplete: boolean,
  isWrong: boolean,
  password: string,
): string | undefined => {
  if (isIncomplete) return password === '' ? ruleText('required') : undefined;
  return isWrong ? 'Check the password and try again.' : undefined;
};
