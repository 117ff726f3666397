import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Till } from '#db/queries/checkout.ts';
import { lineTax } from '#domain/checkout/cart.ts';
import type { CartLine } from '#domain/checkout/cart.ts';
import { REASON_MAX } from '#domain/checkout/schema.ts';
import { Button } from '#ui/button.tsx';
import { SelectField, TextField } from '#ui/fields.tsx';
import { MoneyField } from '#ui/money-field.tsx';
import { SideSheet } from '#ui/side-sheet.tsx';
import { WholeField } from '#ui/whole-field.tsx';
import { isWrongDiscount, MAX_QTY } from './cart-draft.ts';
import { DiscountFields } from './discount-fields.tsx';

/** One line of a sale: what it is, how much of it, and what is off. */
export function LineSheet({
  open,
  line,
  till: { business, staff, taxes },
  isNew,
  onSave,
  onRemove,
  onClose,
}: {
  open: boolean;
  line: CartLine;
  till: Till;
  isNew: boolean;
  onSave: (line: CartLine) => void;
  onRemove: () => void;
  onClose: () => void;
}) {
  const [draft, setDraft] = useState(line);
  const [price, setPrice] = useState<number | null>(isNew ? null : line.unit_price_cents);
  const [qty, setQty] = useState<number | null>(line.qty);
  const [isChecked, setChecked] = useState(false);
  const change = (part: Partial<CartLine>): void => setDraft({ ...draft, ...part });
  const wrong = {
    name: draft.name.trim() === '' ? 'Enter what it is.' : undefined,
    price: price === null ? 'Enter a price.' : undefined,
    qty: qty === null || qty < 1 || qty > MAX_QTY ? `Enter 1 to ${MAX_QTY}.` : undefined,
  };
  const shown = isChecked ? wrong : { name: undefined, price: undefined, qty: undefined };
  const save = (): void => {
    setChecked(true);
    // What is wrong with the discount its own field says.
    if (wrong.name || wrong.price || wrong.qty || isWrongDiscount(draft.discount)) return;
    onSave({ ...draft, name: draft.name.trim(), unit_price_cents: price!, qty: qty! });
  };
  const taxValue = taxes.find(
    ({ name, milli_percent, inclusive }) =>
      draft.tax?.name === name &&
      draft.tax.milli_percent === milli_percent &&
      draft.tax.inclusive === inclusive,
  );
  return (
    <SideSheet
      open={open}
      title={isNew ? 'Add an item' : line.name}
      onClose={onClose}
      footer={
        <>
          {!isNew && (
            <Button variant="quiet" icon={Trash2} onClick={onRemove}>
              Remove
            </Button>
          )}
          <Button variant="primary" onClick={save}>
            {isNew ? 'Add' : 'Done'}
          </Button>
        </>
      }
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          label="Name"
          value={draft.name}
          maxLength={260}
          autoComplete="off"
          autoFocus={isNew}
          error={shown.name}
          onChange={(name) => change({ name })}
        />
        <div className="grid grid-cols-[1fr_6rem] gap-3">
          <MoneyField
            label="Price of one"
            currency={business.currency}
            locale={business.locale}
            value={price}
            error={shown.price}
            onChange={setPrice}
          />
          <WholeField label="Number" value={qty} error={shown.qty} onChange={setQty} />
        </div>
        <SelectField
          label="Done by"
          placeholder="Nobody in particular"
          value={draft.staff_id ?? ''}
          onChange={(id) => change({ staff_id: id === '' ? null : id })}
          options={staff.map(({ id, display_name }) => ({ value: id, label: display_name }))}
        />
        {(taxes.length > 0 || draft.tax) && (
          <SelectField
            label="Tax"
            value={draft.tax === null ? '' : (taxValue?.id ?? 'frozen')}
            onChange={(id) => {
              const rate = taxes.find((one) => one.id === id);
              if (rate || id === '') {
                change({ tax: rate ? lineTax(rate, business) : null });
              }
            }}
            options={[
              { value: '', label: 'No tax' },
              // What a visit had when it was booked may not be offered any more.
              ...(draft.tax && !taxValue ? [{ value: 'frozen', label: draft.tax.name }] : []),
              ...taxes.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
        <DiscountFields
          label="Discount"
          value={draft.discount}
          business={business}
          onChange={(discount) => change({ discount })}
        />
        {draft.discount !== null && (
          <TextField
            label="Reason"
            required={false}
            maxLength={REASON_MAX}
            autoComplete="off"
            value={draft.discount_reason ?? ''}
            onChange={(discount_reason) => change({ discount_reason })}
          />
        )}
        <button type="submit" className="hidden" tabIndex={-1} aria-hidden />
      </form>
    </SideSheet>
  );
}
