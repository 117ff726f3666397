import type { FormInput } from '#domain/forms/form-schema.ts';
import { formatDuration } from '#domain/time/duration.ts';
import { SelectField } from '#ui/fields.tsx';

const HOUR = 60;
const DAY = 24 * HOUR;
const MINUTES = [
  HOUR,
  2 * HOUR,
  4 * HOUR,
  12 * HOUR,
  DAY,
  2 * DAY,
  3 * DAY,
  7 * DAY,
  14 * DAY,
  28 * DAY,
];

type Timed = Exclude<FormInput['wanted'], 'manual'>;

/** `none`: without a time of its own. */
const TIMES: Readonly<Record<Timed, { none: string; end: string }>> = {
  before: { none: 'From the booking on, in its confirmation', end: 'before the visit' },
  after: { none: 'At the time set in Messages', end: 'after the visit' },
  payment: { none: 'As soon as it is paid', end: 'after the payment' },
};

/** Which visits want a form, and from when on. */
export function AskedWhenFields({
  values: { wanted, offset_min, enforce },
  locale,
  error,
  onChange,
}: {
  values: Pick<FormInput, 'wanted' | 'offset_min' | 'enforce'>;
  locale: string;
  error: string | undefined;
  onChange: (part: Partial<FormInput>) => void;
}) {
  const choices = [...new Set([...MINUTES, ...(offset_min === null ? [] : [offset_min])])];
  return (
    <>
      <SelectField
        label="Wanted"
        value={wanted}
        options={[
          { value: 'before', label: 'Before the visit' },
          { value: 'after', label: 'After the visit' },
          { value: 'payment', label: 'After the payment' },
          { value: 'manual', label: 'Only when you ask for it' },
        ]}
        onChange={(chosen) => {
          const next = chosen as FormInput['wanted'];
          const blocks = enforce === 'block_online' && next !== 'before';
          onChange({ wanted: next, offset_min: null, ...(blocks && { enforce: 'warn' }) });
        }}
      />
      {/* What nobody books without is asked for while they book. */}
      {wanted !== 'manual' && enforce !== 'block_online' && (
        <SelectField
          label="Asked for"
          hint={offset_min !== null && 'Clients get a mail then, and find it nowhere before.'}
          value={String(offset_min ?? '')}
          error={error}
          options={[
            { value: '', label: TIMES[wanted].none },
            ...choices
              .toSorted((a, b) => a - b)
              .map((minutes) => ({
                value: String(minutes),
                label: `${formatDuration(minutes, { locale, display: 'long', days: true })} ${TIMES[wanted].end}`,
              })),
          ]}
          onChange={(minutes) => onChange({ offset_min: minutes === '' ? null : Number(minutes) })}
        />
      )}
    </>
  );
}
