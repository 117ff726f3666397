import { signOutHere } from '#remote/auth.ts';
import { confirmSecondFactor } from '#remote/sign-in.ts';
import { TextField } from '#ui/fields.tsx';
import { useState } from 'react';
import { AuthHeading } from './form-parts.tsx';
import { OneCodeForm } from './one-code-form.tsx';
import { RecoveryCodeForm } from './recovery-code-form.tsx';
import { textLink } from './text-link.ts';

/**
 * The second step for people who protect their account with an authenticator app, and the way around
 * it for who has lost the app. `onRecovered`: a recovery code was right; the session follows.
 */
export function SecondFactorScreen({
  onDone,
  onRecovered,
}: {
  onDone: () => void;
  onRecovered: () => void;
}) {
  const [hasLostApp, setLostApp] = useState(false);
  return (
    <>
      {hasLostApp ? (
        <>
          <AuthHeading title="Get in without the app">
            Type one of the ten recovery codes that you were given with the app. Your apps stop
            counting then, and you add a new one. Without a code, only whoever runs this server can
            let you in.
          </AuthHeading>
          <RecoveryCodeForm onRecovered={onRecovered} />
        </>
      ) : (
        <>
          <AuthHeading title="Confirm that it is you">
            Type the code that your authenticator app shows for this account. If you have added
            several apps, any of them will do.
          </AuthHeading>
          <AppCodeForm onDone={onDone} />
        </>
      )}
      <p className="mt-8 grid justify-items-start gap-3">
        <button type="button" className={textLink} onClick={() => setLostApp(!hasLostApp)}>
          {hasLostApp ? 'Use the app instead' : 'Lost the app? Use a recovery code'}
        </button>
        <button type="button" className={textLink} onClick={() => void signOutHere()}>
          Sign in as somebody else
        </button>
      </p>
    </>
  );
}

const WRONG = ['mfa_failed', 'code_expired'] as const;

function AppCodeForm({ onDone }: { onDone: () => void }) {
  return (
    <OneCodeForm
      label="Second step"
      action="Confirm"
      wrong={WRONG}
      confirm={confirmSecondFactor}
      onDone={onDone}
    >
      {(field) => (
        <TextField
          label="Code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          maxLength={8}
          required
          {...field}
        />
      )}
    </OneCodeForm>
  );
}
