import type { Uuid } from '#domain/rows.ts';
import { EmailField } from '#ui/email-field.tsx';
import { TextField } from '#ui/fields.tsx';
import type { Form } from '#ui/use-form.ts';
import { Duplicates } from './duplicates.tsx';

/** `alt_phone`: where a second number is asked for. */
type Contact = { phone: string; alt_phone?: string; email: string };

/** How a client is reached, and whom one of the two belongs to already. */
export function ContactFields({
  form: { values, change, error },
  countryCode,
  id,
}: {
  form: Pick<Form<Contact>, 'values' | 'change' | 'error'>;
  countryCode: string;
  /** Whose they are; nobody's yet when somebody is added. */
  id?: Uuid;
}) {
  const { phone, alt_phone, email } = values;
  return (
    <>
      <TextField
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        value={phone}
        onChange={(next) => change({ phone: next })}
        error={error('phone')}
      />
      {alt_phone !== undefined && (
        <TextField
          label="Second phone"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          value={alt_phone}
          onChange={(next) => change({ alt_phone: next })}
          error={error('alt_phone')}
        />
      )}
      <EmailField
        label="E-mail"
        autoComplete="off"
        value={email}
        onChange={(next) => change({ email: next })}
        error={error('email')}
      />
      <Duplicates
        {...(id ? { id } : {})}
        email={email}
        phones={[phone, alt_phone ?? '']}
        countryCode={countryCode}
      />
    </>
  );
}
