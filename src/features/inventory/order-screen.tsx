import { CircleOff, PackageCheck, Printer, Share2, ShieldOff } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useParams } from 'react-router-dom';
import { messageFor } from '#app/messages.ts';
import { pathTo, patterns } from '#app/paths.ts';
import { cancelOrder, finishOrder, placeOrder } from '#db/commands/purchase-orders.ts';
import { myAccess } from '#db/queries/business.ts';
import { purchaseOrders } from '#db/queries/purchase-orders.ts';
import type { OrderView, PurchaseOrders } from '#db/queries/purchase-orders.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import type { Result } from '#domain/errors/result.ts';
import { orderText } from '#domain/inventory/orders.ts';
import { sizeText } from '#domain/inventory/quantity.ts';
import { mailLink } from '#domain/text/message-link.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { buttonLook } from '#ui/button-look.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { copyAndTell } from '#ui/copy-and-tell.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { lazySheet } from '#ui/lazy-overlay.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Notice } from '#ui/notice.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { Page } from '#ui/page.tsx';
import { SkeletonList } from '#ui/skeleton.tsx';
import { useLinger } from '#ui/use-linger.ts';
import { useSearchParam } from '#ui/use-search-param.ts';
import { STANDING_WORDS } from './inventory-words.ts';
import { OrderForm } from './order-form.tsx';
import { OrderPaper } from './order-paper.tsx';

const ArrivalSheet = lazySheet(
  'Receive',
  async () => (await import('./arrival-sheet.tsx')).ArrivalSheet,
);

const BACK = { to: patterns.inventory, label: 'Back to the inventory' };

/** One order: what is on it while it can be changed, and what came of it. */
export function OrderScreen() {
  const { orderId = '' } = useParams();
  const access = useQuery(myAccess, []);
  const found = useQuery(purchaseOrders, []);
  if (!access || !found) {
    return (
      <Page title="Order" width="narrow" back={BACK}>
        <SkeletonList rows={4} label="The order is being loaded" />
      </Page>
    );
  }
  if (access.membership && !(access.may('inventory') && access.may('inventory.cost'))) {
    return (
      <Page title="Order" width="narrow" back={BACK}>
        <EmptyState icon={ShieldOff} title="Not part of your role">
          Ask the owner for the rights to keep the inventory and to see what products cost.
        </EmptyState>
      </Page>
    );
  }
  const view = found.orders.find(({ order }) => order.id === orderId);
  if (!view) {
    return (
      <Page title="Order" width="narrow" back={BACK}>
        <EmptyState
          icon={CircleOff}
          title="This order is not on this device"
          action={<LinkButton to={pathTo('inventory')}>All products</LinkButton>}
        >
          It has not been loaded yet, or the link is wrong.
        </EmptyState>
      </Page>
    );
  }
  return <OrderPage view={view} inventory={found.inventory} />;
}

function OrderPage({
  view,
  inventory,
}: {
  view: OrderView;
  inventory: PurchaseOrders['inventory'];
}) {
  const db = useDb();
  const [opened, open, close] = useSearchParam('do');
  const shown = useLinger(opened);
  // Each time it begins with what is still to come, also while the last one is on its way out.
  const [times, setTimes] = useState(0);
  const { order, supplier, standing, lines } = view;
  const { business } = inventory;
  const products = new Map(inventory.products.map(({ product }) => [product.id, product]));
  const hasCome = lines.some(({ came }) => came > 0);
  const tooMuch = lines.filter(({ came, qty }) => came > qty);
  const isChangeable = order.state === 'draft' || (order.state === 'ordered' && !hasCome);
  const heading = [
    business.name,
    order.ordered_at ? businessFormats(business).date(order.ordered_at) : 'Draft',
    supplier?.account_no ? `Customer number ${supplier.account_no}` : null,
  ]
    .filter(Boolean)
    .join(' · ');
  const text = orderText(
    heading,
    order.lines.map(({ product_id, qty }) => {
      const product = products.get(product_id);
      const size = product ? sizeText(product, business.locale) : '';
      const name = [product?.name ?? 'Unknown product', size].filter(Boolean).join(', ');
      return { qty, name, sku: product?.sku ?? null };
    }),
  );
  const title = `Order from ${supplier?.name ?? 'a supplier'}`;
  const tell = async (done: Promise<Result<unknown>>, words: string): Promise<void> =>
    tellOutcome(await done, words, (error) =>
      error.field === 'lines' ? 'Add a product first.' : messageFor(error),
    );
  const share = async (): Promise<void> => {
    if (!('share' in navigator)) return copyAndTell(text, 'Order copied');
    try {
      await navigator.share({ title, text });
    } catch (error) {
      // Closed without choosing anything.
      if ((error as DOMException).name !== 'AbortError') await copyAndTell(text, 'Order copied');
    }
  };
  return (
    <Page
      title={title}
      width="narrow"
      back={BACK}
      subtitle={<Chip>{STANDING_WORDS[standing]}</Chip>}
      actions={
        (standing === 'ordered' || standing === 'part_received') && (
          <Button
            variant="primary"
            icon={PackageCheck}
            onClick={() => {
              setTimes(times + 1);
              open('receive');
            }}
          >
            Receive
          </Button>
        )
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {tooMuch.length > 0 && (
          <Notice tone="warning" title="More came than was ordered">
            {tooMuch
              .map(
                ({ product_id, came, qty }) =>
                  `${products.get(product_id)?.name ?? 'Unknown product'}: ${came} of ${qty}`,
              )
              .join(', ')}
            . If two devices received the same parcel, count it in the inventory.
          </Notice>
        )}
        {isChangeable ? (
          <OrderForm
            view={view}
            inventory={inventory}
            onPlace={() => void tell(placeOrder(db, order.id), 'Marked as ordered')}
          />
        ) : (
          order.note && <p className="wrap-anywhere whitespace-pre-line">{order.note}</p>
        )}
        <OrderPaper
          heading={heading}
          view={view}
          products={products}
          business={business}
          isPaperOnly={isChangeable}
        />
        <div role="group" aria-label="Send the order" className="flex flex-wrap gap-2">
          <Button icon={Printer} onClick={() => window.print()}>
            Print
          </Button>
          <Button icon={Share2} onClick={() => void share()}>
            Share
          </Button>
          {supplier?.email && (
            <a
              href={mailLink(supplier.email, `Order of ${business.name}`, text)}
              className={buttonLook('secondary', 'md', false)}
            >
              Mail
            </a>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          {isChangeable && (
            <Button
              variant="quiet"
              onClick={() => void tell(cancelOrder(db, order.id), 'Order cancelled')}
            >
              Cancel order
            </Button>
          )}
          {standing === 'part_received' && (
            <Button
              variant="quiet"
              onClick={() => void tell(finishOrder(db, order.id), 'Order closed')}
            >
              The rest will not come
            </Button>
          )}
        </div>
      </div>
      <Suspense>
        {shown === 'receive' && (
          <ArrivalSheet
            key={times}
            open={opened !== null}
            view={view}
            products={products}
            locale={business.locale}
            onClose={close}
          />
        )}
      </Suspense>
    </Page>
  );
}
