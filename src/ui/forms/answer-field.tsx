import { Suspense, useId, useRef } from 'react';
import { textHint } from '#domain/forms/text-answers.ts';
import type { FormField, Signature } from '#domain/rows.ts';
import { typedExactly } from '#domain/text/typed.ts';
import { Button } from '../button.tsx';
import { ChoiceField } from '../choice-field.tsx';
import type { Choice } from '../choice-field.tsx';
import { FieldError } from '../field-frame.tsx';
import { CheckboxField, DateField, TextArea, TextField, TimeField } from '../fields.tsx';
import { lazyPart } from '../lazy-part.tsx';
import { Skeleton } from '../skeleton.tsx';
import { SignaturePad } from './signature-pad.tsx';

const FilesField = lazyPart(async () => (await import('./files-field.tsx')).FilesField);

/** One field of a form to fill in, or what stands between the fields. */
export function AnswerField({
  field,
  value,
  otherBytes,
  error,
  onReading,
  onChange,
}: {
  field: FormField;
  value: unknown;
  /** Of the files of other questions. */
  otherBytes: number;
  error: string | undefined;
  /** Files that were chosen are being made ready, or are. */
  onReading: (isReading: boolean) => void;
  onChange: (value: unknown) => void;
}) {
  const { type, label, help } = field;
  const frame = {
    label,
    hint: [help, textHint(field)].filter(Boolean).join(' ') || undefined,
    error,
    // Only what may be left out says so.
    required: field.required,
  };
  const text = typeof value === 'string' ? value : '';
  switch (type) {
    case 'heading':
      return (
        <div>
          <h2 className="text-lg font-semibold">{label}</h2>
          {help && <p className="text-pretty text-muted">{help}</p>}
        </div>
      );
    case 'paragraph':
      return (
        <div className="text-pretty whitespace-pre-wrap">
          {label && <p className="font-medium">{label}</p>}
          {help}
        </div>
      );
    case 'divider':
      return <hr className="border-line" />;
    case 'page_break':
      return null;
    case 'long_text':
      return <TextArea {...frame} value={text} maxLength={5000} onChange={onChange} />;
    case 'date':
      return (
        <DateField
          {...frame}
          value={text}
          min={typeof field.min === 'string' ? field.min : undefined}
          max={typeof field.max === 'string' ? field.max : undefined}
          onChange={onChange}
        />
      );
    case 'time':
      return <TimeField {...frame} stepMinutes={1} value={text} onChange={onChange} />;
    case 'number':
      return (
        <TextField
          {...frame}
          inputMode="decimal"
          value={typeof value === 'number' ? String(value) : text}
          onChange={onChange}
        />
      );
    case 'single':
      return (
        <OneOf
          field={field}
          value={text}
          choices={field.options.map((option) => ({ value: option, label: option }))}
          error={error}
          onChange={(chosen) => onChange(chosen ?? undefined)}
        />
      );
    case 'yes_no':
      return (
        <OneOf
          field={field}
          columns
          value={value === undefined ? '' : value === true ? 'yes' : 'no'}
          choices={[
            { value: 'yes', label: 'Yes' },
            { value: 'no', label: 'No' },
          ]}
          error={error}
          onChange={(chosen) => onChange(chosen === null ? undefined : chosen === 'yes')}
        />
      );
    case 'scale':
      return (
        <OneOf
          field={field}
          columns
          value={typeof value === 'number' ? String(value) : ''}
          choices={scaleOf(field).map((step) => ({ value: String(step), label: String(step) }))}
          error={error}
          onChange={(chosen) => onChange(chosen === null ? undefined : Number(chosen))}
        />
      );
    case 'multi':
      return <Several field={field} value={value} error={error} onChange={onChange} />;
    case 'consent':
      return <CheckboxField {...frame} value={value === true} onChange={onChange} />;
    case 'signature':
    case 'initials':
      return (
        <SignaturePad
          label={named(field)}
          hint={help}
          value={value as Signature | undefined}
          error={error}
          onChange={onChange}
        />
      );
    case 'photo':
    case 'file':
      return (
        <Suspense fallback={<Skeleton className="h-28 w-full" />}>
          <FilesField
            field={field}
            value={value}
            otherBytes={otherBytes}
            error={error}
            onReading={onReading}
            onChange={onChange}
          />
        </Suspense>
      );
    default:
      return (
        <TextField
          {...frame}
          type={type === 'email' ? 'email' : type === 'phone' ? 'tel' : 'text'}
          inputMode={field.format === 'digits' ? 'numeric' : undefined}
          autoComplete={AUTO_COMPLETE[field.map_to ?? 'pronouns']}
          value={text}
          onChange={(typed) =>
            onChange(type === 'email' || type === 'phone' ? typedExactly(typed) : typed)
          }
        />
      );
  }
}

