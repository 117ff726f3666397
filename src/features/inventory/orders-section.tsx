import { Truck } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { messageFor } from '#app/messages.ts';
import { pathTo } from '#app/paths.ts';
import { createOrder } from '#db/commands/purchase-orders.ts';
import { purchaseOrders } from '#db/queries/purchase-orders.ts';
import type { OrderView, Proposal } from '#db/queries/purchase-orders.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { isOpenOrder, orderTotal } from '#domain/inventory/orders.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { SelectField } from '#ui/fields.tsx';
import { List, ListRow } from '#ui/list.tsx';
import { tellFailure } from '#ui/outcome.ts';
import { STANDING_WORDS } from './inventory-words.ts';

const SHOWN_AT_ONCE = 10;

/** What is ordered from suppliers; a new order begins with what is low of theirs. */
export function OrdersSection() {
  const db = useDb();
  const navigate = useNavigate();
  const found = useQuery(purchaseOrders, []);
  const [chosen, setChosen] = useState('');
  const [limit, setLimit] = useState(SHOWN_AT_ONCE);
  const [isStarting, setStarting] = useState(false);
  if (!found) return null;
  const { orders, proposals } = found;
  if (orders.length + proposals.length === 0) return null;
  const { business } = found.inventory;
  // Whoever has most to bring comes first.
  const ranked = proposals.toSorted((a, b) => b.lines.length - a.lines.length);
  const proposal = ranked.find(({ supplier }) => supplier.id === chosen) ?? ranked[0];
  const start = async ({ supplier, lines }: Proposal): Promise<void> => {
    setStarting(true);
    const made = await createOrder(db, { supplier_id: supplier.id, lines, note: null });
    if (made.ok) {
      void navigate(pathTo('purchaseOrder', { orderId: made.value }));
      return;
    }
    setStarting(false);
    tellFailure(made.error, messageFor);
  };
  return (
    <section aria-label="Orders" className="mt-8 grid gap-3">
      <h2 className="font-semibold">Orders</h2>
      {orders.length > 0 && (
        <List>
          {orders.slice(0, limit).map((view) => (
            <OrderLink key={view.order.id} view={view} business={business} />
          ))}
        </List>
      )}
      {orders.length > limit && (
        <Button className="justify-self-center" onClick={() => setLimit(limit + SHOWN_AT_ONCE)}>
          {orders.length - limit} more
        </Button>
      )}
      {proposal && (
        <div className="grid items-end gap-3 sm:grid-cols-2">
          <SelectField
            label="Order from"
            value={proposal.supplier.id}
            onChange={setChosen}
            options={ranked.map(({ supplier: { id, name }, lines }) => ({
              value: id,
              label: lines.length > 0 ? `${name} (${lines.length} low)` : name,
            }))}
          />
          <Button icon={Truck} busy={isStarting} onClick={() => void start(proposal)}>
            {proposal.lines.length > 0 ? 'Order what is low' : 'Start an order'}
          </Button>
        </div>
      )}
    </section>
  );
}

function OrderLink({
  view: { order, supplier, standing, lines },
  business,
}: {
  view: OrderView;
  business: BusinessRow;
}) {
  const { currency, locale } = business;
  const total = orderTotal(order.lines);
  return (
    <ListRow
      to={pathTo('purchaseOrder', { orderId: order.id })}
      title={supplier?.name ?? 'Unknown supplier'}
      subtitle={[
        order.ordered_at ? businessFormats(business).date(order.ordered_at) : null,
        lines.length === 1 ? '1 product' : `${lines.length} products`,
        total > 0 ? formatMoney(total, currency, locale) : null,
      ]
        .filter(Boolean)
        .join(' · ')}
      trailing={
        <Chip tone={isOpenOrder(standing) ? 'accent' : 'neutral'}>{STANDING_WORDS[standing]}</Chip>
      }
    />
  );
}
