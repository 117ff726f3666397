import { IconButton } from './button.tsx';
import { TextField } from './fields.tsx';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';

/** A password that can be looked at, pasted into, and that says when Caps Lock is on. */
export function PasswordField({
  label = 'Password',
  value,
  onChange,
  error,
  hint,
  isNew = false,
}: {
  label?: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  hint?: ReactNode;
  /** A new one is being chosen: password managers offer to make it. */
  isNew?: boolean;
}) {
  const [isShown, setShown] = useState(false);
  const [hasCapsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent): void =>
    setCapsLock(event.getModifierState('CapsLock'));
  return (
    // Only listens for a modifier; the field inside is what people use.
    <div role="presentation" onKeyDown={watchCapsLock} onKeyUp={watchCapsLock}>
      <TextField
        label={label}
        name="password"
        type={isShown ? 'text' : 'password'}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        autoCapitalize="none"
        spellCheck={false}
        required
        value={value}
        onChange={onChange}
        error={error}
        hint={hasCapsLock ? <CapsLockHint /> : hint}
        action={
          <IconButton
            size="sm"
            icon={isShown ? EyeOff : Eye}
            label={isShown ? 'Hide password' : 'Show password'}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          />
        }
      />
    </div>
  );
}

function CapsLockHint() {
  return (
    <span role="status" className="font-medium text-warning">
      Caps Lock is on.
    </span>
  );
}
