import { TEXT_FORMATS, type TextFormat } from '#domain/forms/field-types.ts';
import type { FormField } from '#domain/rows.ts';
import { SelectField, TextField } from '#ui/fields.tsx';

const FORMAT_NAMES: Record<TextFormat, string> = {
  digits: 'Digits only',
  letters_digits: 'Letters and digits',
  postcode: 'Postal code',
};

/** How long a text answer is, and what a short one looks like. */
export function TextDetails({
  field,
  errorOf,
  onChange,
}: {
  field: FormField;
  errorOf: (path: string) => string | undefined;
  onChange: (field: FormField) => void;
}) {
  const { format, ...anything } = field;
  return (
    <>
      {field.type === 'short_text' && (
        <SelectField
          label="What is written there"
          value={format ?? ''}
          placeholder="Anything"
          options={TEXT_FORMATS.map((value) => ({ value, label: FORMAT_NAMES[value] }))}
          error={errorOf('format')}
          onChange={(chosen) =>
            onChange(chosen === '' ? anything : { ...field, format: chosen as TextFormat })
          }
        />
      )}
      <div className="grid grid-cols-2 gap-3">
        {(['min', 'max'] as const).map((end) => (
          <TextField
            key={end}
            label={end === 'min' ? 'Characters at least' : 'Characters at most'}
            type="number"
            required={false}
            value={String(field[end] ?? '')}
            error={errorOf(end)}
            onChange={(typed) => onChange({ ...field, [end]: typed === '' ? null : Number(typed) })}
          />
        ))}
      </div>
    </>
  );
}
