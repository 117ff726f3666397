import { typedExactly } from '#domain/text/typed.ts';
import { TextField } from './fields.tsx';
import type { TextFieldProps } from './fields.tsx';

type Own = 'type' | 'inputMode' | 'autoCapitalize' | 'spellCheck';

/**
 * An e-mail address, on the keyboard for it and without help that would spoil it; what nobody sees of a pasted one
 * is left out.
 */
export function EmailField(
  props: Omit<TextFieldProps, Own> & {
    /** `off` for the address of somebody else. */
    autoComplete: string;
  },
) {
  return (
    <TextField
      {...props}
      type="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      onChange={(typed) => props.onChange(typedExactly(typed))}
    />
  );
}
