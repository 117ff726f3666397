import { redeemRecoveryCode, renewSession } from '#remote/recovery.ts';
import { TextField } from '#ui/fields.tsx';
import { OneCodeForm } from './one-code-form.tsx';

const WRONG = ['code_invalid'] as const;

/** The way in for who has lost every authenticator app, with one of the codes on paper. */
export function RecoveryCodeForm({ onRecovered }: { onRecovered: () => void }) {
  return (
    <OneCodeForm
      label="Get in without the app"
      action="Use this code"
      wrong={WRONG}
      confirm={async (code) => {
        const redeemed = await redeemRecoveryCode(code);
        // Before the session is told: what comes next is decided when it is.
        if (redeemed.ok) onRecovered();
        return redeemed.ok ? renewSession() : redeemed;
      }}
    >
      {(field) => (
        <TextField
          label="Recovery code"
          name="recovery-code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          maxLength={20}
          required
          placeholder="ABCDE-FGHJK"
          hint="Ten letters and digits, with or without the hyphen. Each code works once."
          {...field}
        />
      )}
    </OneCodeForm>
  );
}
