import { messageFor, ruleText } from '#app/messages.ts';
import { receiveOrder } from '#db/commands/purchase-orders.ts';
import type { OrderView } from '#db/queries/purchase-orders.ts';
import { useDb } from '#db/use-query.ts';
import { milliOf, sizeText } from '#domain/inventory/quantity.ts';
import type { ProductRow, Uuid } from '#domain/rows.ts';
import { FormSheet } from '#ui/form-sheet.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { useForm } from '#ui/use-form.ts';
import { PiecesField } from '#ui/pieces-field.tsx';

type Values = { came: Record<Uuid, number | null> };

/** What came of an order: everything that is still to come, unless somebody says otherwise. */
export function ArrivalSheet({
  open,
  view: { order, lines },
  products,
  locale,
  onClose,
}: {
  open: boolean;
  view: OrderView;
  products: ReadonlyMap<Uuid, ProductRow>;
  locale: string;
  onClose: () => void;
}) {
  const db = useDb();
  const waiting = lines.filter(({ product_id, qty }) => qty > 0 && products.has(product_id));
  const form = useForm<Values>({
    initial: {
      came: Object.fromEntries(
        waiting.map(({ product_id, left }) => [product_id, left > 0 ? left : null]),
      ),
    },
    words: { error: messageFor, rule: ruleText },
    save: ({ values: { came } }) =>
      receiveOrder(
        db,
        order.id,
        waiting.flatMap(({ product_id }) => {
          const [product, pieces] = [products.get(product_id), came[product_id] ?? null];
          // Nothing came of it; what is no number is for the schema to refuse.
          return !product || pieces === null || pieces === 0
            ? []
            : [{ product_id, qty_milli: milliOf(product, pieces) }];
        }),
      ),
    onSaved: (value) => {
      tellOutcome({ ok: true, value }, 'Received', messageFor);
      onClose();
    },
  });
  const { values, change } = form;
  return (
    <FormSheet open={open} title="Receive" form={form} saveLabel="Put in stock" onClose={onClose}>
      <p className="text-muted">Pieces that came. Leave empty what did not.</p>
      {waiting.map(({ product_id, qty, came }) => {
        const product = products.get(product_id)!;
        const size = sizeText(product, locale);
        return (
          <PiecesField
            key={product_id}
            label={size === '' ? product.name : `${product.name}, ${size}`}
            hint={came > 0 ? `${came} of ${qty} came before` : `${qty} ordered`}
            required={false}
            value={values.came[product_id] ?? null}
            onChange={(pieces) => change({ came: { ...values.came, [product_id]: pieces } })}
          />
        );
      })}
    </FormSheet>
  );
}
