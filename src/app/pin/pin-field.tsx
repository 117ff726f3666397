import { PIN_MAX_DIGITS } from '#domain/account/pin.ts';
import { TextField } from '#ui/fields.tsx';

/** Digits that nobody reads over a shoulder. Pasting works: nobody has to remember them. */
export function PinField({
  label = 'PIN',
  hint,
  autoFocus = false,
  value,
  onChange,
  error,
}: {
  label?: string;
  hint?: string;
  autoFocus?: boolean;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}) {
  return (
    <TextField
      label={label}
      hint={hint}
      type="password"
      inputMode="numeric"
      autoComplete="off"
      enterKeyHint="done"
      maxLength={PIN_MAX_DIGITS}
      autoFocus={autoFocus}
      required
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}