const AUTO_COMPLETE: Record<NonNullable<FormField['map_to']>, string> = {
  first_name: 'given-name',
  last_name: 'family-name',
  email: 'email',
  phone: 'tel',
  birthday: 'bday',
  pronouns: 'off',
  address_line1: 'address-line1',
  address_city: 'address-level2',
  address_region: 'address-level1',
  address_postal_code: 'postal-code',
  alert_note: 'off',
};

const named = ({ label, help, required, type }: FormField): string =>
  [
    label,
    required ? '' : ' (optional)',
    help && type !== 'signature' && type !== 'initials' ? ` – ${help}` : '',
  ].join('');

const scaleOf = ({ min, max }: FormField): number[] => {
  const [from, to] = [Number(min), Number(max)];
  return Array.from({ length: to - from + 1 }, (_, step) => from + step);
};

/** One of a few choices. What may be left out can be taken back: null. */
function OneOf({
  field,
  value,
  choices,
  columns = false,
  error,
  onChange,
}: {
  field: FormField;
  value: string;
  choices: Choice<string>[];
  columns?: boolean;
  error: string | undefined;
  onChange: (value: string | null) => void;
}) {
  const ref = useRef<HTMLDivElement>(null);
  return (
    <div ref={ref}>
      <ChoiceField
        label={named(field)}
        columns={columns}
        value={value}
        choices={choices}
        error={error}
        onChange={onChange}
      />
      {!field.required && value !== '' && (
        <Button
          variant="quiet"
          size="sm"
          aria-label={`Clear: ${field.label}`}
          onClick={() => {
            // The button goes; who works with the keyboard is where the choices are.
            ref.current?.querySelector('input')?.focus();
            onChange(null);
          }}
        >
          Clear
        </Button>
      )}
    </div>
  );
}

function Several({
  field,
  value,
  error,
  onChange,
}: {
  field: FormField;
  value: unknown;
  error: string | undefined;
  onChange: (value: string[]) => void;
}) {
  const id = useId();
  const helpId = field.help ? `${id}-help` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const chosen = Array.isArray(value) ? (value as string[]) : [];
  return (
    <fieldset
      aria-describedby={[errorId, helpId].filter(Boolean).join(' ') || undefined}
      data-invalid={error ? '' : undefined}
      className="min-w-0"
    >
      <legend className="mb-1.5 text-sm font-medium">
        {field.label}
        {!field.required && <span className="font-normal text-muted"> (optional)</span>}
      </legend>
      {field.help && (
        <p id={helpId} className="text-sm text-muted">
          {field.help}
        </p>
      )}
      {field.options.map((option) => (
        <CheckboxField
          key={option}
          label={option}
          value={chosen.includes(option)}
          onChange={(isOn) =>
            onChange(field.options.filter((one) => (one === option ? isOn : chosen.includes(one))))
          }
        />
      ))}
      {error && <FieldError id={errorId} text={error} />}
    </fieldset>
  );
}
