import { messageFor, ruleText } from '#app/messages.ts';
import { addTip } from '#db/commands/tips.ts';
import type { SaleDetail } from '#db/queries/sales.ts';
import { useDb } from '#db/use-query.ts';
import { LABEL_MAX, TENDERS } from '#domain/checkout/schema.ts';
import { tipOfferOf } from '#domain/checkout/tip-offer.ts';
import { tipBaseOfSale, tipOf } from '#domain/checkout/tips.ts';
import { METHOD_WORDS } from '#domain/checkout/words.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { Uuid } from '#domain/rows.ts';
import { FilterChip } from '#ui/chip.tsx';
import { SelectField, TextField } from '#ui/fields.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { MoneyField } from '#ui/money-field.tsx';
import { showToast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';

type Values = {
  amount_cents: number | null;
  /** '' = the house. */
  staff: Uuid;
  method: (typeof TENDERS)[number];
  label: string;
};

/** A tip that somebody gives after the sale: the sale stays as it was, and the tip counts from now on. */
export function AddTipSheet({
  open,
  detail: { sale, lines, business, staffNames },
  onClose,
}: {
  open: boolean;
  detail: SaleDetail;
  onClose: () => void;
}) {
  const db = useDb();
  const did = [...new Set(lines.flatMap(({ staff_id }) => staff_id ?? []))];
  const initial: Values = { amount_cents: null, staff: did[0] ?? '', method: 'cash', label: '' };
  const form = useForm({
    initial,
    words: { error: messageFor, rule: ruleText },
    save: ({ values: { amount_cents, staff, method, label } }) =>
      addTip(db, {
        sale_id: sale.id,
        staff_id: staff || null,
        method,
        label: method === 'other' ? label.trim() || null : null,
        amount_cents: amount_cents ?? 0,
      }),
    onSaved: () => {
      showToast({ type: 'success', title: 'Tip noted' });
      onClose();
    },
  });
  const { values, change, error } = form;
  const { choices, base: tipsOf } = tipOfferOf(business);
  const base = tipBaseOfSale(lines, tipsOf);
  return (
    <FormSheet open={open} title="Add a tip" saveLabel="Add tip" form={form} onClose={onClose}>
      <MoneyField
        label="Tip"
        currency={sale.currency}
        locale={business.locale}
        value={values.amount_cents}
        error={error('amount_cents')}
        onChange={(amount_cents) => change({ amount_cents })}
      />
      {choices.length > 0 && base > 0 && (
        <div role="group" aria-label="Part of the price" className="flex flex-wrap gap-2">
          {choices.map((bp) => (
            <FilterChip
              key={bp}
              selected={values.amount_cents === tipOf(base, bp)}
              onChange={() => change({ amount_cents: tipOf(base, bp) })}
            >
              {bp / 100} % · {formatMoney(tipOf(base, bp), sale.currency, business.locale)}
            </FilterChip>
          ))}
        </div>
      )}
      <SelectField
        label="For"
        value={values.staff}
        error={error('staff_id')}
        onChange={(staff) => change({ staff })}
        options={[
          ...[...staffNames]
            .toSorted(([a], [b]) => Number(did.includes(b)) - Number(did.includes(a)))
            .map(([value, label]) => ({ value, label })),
          { value: '', label: 'The house' },
        ]}
      />
      <SelectField
        label="Given by"
        value={values.method}
        error={error('method')}
        onChange={(method) => change({ method: method as Values['method'] })}
        options={TENDERS.map((method) => ({ value: method, label: METHOD_WORDS[method] }))}
      />
      {values.method === 'other' && (
        <TextField
          label="What it was"
          required={false}
          value={values.label}
          maxLength={LABEL_MAX}
          autoComplete="off"
          error={error('label')}
          onChange={(label) => change({ label })}
        />
      )}
    </FormSheet>
  );
}
