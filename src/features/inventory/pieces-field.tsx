import { useState } from 'react';
import { TextField } from '#ui/fields.tsx';
import type { TextFieldProps } from '#ui/fields.tsx';

/** Pieces, also parts of one to three decimals; `null` while the field is empty or no number yet. */
export function PiecesField({
  value,
  onChange,
  ...props
}: Omit<TextFieldProps, 'value' | 'onChange' | 'type' | 'inputMode'> & {
  value: number | null;
  onChange: (value: number | null) => void;
}) {
  // What is typed stays as typed until it is left: "2." on the way to "2.5" is nothing to correct.
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <TextField
      {...props}
      inputMode="decimal"
      autoComplete="off"
      value={draft ?? (value === null ? '' : String(value))}
      onChange={(text) => {
        setDraft(text);
        onChange(
          /^\s*\d{1,6}([.,]\d{1,3})?\s*$/.test(text) ? Number(text.replace(',', '.')) : null,
        );
      }}
      onBlur={() => {
        if (value !== null) setDraft(null);
        props.onBlur?.();
      }}
    />
  );
}
