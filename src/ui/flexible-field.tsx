import { formatDuration } from '#domain/time/duration.ts';
import { FLEXIBLE_MIN } from '#domain/waitlist/flexible.ts';
import { SelectField } from './fields.tsx';

/** How much earlier or later than their windows somebody can come. */
export function FlexibleField({
  minutes,
  locale,
  error,
  onChange,
}: {
  minutes: number;
  locale: string;
  error?: string | undefined;
  onChange: (minutes: number) => void;
}) {
  // What was entered elsewhere stays what it is.
  const offered = [...new Set([...FLEXIBLE_MIN, minutes])].toSorted((a, b) => a - b);
  return (
    <SelectField
      label="Earlier or later"
      hint="Times a little outside of these fit as well."
      value={String(minutes)}
      options={offered.map((one) => ({
        value: String(one),
        label: one === 0 ? 'Only then' : `By ${formatDuration(one, { locale, display: 'long' })}`,
      }))}
      error={error}
      onChange={(chosen) => onChange(Number(chosen))}
    />
  );
}
