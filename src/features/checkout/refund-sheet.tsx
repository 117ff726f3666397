import { messageFor, ruleText } from '#app/messages.ts';
import { refundLines, refundSale } from '#db/commands/refunds.ts';
import { packageCentsOfSale } from '#db/queries/packages.ts';
import type { SaleDetail } from '#db/queries/sales.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { leftOf, refundOf } from '#domain/checkout/line-refunds.ts';
import { TENDERS } from '#domain/checkout/schema.ts';
import { isPaidByLink, isTender } from '#domain/checkout/tenders.ts';
import { METHOD_WORDS } from '#domain/checkout/words.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { RefundRow, SaleLineRow, Tender, Uuid } from '#domain/rows.ts';
import { ChoiceField } from '#ui/choice-field.tsx';
import { CheckboxField, SelectField, TextField } from '#ui/fields.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { MoneyField } from '#ui/money-field.tsx';
import { showToast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { WholeField } from '#ui/whole-field.tsx';

/** So many of each line; a line that is not in it stays sold. */
type Counts = Readonly<Record<Uuid, number | null>>;

/** What so many of a line come to when they go back, in cents. */
type BackOf = (line: SaleLineRow, qty: number) => number;

type Values = {
  what: 'lines' | 'amount';
  lines: Counts;
  amount_cents: number | null;
  method: Tender;
  reason: string;
  restock: boolean;
};

/** Gives some of what was sold back, or an amount. The sale itself stays as it was. */
export function RefundSheet({
  open,
  detail: { sale, lines, payments, refunds, standing, business },
  onClose,
}: {
  open: boolean;
  detail: SaleDetail;
  onClose: () => void;
}) {
  const db = useDb();
  const money = (cents: number): string => formatMoney(cents, sale.currency, business.locale);
  // Of a package what is left of it goes back.
  const packageCents = useQuery((local) => packageCentsOfSale(local, sale.id), [sale.id]);
  const backOf: BackOf = (line, qty) =>
    qty > 0 ? (packageCents?.get(line.id) ?? refundOf(line, refunds, qty)) : 0;
  const sold = lines.filter((line) => line.total_cents > 0 && leftOf(line, refunds) > 0);
  // What a gift card or a package did not cover cannot go back to it.
  const paidBy = payments.flatMap(({ method, state }) => (state === 'captured' ? method : []));
  const initial: Values = {
    what: sold.length > 0 ? 'lines' : 'amount',
    lines: {},
    amount_cents: standing.refundable_cents,
    method: paidBy.find(isTender) ?? 'cash',
    reason: '',
    restock: true,
  };
  const form = useForm({
    initial,
    words: { error: messageFor, rule: ruleText },
    save: ({ values: { what, amount_cents, method, reason, restock, lines: counts } }) =>
      what === 'amount'
        ? refundSale(db, {
            sale_id: sale.id,
            method,
            reason,
            amount_cents: amount_cents ?? 0,
          })
        : refundLines(db, {
            sale_id: sale.id,
            method,
            reason,
            lines: sold.flatMap(({ id }) => {
              const qty = counts[id];
              return qty ? [{ sale_line_id: id, qty, restock }] : [];
            }),
          }),
    onSaved: () => {
      showToast({ type: 'success', title: 'Refund noted' });
      onClose();
    },
  });
  const { values, change, error } = form;
  // What a gift card or a package paid may go back to it.
  const ways = [
    ...TENDERS,
    ...(['gift_card', 'package'] as const).filter((method) => paidBy.includes(method)),
  ];
  return (
    <FormSheet open={open} title="Refund" saveLabel="Refund" form={form} onClose={onClose}>
      <p className="text-muted">
        Up to {money(standing.refundable_cents)} can go back. It is noted here; hand it over, or
        send it, by the way you choose.
      </p>
      {paidBy.includes('deposit') && (
        <p className="text-muted">
          What was paid online can go back to its card instead:{' '}
          {isPaidByLink(payments)
            ? 'close this, and choose “Give back to the card…”.'
            : 'from the gift card, or from the visit when this sale is taken back first.'}
        </p>
      )}
      {sold.length > 0 && (
        <ChoiceField
          label="What goes back"
          columns
          value={values.what}
          onChange={(what) => change({ what })}
          choices={[
            { value: 'lines', label: 'Items' },
            { value: 'amount', label: 'An amount' },
          ]}
        />
      )}
      {values.what === 'lines' ? (
        <div role="group" aria-label="Items" className="grid gap-2">
          {sold.map((line) => (
            <LineField
              key={line.id}
              line={line}
              refunds={refunds}
              price={money(backOf(line, leftOf(line, refunds)))}
              qty={values.lines[line.id] ?? null}
              onChange={(qty) => change({ lines: { ...values.lines, [line.id]: qty } })}
            />
          ))}
          {sold.some(({ id, product_id }) => product_id && values.lines[id]) && (
            <CheckboxField
              label="Put products back into stock"
              hint="Not when they were opened or damaged."
              value={values.restock}
              onChange={(restock) => change({ restock })}
            />
          )}
          {error('lines') ? (
            <p role="alert" className="text-danger">
              {Object.values(values.lines).some(Boolean)
                ? error('lines')
                : 'Choose what goes back.'}
            </p>
          ) : (
            <p role="status">
              Together{' '}
              <strong className="tabular-nums">
                {money(centsOf(sold, refunds, values.lines, backOf))}
              </strong>
            </p>
          )}
        </div>
      ) : (
        <MoneyField
          label="Amount"
          currency={sale.currency}
          locale={business.locale}
          maxCents={standing.refundable_cents}
          value={values.amount_cents}
          error={error('amount_cents')}
          onChange={(amount_cents) => change({ amount_cents })}
        />
      )}
      <SelectField
        label="Goes back by"
        value={values.method}
        error={error('method')}
        onChange={(method) => change({ method: method as Tender })}
        options={ways.map((method) => ({ value: method, label: METHOD_WORDS[method] }))}
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

/** One line of which some may go back: a tick when there is only one. */
function LineField({
  line,
  refunds,
  price,
  qty,
  onChange,
}: {
  line: SaleLineRow;
  refunds: readonly RefundRow[];
  /** Of all that are left. */
  price: string;
  qty: number | null;
  onChange: (qty: number | null) => void;
}) {
  const left = leftOf(line, refunds);
  if (left === 1) {
    return (
      <CheckboxField
        label={line.name}
        hint={price}
        value={qty === 1}
        onChange={(isChosen) => onChange(isChosen ? 1 : null)}
      />
    );
  }
  return (
    <WholeField
      label={`${line.name}, of ${left}`}
      required={false}
      hint={`All together ${price}`}
      value={qty}
      error={qty !== null && qty > left ? `Only ${left} can go back.` : undefined}
      onChange={onChange}
    />
  );
}

const centsOf = (
  sold: readonly SaleLineRow[],
  refunds: readonly RefundRow[],
  counts: Counts,
  backOf: BackOf,
): number =>
  sold.reduce((sum, line) => {
    const qty = Math.min(counts[line.id] ?? 0, leftOf(line, refunds));
    return sum + backOf(line, qty);
  }, 0);
