import { patterns } from '#app/paths.ts';
import { confirmWithCode } from '#remote/sign-in.ts';
import { TextField } from '#ui/fields.tsx';
import { useNavigate } from 'react-router-dom';
import { OneCodeForm } from './one-code-form.tsx';

const WRONG = ['code_invalid'] as const;

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
  return (
    <OneCodeForm
      label="Enter the code"
      action="Continue"
      isMain={false}
      wrong={WRONG}
      confirm={(code) => confirmWithCode(email, code, type)}
      onDone={() => {
        if (type === 'recovery') void navigate(patterns.updatePassword, { replace: true });
        else onDone?.();
      }}
    >
      {(field) => (
        <TextField
          label="Code from the mail"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          {...field}
        />
      )}
    </OneCodeForm>
  );
}
