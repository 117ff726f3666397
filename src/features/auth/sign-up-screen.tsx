import { messageFor, ruleText } from '#app/messages.ts';
import { pathTo, patterns } from '#app/paths.ts';
import type { AppError } from '#domain/errors/result.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import { signUp } from '#remote/sign-in.ts';
import { Button } from '#ui/button.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { MIN_PASSWORD_LENGTH, emailFault, passwordFault } from '#domain/account/entries.ts';
import { AuthForm, AuthHeading } from './form-parts.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { textLink } from './text-link.ts';

/** Opens an account; the next page asks to open the mail when the address has to be confirmed. */
export function SignUpScreen({ carry }: { carry: string }) {
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [wasTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<AppError | null>(null);
  const emailWrong = emailFault(email);
  const passwordWrong = passwordFault(password);

  const submit = async (): Promise<void> => {
    setTried(true);
    setFailure(null);
    if (isBusy || emailWrong || passwordWrong) return;
    setBusy(true);
    const back = `${location.origin}${patterns.authCallback}`;
    const answer = await signUp({ email }, password, back);
    setBusy(false);
    if (!answer.ok) setFailure(answer.error);
    else if (answer.value.needsConfirmation) {
      // With the place that they were on the way to: an invitation, for instance.
      const next = Object.fromEntries(new URLSearchParams(carry));
      void navigate(pathTo('verifyEmail', null, { ...next, email: email.trim() }));
    }
  };
  const isWeak = failure?.code === 'weak_password';

  return (
    <>
      <AuthHeading title="Create your account">
        Your calendar in a few minutes. {PRODUCT_NAME} works on every device you have.
      </AuthHeading>
      <AuthForm
        label="Create an account"
        onSubmit={() => void submit()}
        failure={
          failure && !isWeak
            ? {
                text: messageFor(failure),
                action: failure.code === 'email_taken' && (
                  <Link to={`${patterns.login}${carry}`} className={textLink}>
                    Sign in
                  </Link>
                ),
              }
            : null
        }
      >
        <EmailField
          label="E-mail"
          name="email"
          autoComplete="email"
          required
          value={email}
          onChange={setEmail}
          error={wasTried && emailWrong ? ruleText(emailWrong) : undefined}
        />
        <PasswordField
          isNew
          value={password}
          onChange={setPassword}
          hint={`At least ${MIN_PASSWORD_LENGTH} characters. A few words are easier to remember than signs.`}
          error={
            (wasTried && passwordWrong ? ruleText(passwordWrong) : undefined) ??
            (isWeak ? messageFor(failure) : undefined)
          }
        />
        <Button type="submit" variant="primary" busy={isBusy} wide>
          Create account
        </Button>
      </AuthForm>
      <p className="mt-8 text-muted">
        Already have an account?{' '}
        <Link to={`${patterns.login}${carry}`} className={textLink}>
          Sign in
        </Link>
      </p>
    </>
  );
}
