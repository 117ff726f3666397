import { messageFor, ruleText } from '#app/messages.ts';
import { patterns } from '#app/paths.ts';
import { emailFault } from '#domain/account/entries.ts';
import type { AppError } from '#domain/errors/result.ts';
import { resendConfirmation } from '#remote/sign-in.ts';
import { Button } from '#ui/button.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { showToast } from '#ui/toast.ts';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { CodeForm } from './code-form.tsx';
import { AuthForm, AuthHeading } from './form-parts.tsx';
import { textLink } from './text-link.ts';

/** Between signing up and the first sign-in: open the mail, type its code, or ask for it again. */
export function VerifyEmailScreen({ carry, onDone }: { carry: string; onDone: () => void }) {
  const [query] = useSearchParams();
  const asked = query.get('email') ?? '';
  // One that nobody has is for them to put right.
  const known = emailFault(asked) ? '' : asked;
  const [email, setEmail] = useState(asked);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<AppError | null>(null);
  const [wasTried, setTried] = useState(false);
  const wrong = emailFault(email);

  const resend = async (): Promise<void> => {
    setTried(true);
    setFailure(null);
    if (isBusy || wrong) return;
    setBusy(true);
    const back = `${location.origin}${patterns.authCallback}`;
    const answer = await resendConfirmation({ email }, back);
    setBusy(false);
    setFailure(answer.ok ? null : answer.error);
    if (answer.ok) showToast({ type: 'success', title: 'The mail is on its way' });
  };

  return (
    <>
      <AuthHeading title="Confirm your e-mail">
        {known ? (
          <>
            We sent a mail to <strong className="break-all text-ink">{known}</strong>. Open the link
            in it, or type its code here.
          </>
        ) : (
          'Open the link in the mail we sent you. It may take a minute to arrive.'
        )}
      </AuthHeading>
      {known && <CodeForm email={known} type="signup" onDone={onDone} />}
      <div className={known ? 'mt-8 border-t border-line pt-6' : ''}>
        <AuthForm
          label="Send the mail again"
          onSubmit={() => void resend()}
          failure={failure && { text: messageFor(failure) }}
        >
          {!known && (
            <EmailField
              label="E-mail"
              name="email"
              autoComplete="email"
              required
              value={email}
              onChange={setEmail}
              error={wasTried && wrong ? ruleText(wrong) : undefined}
            />
          )}
          <Button type="submit" variant={known ? 'quiet' : 'primary'} busy={isBusy} wide>
            Send the mail again
          </Button>
        </AuthForm>
      </div>
      <p className="mt-6 text-center">
        <Link to={`${patterns.login}${carry}`} className={textLink}>
          Back to sign in
        </Link>
      </p>
    </>
  );
}
