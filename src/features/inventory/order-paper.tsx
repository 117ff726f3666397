import clsx from 'clsx';
import type { OrderView } from '#db/queries/purchase-orders.ts';
import { orderTotal } from '#domain/inventory/orders.ts';
import { sizeText } from '#domain/inventory/quantity.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow, ProductRow, Uuid } from '#domain/rows.ts';
import './order.css';

/** The order as it is printed, with what came of it. */
export function OrderPaper({
  heading,
  view: { order, supplier, lines },
  products,
  business: { currency, locale },
  isPaperOnly,
}: {
  heading: string;
  view: OrderView;
  products: ReadonlyMap<Uuid, ProductRow>;
  business: BusinessRow;
  /** On the screen there is a form for it. */
  isPaperOnly: boolean;
}) {
  const total = orderTotal(order.lines);
  const number = (value: number): string =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: 3 }).format(value);
  return (
    <section
      aria-label="What is ordered"
      className={clsx(
        'purchase-order gap-3 rounded-lg border border-line bg-surface p-5 shadow-card',
        isPaperOnly ? 'hidden print:grid' : 'grid',
      )}
    >
      <header>
        <p className="font-semibold wrap-anywhere">{supplier?.name ?? 'Unknown supplier'}</p>
        <p className="text-sm wrap-anywhere text-muted">{heading}</p>
      </header>
      {lines.length === 0 ? (
        <p className="text-muted">No products yet.</p>
      ) : (
        <ul className="divide-y divide-line">
          {lines.map(({ product_id, qty, came, cost_cents }) => {
            const product = products.get(product_id);
            const facts = [
              product ? sizeText(product, locale) : null,
              product?.sku,
              cost_cents === null ? null : formatMoney(cost_cents, currency, locale),
            ].filter(Boolean);
            return (
              <li key={product_id} className="flex items-baseline gap-3 py-2">
                <span className="min-w-0 flex-1">
                  <span className="block wrap-anywhere">{product?.name ?? 'Unknown product'}</span>
                  {facts.length > 0 && (
                    <span className="block text-sm text-muted">{facts.join(' · ')}</span>
                  )}
                </span>
                <span className="text-right tabular-nums">
                  <span className="block font-medium">{qty} ordered</span>
                  {came > 0 && (
                    <span className="block text-sm text-muted">{number(came)} received</span>
                  )}
                </span>
              </li>
            );
          })}
        </ul>
      )}
      {total > 0 && (
        <p className="flex justify-between gap-3 border-t border-line pt-3 font-semibold">
          <span>Cost</span>
          <span className="tabular-nums">{formatMoney(total, currency, locale)}</span>
        </p>
      )}
    </section>
  );
}
