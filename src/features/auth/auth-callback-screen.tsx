import { messageFor } from '#app/messages.ts';
import { patterns } from '#app/paths.ts';
import type { AppError } from '#domain/errors/result.ts';
import { nowMs } from '#platform/clock.ts';
import { completeCallback, readCallback } from '#remote/callback.ts';
import type { Callback, CallbackPurpose } from '#remote/callback.ts';
import { Button } from '#ui/button.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { useEffect, useRef, useState } from 'react';
import { AuthHeading } from './form-parts.tsx';

/**
 * Where links from mails come back to. A code made in this browser is used at once. A token from a
 * mail waits for a press: mail scanners open links, and some even run the page's script.
 */
export function AuthCallbackScreen({ onDone }: { onDone: (purpose: CallbackPurpose) => void }) {
  const [callback] = useState<Callback>(() => readCallback(new URL(location.href), nowMs()));
  const [error, setError] = useState<AppError | null>(null);
  const [isBusy, setBusy] = useState(callback.kind !== 'token-hash');
  const started = useRef(false);

  const complete = async (): Promise<void> => {
    if (started.current || callback.kind === 'halfway') return;
    started.current = true;
    setBusy(true);
    // The tokens must not stay in the address: it is seen, shared and remembered.
    window.history.replaceState(window.history.state, '', location.pathname);
    const answer = await completeCallback(callback);
    if (answer.ok) return onDone(answer.value);
    setBusy(false);
    setError(answer.error);
  };
  useEffect(() => {
    if (callback.kind !== 'token-hash') void complete();
    // Once, for the address that the page was opened with.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  if (error) {
    return (
      <>
        <AuthHeading title="This link did not work">{messageFor(error)}</AuthHeading>
        <div className="grid gap-2">
          <LinkButton to={patterns.login} variant="primary" wide>
            Go to sign in
          </LinkButton>
          <LinkButton to={patterns.forgotPassword} variant="quiet" wide>
            Send a new link
          </LinkButton>
        </div>
      </>
    );
  }
  if (callback.kind === 'halfway') {
    return (
      <>
        <AuthHeading title="One more step">
          This address has said yes. Now open the link that we sent to the other one; the change is
          made then.
        </AuthHeading>
        <LinkButton to={patterns.dashboard} variant="primary" wide>
          Go to the app
        </LinkButton>
      </>
    );
  }
  if (callback.kind === 'token-hash' && !isBusy) {
    return (
      <>
        <AuthHeading title={callback.type === 'recovery' ? 'New password' : 'Almost there'}>
          {callback.type === 'recovery'
            ? 'Continue to choose a new password.'
            : 'Continue to confirm your e-mail and sign in.'}
        </AuthHeading>
        <Button variant="primary" wide onClick={() => void complete()}>
          Continue
        </Button>
      </>
    );
  }
  return (
    <div className="grid justify-items-center gap-4 text-muted">
      <Spinner size={32} label="Signing in" />
      <p aria-hidden>One moment …</p>
    </div>
  );
}
