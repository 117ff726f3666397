import { messageFor, ruleText } from '#app/messages.ts';
import { refundSale } from '#db/commands/sales.ts';
import type { SaleDetail } from '#db/queries/sales.ts';
import { useDb } from '#db/use-query.ts';
import { TENDERS } from '#domain/checkout/schema.ts';
import { isTender } from '#domain/checkout/tenders.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { Tender } from '#domain/rows.ts';
import { SelectField, TextField } from '#ui/fields.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { MoneyField } from '#ui/money-field.tsx';
import { showToast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { METHOD_WORDS } from './checkout-words.ts';

/** Gives a part of a sale back, or all of it. The sale itself stays as it was. */
export function RefundSheet({
  open,
  detail: { sale, payments, standing, business },
  onClose,
}: {
  open: boolean;
  detail: SaleDetail;
  onClose: () => void;
}) {
  const db = useDb();
  const money = (cents: number): string => formatMoney(cents, sale.currency, business.locale);
  const paidBy = payments.map(({ method }) => method).find(isTender);
  const initial: { method: Tender; amount_cents: number | null; reason: string } = {
    method: paidBy ?? 'cash',
    amount_cents: standing.refundable_cents,
    reason: '',
  };
  const form = useForm({
    initial,
    words: { error: messageFor, rule: ruleText },
    save: ({ values }) =>
      refundSale(db, { ...values, amount_cents: values.amount_cents ?? 0, sale_id: sale.id }),
    onSaved: () => {
      showToast({ type: 'success', title: 'Refund noted' });
      onClose();
    },
  });
  const { values, change, error } = form;
  return (
    <FormSheet open={open} title="Refund" saveLabel="Refund" form={form} onClose={onClose}>
      <p className="text-muted">
        Up to {money(standing.refundable_cents)} can go back. It is noted here; hand it over, or
        send it, by the way you choose.
      </p>
      <MoneyField
        label="Amount"
        currency={sale.currency}
        locale={business.locale}
        maxCents={standing.refundable_cents}
        value={values.amount_cents}
        error={error('amount_cents')}
        onChange={(amount_cents) => change({ amount_cents })}
      />
      <SelectField
        label="Goes back by"
        value={values.method}
        onChange={(method) => change({ method: method as Tender })}
        options={TENDERS.map((method) => ({ value: method, label: METHOD_WORDS[method] }))}
      />
      <TextField
        label="Reason"
        value={values.reason}
        maxLength={500}
        autoComplete="off"
        error={error('reason')}
        onChange={(reason) => change({ reason })}
      />
    </FormSheet>
  );
}
