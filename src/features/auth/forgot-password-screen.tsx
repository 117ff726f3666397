import { messageFor, ruleText } from '#app/messages.ts';
import { patterns } from '#app/paths.ts';
import type { AppError } from '#domain/errors/result.ts';
import { recover } from '#remote/sign-in.ts';
import { Button } from '#ui/button.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { CodeForm } from './code-form.tsx';
import { emailFault } from '#domain/account/entries.ts';
import { AuthForm, AuthHeading } from './form-parts.tsx';
import { textLink } from './text-link.ts';

/** Asks for the mail that lets a person choose a new password. */
export function ForgotPasswordScreen({ carry }: { carry: string }) {
  const [email, setEmail] = useState('');
  const [wasTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isSent, setSent] = useState(false);
  const [failure, setFailure] = useState<AppError | null>(null);
  const wrong = emailFault(email);

  const submit = async (): Promise<void> => {
    setTried(true);
    setFailure(null);
    if (isBusy || wrong) return;
    setBusy(true);
    const answer = await recover(email, `${location.origin}${patterns.authCallback}`);
    setBusy(false);
    if (answer.ok) setSent(true);
    else setFailure(answer.error);
  };

  if (isSent) {
    return (
      <>
        <AuthHeading title="Look into your mail">
          If there is an account for <strong className="text-ink">{email.trim()}</strong>, a mail
          with a link is on its way. Open it on this device, or type the code from it here.
        </AuthHeading>
        <CodeForm email={email} type="recovery" />
        <p className="mt-8 text-muted">
          Nothing arrived?{' '}
          <button type="button" className={textLink} onClick={() => setSent(false)}>
            Try another address
          </button>
        </p>
      </>
    );
  }
  return (
    <>
      <AuthHeading title="Forgot your password?">
        Tell us your e-mail and we send you a link to choose a new one.
      </AuthHeading>
      <AuthForm
        label="Recover your password"
        onSubmit={() => void submit()}
        failure={failure && { text: messageFor(failure) }}
      >
        <EmailField
          label="E-mail"
          name="email"
          autoComplete="username"
          required
          value={email}
          onChange={setEmail}
          error={wasTried && wrong ? ruleText(wrong) : undefined}
        />
        <Button type="submit" variant="primary" busy={isBusy} wide>
          Send the link
        </Button>
      </AuthForm>
      <p className="mt-8">
        <Link to={`${patterns.login}${carry}`} className={textLink}>
          Back to sign in
        </Link>
      </p>
    </>
  );
}
