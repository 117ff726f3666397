import type { BusinessRow, PriceKind } from '#domain/rows.ts';
import { PRICE_LABEL_MAX } from '#domain/services/schema.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { FeeFields } from '#ui/fee-fields.tsx';
import { CheckboxField, SelectField, TextField } from '#ui/fields.tsx';
import { MoneyField } from '#ui/money-field.tsx';
import { OrderButtons } from '#ui/order-buttons.tsx';
import { WholeField } from '#ui/whole-field.tsx';
import { ChevronDown, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { TimeBar } from './time-bar.tsx';
import { hasTimeBlocks } from './variant-form.ts';
import type { VariantValues } from './variant-form.ts';

const PRICE_KINDS = [
  { value: 'fixed', label: 'Fixed price' },
  { value: 'from', label: 'Starting from' },
  { value: 'free', label: 'Free' },
  { value: 'varies', label: 'Price on the day' },
] as const;

const FOR_CLIENT = [
  { value: 'any', label: 'Everybody' },
  { value: 'new', label: 'First visit only' },
  { value: 'returning', label: 'Returning clients only' },
];

/** One option of a service: its name when there are several, price and time. */
export function VariantFields({
  values,
  onChange,
  error,
  business,
  asksDeposit,
  index,
  count,
  onMove,
  onRemove,
}: {
  values: VariantValues;
  onChange: (part: Partial<VariantValues>) => void;
  /** What is wrong with a field of this variant. */
  error: (field: string) => string | undefined;
  business: BusinessRow;
  /** Clients book it online, and something can be paid before. */
  asksDeposit: boolean;
  index: number;
  count: number;
  onMove: (toIndex: number) => void;
  onRemove: () => void;
}) {
  const isOne = count === 1;
  const blockErrors = ['processing_min', 'finishing_min', 'buffer_before_min', 'buffer_after_min'];
  const [isOpen, setOpen] = useState(hasTimeBlocks(values));
  const showsTimes = isOpen || blockErrors.some((field) => error(field));
  const asksPrice = values.price_kind === 'fixed' || values.price_kind === 'from';
  const isOpenPrice = values.price_kind === 'from' || values.price_kind === 'varies';
  const name = values.name || `option ${index + 1}`;
  const minutes = (
    label: string,
    field:
      | 'duration_min'
      | 'processing_min'
      | 'finishing_min'
      | 'buffer_before_min'
      | 'buffer_after_min',
    hint?: string,
  ) => (
    <WholeField
      label={label}
      unit="min"
      value={values[field]}
      onChange={(value) => onChange({ [field]: value })}
      error={error(field)}
      hint={hint}
    />
  );
  return (
    <div
      role="group"
      aria-label={isOne ? 'Price and time' : `Option ${index + 1}`}
      className={isOne ? 'grid gap-4' : 'grid gap-4 rounded-lg border border-line p-4'}
    >
      {!isOne && (
        <div className="flex items-end gap-1">
          <TextField
            label={`Option ${index + 1}`}
            placeholder="Short hair, 60 minutes …"
            autoComplete="off"
            className="min-w-0 flex-1"
            value={values.name}
            onChange={(text) => onChange({ name: text })}
            error={error('name')}
          />
          <OrderButtons name={name} index={index} count={count} onMove={onMove} />
          <IconButton size="sm" icon={Trash2} label={`Remove ${name}`} onClick={onRemove} />
        </div>
      )}
      <div className="grid grid-cols-2 items-start gap-3">
        <SelectField
          label="Price"
          className={asksPrice ? '' : 'col-span-2'}
          value={values.price_kind}
          onChange={(kind) => onChange({ price_kind: kind as PriceKind })}
          options={PRICE_KINDS}
        />
        {asksPrice && (
          <MoneyField
            label="Amount"
            currency={business.currency}
            locale={business.locale}
            value={values.price_cents}
            onChange={(price_cents) => onChange({ price_cents })}
            error={error('price_cents')}
          />
        )}
        {isOpenPrice && (
          <TextField
            label="Said instead"
            className="col-span-2"
            placeholder="On request, by length …"
            hint="Clients read it where the price would stand."
            required={false}
            maxLength={PRICE_LABEL_MAX}
            autoComplete="off"
            value={values.price_label ?? ''}
            onChange={(text) => onChange({ price_label: text || null })}
            error={error('price_label')}
          />
        )}
        {minutes('Length', 'duration_min')}
        <SelectField
          label="For"
          value={values.for_client}
          onChange={(for_client) =>
            onChange({ for_client: for_client as VariantValues['for_client'] })
          }
          options={FOR_CLIENT}
        />
      </div>
      {asksDeposit && !isOne && (
        <FeeFields
          label="Paid when it is booked online"
          usualLabel="As the service has it"
          entry={values.deposit_rule}
          onChange={(part) => onChange({ deposit_rule: { ...values.deposit_rule, ...part } })}
          error={error('deposit_rule')}
          business={business}
        />
      )}
      {showsTimes ? (
        <div className="grid gap-4">
          <div className="grid grid-cols-2 items-start gap-3">
            {minutes('Then processing', 'processing_min', 'Colour develops, mask works.')}
            {minutes('Then finishing', 'finishing_min', 'Your hands again.')}
            {minutes('Buffer before', 'buffer_before_min', 'To prepare.')}
            {minutes('Buffer after', 'buffer_after_min', 'To clean up.')}
          </div>
          {(values.processing_min ?? 0) > 0 && (
            <CheckboxField
              label="Others can be booked while it processes"
              value={values.processing_bookable}
              onChange={(processing_bookable) => onChange({ processing_bookable })}
            />
          )}
          <TimeBar values={values} locale={business.locale} />
        </div>
      ) : (
        <Button
          size="sm"
          variant="quiet"
          icon={ChevronDown}
          className="justify-self-start -ml-2"
          onClick={() => setOpen(true)}
        >
          Processing time and buffers
        </Button>
      )}
    </div>
  );
}
