import { useState } from 'react';
import { TextField } from './fields.tsx';
import type { TextFieldProps } from './fields.tsx';

/** A whole number; `null` while the field is empty or not a number yet. */
export function WholeField({
  value,
  onChange,
  ...props
}: Omit<TextFieldProps, 'value' | 'onChange' | 'type' | 'inputMode'> & {
  value: number | null;
  onChange: (value: number | null) => void;
}) {
  // What is typed stays as typed until it is left: "1" on the way to "15" is no number to correct.
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <TextField
      {...props}
      inputMode="numeric"
      autoComplete="off"
      value={draft ?? (value === null ? '' : String(value))}
      onChange={(text) => {
        setDraft(text);
        onChange(/^\s*\d{1,6}\s*$/.test(text) ? Number(text) : null);
      }}
      onBlur={() => {
        if (value !== null) setDraft(null);
        props.onBlur?.();
      }}
    />
  );
}
