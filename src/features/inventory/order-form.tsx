import { Trash2, Truck } from 'lucide-react';
import { useState } from 'react';
import { messageFor, ruleText } from '#app/messages.ts';
import { editOrder } from '#db/commands/purchase-orders.ts';
import type { Inventory } from '#db/queries/inventory.ts';
import type { OrderView } from '#db/queries/purchase-orders.ts';
import { useDb } from '#db/use-query.ts';
import { sizeText } from '#domain/inventory/quantity.ts';
import { MAX_ORDER_LINES } from '#domain/inventory/schema.ts';
import type { Uuid } from '#domain/rows.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { focusFirstInvalid } from '#ui/field-frame.tsx';
import { SelectField, TextArea } from '#ui/fields.tsx';
import { MoneyField } from '#ui/money-field.tsx';
import { Notice } from '#ui/notice.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { RestoredNotice } from '#ui/restored-notice.tsx';
import { useForm } from '#ui/use-form.ts';
import { WholeField } from '#ui/whole-field.tsx';

type Line = { product_id: Uuid; qty: number | null; cost_cents: number | null };
type Values = { lines: Line[]; note: string };

/** What is on an order, as long as nothing of it came. */
export function OrderForm({
  view: { order },
  inventory: { business, products },
  onPlace,
}: {
  view: OrderView;
  inventory: Inventory;
  /** It was sent to the supplier as it is saved; there is something on it. */
  onPlace: () => void;
}) {
  const db = useDb();
  const form = useForm<Values>({
    initial: { lines: order.lines, note: order.note ?? '' },
    rev: order.rev,
    draftKey: `${db.name}.order.${order.id}`,
    words: { error: messageFor, rule: ruleText },
    save: ({ changed: { lines, ...others }, seenRev }) =>
      editOrder(
        db,
        order.id,
        {
          ...others,
          // Nothing entered is for the schema to refuse.
          ...(lines ? { lines: lines.map((line) => ({ ...line, qty: line.qty as number })) } : {}),
        },
        seenRev,
      ),
    onSaved: (value) => tellOutcome({ ok: true, value }, 'Order saved', messageFor),
  });
  const { values, change, error, formProps } = form;
  const [isTried, setTried] = useState(false);
  const set = (at: number, part: Partial<Line>): void =>
    change({
      lines: values.lines.map((line, place) => (place === at ? { ...line, ...part } : line)),
    });
  const named = new Set(values.lines.map(({ product_id }) => product_id));
  const others = products.filter(
    ({ product }) => product.status === 'active' && !named.has(product.id),
  );
  // Nothing is on it, and somebody wanted to save it or to go on.
  const missing =
    values.lines.length === 0
      ? (error('lines') ?? (isTried ? 'Add a product first.' : undefined))
      : undefined;
  const placeOrSay = (): void => {
    if (order.lines.length > 0) return onPlace();
    setTried(true);
    focusFirstInvalid(formProps.ref.current);
  };
  const add = (id: string): void => {
    const view = others.find(({ product }) => product.id === id);
    if (!view) return;
    const line = { product_id: id, qty: view.product.reorder_qty ?? 1, cost_cents: view.costCents };
    change({ lines: [...values.lines, line] });
  };
  return (
    <form {...formProps} className="grid gap-4">
      {form.isRestored && <RestoredNotice onStartOver={form.reset} />}
      {form.failure && <Notice tone="danger">{form.failure}</Notice>}
      <ul aria-label="Products to order" className="grid gap-3">
        {values.lines.map(({ product_id, qty, cost_cents }, at) => {
          const product = products.find((one) => one.product.id === product_id)?.product;
          const name = product?.name ?? 'Unknown product';
          return (
            <li key={product_id} className="grid gap-2 rounded-lg border border-line p-3">
              <p className="font-medium wrap-anywhere">
                {[name, product && sizeText(product, business.locale)].filter(Boolean).join(', ')}
              </p>
              <div className="flex items-end gap-2">
                <WholeField
                  className="min-w-0 flex-1"
                  label="Pieces"
                  value={qty}
                  error={error(`lines.${at}.qty`)}
                  onChange={(pieces) => set(at, { qty: pieces })}
                />
                <MoneyField
                  className="min-w-0 flex-1"
                  label="Cost of a piece"
                  required={false}
                  currency={business.currency}
                  locale={business.locale}
                  value={cost_cents}
                  error={error(`lines.${at}.cost_cents`)}
                  onChange={(cents) => set(at, { cost_cents: cents })}
                />
                <IconButton
                  icon={Trash2}
                  label={`Remove ${name}`}
                  onClick={() =>
                    change({ lines: values.lines.filter((line) => line.product_id !== product_id) })
                  }
                />
              </div>
            </li>
          );
        })}
      </ul>
      {others.length === 0 && values.lines.length === 0 && (
        <p role={missing ? 'alert' : undefined} className={missing ? 'text-danger' : 'text-muted'}>
          There is no product to order. Add one to the inventory first.
        </p>
      )}
      {others.length > 0 && values.lines.length < MAX_ORDER_LINES && (
        <SelectField
          label="Add a product"
          required={false}
          placeholder="Choose"
          value=""
          error={missing}
          onChange={add}
          options={others.map(({ product: { id, name, brand } }) => ({
            value: id,
            label: [name, brand].filter(Boolean).join(', '),
          }))}
        />
      )}
      <TextArea
        label="Note"
        required={false}
        value={values.note}
        error={error('note')}
        onChange={(note) => change({ note })}
      />
      <div>
        {form.isDirty ? (
          <Button key="save" variant="primary" type="submit" busy={form.isBusy}>
            Save order
          </Button>
        ) : (
          order.state === 'draft' && (
            <Button key="place" variant="primary" icon={Truck} onClick={placeOrSay}>
              Mark as ordered
            </Button>
          )
        )}
      </div>
    </form>
  );
}
