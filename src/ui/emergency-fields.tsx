import type { EmergencyContact } from '#domain/rows.ts';
import { TextField } from '#ui/fields.tsx';

export const NO_EMERGENCY_CONTACT: EmergencyContact = { name: '', phone: '' };

/** Whom to call when something happens; the two are one entry and are changed together. */
export function EmergencyFields({
  value,
  onChange,
  error,
}: {
  value: EmergencyContact;
  onChange: (value: EmergencyContact) => void;
  error: (field: string) => string | undefined;
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-semibold">Emergency contact</legend>
      <div className="grid grid-cols-2 items-start gap-3 *:min-w-0">
        <TextField
          label="Their name"
          autoComplete="off"
          value={value.name}
          onChange={(name) => onChange({ ...value, name })}
          error={error('emergency_contact.name')}
        />
        <TextField
          label="Their phone"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          value={value.phone}
          onChange={(phone) => onChange({ ...value, phone })}
          error={error('emergency_contact.phone')}
        />
      </div>
    </fieldset>
  );
}
