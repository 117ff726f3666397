import type { DayOrder } from '#domain/clients/import-day.ts';
import { ChoiceField } from '#ui/choice-field.tsx';

const ORDERS = [
  { value: 'day_first', label: '3 April' },
  { value: 'month_first', label: 'March 4' },
] as const;

/** What a day of nothing but numbers means in this file. */
export function DayOrderField({
  sample,
  value,
  onChange,
}: {
  /** The fourth of March or the third of April, as it stands in the file. */
  sample: string;
  value: DayOrder;
  onChange: (order: DayOrder) => void;
}) {
  return (
    <ChoiceField
      label={`${sample} in this file is`}
      columns
      value={value}
      onChange={onChange}
      choices={ORDERS}
    />
  );
}
