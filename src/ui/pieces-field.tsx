import { useState } from 'react';
import { TextField } from './fields.tsx';
import type { TextFieldProps } from './fields.tsx';

/**
 * At most two decimals behind one point or comma, of parts of one piece three: `1,000` and `1.000` are a
 * thousand to one person and one to another, so they are nothing.
 */
const NUMBER = /^\s*(\d{1,6}([.,]\d{1,2})?|0?[.,]\d{1,3})\s*$/;

const piecesIn = (text: string): number | null => {
  if (text.trim() === '') return null;
  return NUMBER.test(text) ? Number(text.replace(',', '.')) : NaN;
};

/**
 * Pieces, also parts of one; `null` while the field is empty, and NaN while it is no number (yet), which
 * every schema refuses: what somebody meant is not left out without a word.
 */
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
  const pieces = draft === null ? null : piecesIn(draft.text);
  const isWrong = Number.isNaN(pieces);
  // To somebody who keeps numbers only, what is none is nothing.
  const isSame = isWrong ? value === null || Number.isNaN(value) : pieces === value;
  const typed = draft !== null && isSame ? draft : null;
  return (
    <TextField
      {...props}
      inputMode="decimal"
      autoComplete="off"
      value={typed?.text ?? (value === null || Number.isNaN(value) ? '' : String(value))}
      error={
        props.error ?? (isWrong && typed?.isLeft ? 'Enter a number, like 12 or 2.5.' : undefined)
      }
      onChange={(text) => {
        setDraft({ text, isLeft: false });
        onChange(piecesIn(text));
      }}
      onBlur={() => {
        setDraft(isWrong && typed ? { text: typed.text, isLeft: true } : null);
        props.onBlur?.();
      }}
    />
  );
}
