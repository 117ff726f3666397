import type { FormCheck, FormField } from '#domain/rows.ts';
import { hasOptions, isQuestion, isSigned } from '#domain/forms/field-types.ts';
import { DateField, SelectField, TextField, TimeField } from '#ui/fields.tsx';

const OP_NAMES: Record<FormCheck['op'], string> = {
  filled: 'is answered',
  eq: 'is',
  ne: 'is not',
  in: 'is one of',
  gt: 'is more than',
  lt: 'is less than',
};

const opsOf = ({ type }: FormField): FormCheck['op'][] => {
  if (type === 'consent') return ['filled'];
  if (type === 'yes_no') return ['eq', 'filled'];
  if (hasOptions(type)) return ['eq', 'ne', 'filled'];
  if (type === 'number' || type === 'scale') return ['eq', 'gt', 'lt', 'filled'];
  if (type === 'date' || type === 'time') return ['gt', 'lt', 'filled'];
  return ['filled'];
};

/** A rule as it begins when a question is chosen for it. */
export const newCheck = (field: FormField): FormCheck => {
  const [op = 'filled'] = opsOf(field);
  return op === 'filled' ? { op } : { op, value: startOf(field) };
};

const startOf = ({ type, options }: FormField): string | number | boolean => {
  if (type === 'yes_no') return true;
  if (type === 'number' || type === 'scale') return 0;
  return hasOptions(type) ? (options[0] ?? '') : '';
};

/** Whether rules can be made about it. */
export const canBeAsked = ({ type }: FormField): boolean => isQuestion(type) && !isSigned(type);

/** What is asked of an answer: the comparison, and what with. */
export function CheckFields({
  field,
  check,
  error,
  onChange,
}: {
  field: FormField;
  check: FormCheck;
  error?: string | undefined;
  onChange: (check: FormCheck) => void;
}) {
  const { op, value } = check;
  const ops = opsOf(field);
  const set = (next: string | number | boolean): void => onChange({ op, value: next });
  return (
    <div className="grid grid-cols-1 gap-2 sm:grid-cols-2">
      <SelectField
        label="The answer"
        value={op}
        options={(ops.includes(op) ? ops : [...ops, op]).map((one) => ({
          value: one,
          label: hasOptions(field.type) && one === 'eq' ? 'is, or has' : OP_NAMES[one],
        }))}
        onChange={(next) => {
          const chosen = next as FormCheck['op'];
          onChange(
            chosen === 'filled' ? { op: chosen } : { op: chosen, value: value ?? startOf(field) },
          );
        }}
      />
      {op !== 'filled' && op !== 'in' && (
        <Value field={field} value={value ?? ''} error={error} onChange={set} />
      )}
    </div>
  );
}

function Value({
  field: { type, options },
  value,
  error,
  onChange,
}: {
  field: FormField;
  value: NonNullable<FormCheck['value']>;
  error: string | undefined;
  onChange: (value: string | number | boolean) => void;
}) {
  const frame = { label: 'Compared with', error };
  const text = String(value);
  if (type === 'yes_no') {
    return (
      <SelectField
        {...frame}
        value={text}
        options={[
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]}
        onChange={(chosen) => onChange(chosen === 'true')}
      />
    );
  }
  if (hasOptions(type)) {
    return (
      <SelectField
        {...frame}
        value={text}
        placeholder="Choose"
        options={options.filter(Boolean).map((option) => ({ value: option, label: option }))}
        onChange={onChange}
      />
    );
  }
  if (type === 'date') return <DateField {...frame} value={text} onChange={onChange} />;
  if (type === 'time') return <TimeField {...frame} value={text} onChange={onChange} />;
  return (
    <TextField
      {...frame}
      type="number"
      value={text}
      onChange={(typed) => onChange(typed === '' ? '' : Number(typed))}
    />
  );
}
