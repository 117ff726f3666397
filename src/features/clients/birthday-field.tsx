import { birthdayOf, birthdayParts } from '#domain/clients/birthday.ts';
import { SelectField, TextField } from '#ui/fields.tsx';
import { useState } from 'react';

/** Day and month are worth a card even when the year is nobody's business. */
export function BirthdayField({
  value,
  locale,
  onChange,
  error,
}: {
  value: string | null;
  locale: string;
  onChange: (birthday: string | null) => void;
  error: string | undefined;
}) {
  const [parts, setParts] = useState(() => birthdayParts(value));
  const change = (part: Partial<typeof parts>): void => {
    const next = { ...parts, ...part };
    setParts(next);
    onChange(birthdayOf(next));
  };
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">Birthday</legend>
      <div className="grid grid-cols-[1.6fr_1fr_1.2fr] items-start gap-2">
        <SelectField
          label="Month"
          labelHidden
          placeholder="Month"
          value={parts.month}
          onChange={(month) => change({ month })}
          options={monthNames(locale).map((label, index) => ({ value: String(index + 1), label }))}
        />
        <TextField
          label="Day"
          labelHidden
          placeholder="Day"
          inputMode="numeric"
          maxLength={2}
          value={parts.day}
          onChange={(day) => change({ day })}
        />
        <TextField
          label="Year, if known"
          labelHidden
          placeholder="Year"
          inputMode="numeric"
          maxLength={4}
          value={parts.year}
          onChange={(year) => change({ year })}
        />
      </div>
      {error && (
        <p role="alert" className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

const monthNames = (locale: string): string[] => {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2024, month, 15)));
};
