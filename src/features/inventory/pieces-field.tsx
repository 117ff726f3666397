import { useState } from 'react';
import { TextField } from '#ui/fields.tsx';
import type { TextFieldProps } from '#ui/fields.tsx';

/**
 * At most two decimals behind one point or comma, of parts of one piece three: `1,000` and `1.000` are a
 * thousand to one person and one to another, so they are nothing.
 */
const NUMBER = /^\s*(\d{1,6}([.,]\d{1,2})?|0?[.,]\d{1,3})\s*$/;

const piecesIn = (text: string): number | null =>
  NUMBER.test(text) ? Number(text.replace(',', '.')) : null;

/** Pieces, also parts of one; `null` while the field is empty or no number yet. */
export function PiecesField({
  value,
  onChange,
  ...props
}: Omit<TextFieldProps, 'value' | 'onChange' | 'type' | 'inputMode'> & {
  value: number | null;
  onChange: (value: number | null) => void;
}) {
  // What is typed stays as typed until it is left: "2." on the way to "2.5" is nothing to correct. It
  // says nothing any more once the value is another one, by a scan or by starting over.
  const [draft, setDraft] = useState<{ text: string; isLeft: boolean } | null>(null);
  const typed = draft !== null && piecesIn(draft.text) === value ? draft : null;
  const isWrong = typed !== null && value === null && typed.text.trim() !== '';
  return (
    <TextField
      {...props}
      inputMode="decimal"
      autoComplete="off"
      value={typed?.text ?? (value === null ? '' : String(value))}
      error={
        props.error ?? (isWrong && typed.isLeft ? 'Enter a number, like 12 or 2.5.' : undefined)
      }
      onChange={(text) => {
        setDraft({ text, isLeft: false });
        onChange(piecesIn(text));
      }}
      onBlur={() => {
        setDraft(isWrong ? { text: typed.text, isLeft: true } : null);
        props.onBlur?.();
      }}
    />
  );
}
