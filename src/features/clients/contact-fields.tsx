import type { Uuid } from '#domain/rows.ts';
import { EmailField } from '#ui/email-field.tsx';
import { TextField } from '#ui/fields.tsx';
import type { Form } from '#ui/use-form.ts';
import { Duplicates } from './duplicates.tsx';

type Contact = { phone: string; email: string };

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
  const { phone, email } = values;
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
      <EmailField
        label="E-mail"
        autoComplete="off"
        value={email}
        onChange={(next) => change({ email: next })}
        error={error('email')}
      />
      <Duplicates {...(id ? { id } : {})} email={email} phone={phone} countryCode={countryCode} />
    </>
  );
}
