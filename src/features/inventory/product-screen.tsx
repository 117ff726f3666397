import { ArrowDownUp, CircleOff, CloudUpload, Pencil, TriangleAlert } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { messageFor } from '#app/messages.ts';
import { pathTo, patterns } from '#app/paths.ts';
import { archiveProduct, restoreProduct } from '#db/commands/products.ts';
import { myAccess } from '#db/queries/business.ts';
import { inventory as readInventory, productDetail } from '#db/queries/inventory.ts';
import type { Inventory, MovementView, ProductDetail } from '#db/queries/inventory.ts';
import { productValue } from '#db/queries/stock-value.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { receiptNumber } from '#domain/checkout/receipt.ts';
import { changeText, quantityText, sizeText } from '#domain/inventory/quantity.ts';
import { marginOf } from '#domain/inventory/value.ts';
import type { Margin, StockValue } from '#domain/inventory/value.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Fact } from '#ui/fact-card.tsx';
import { lazySheet } from '#ui/lazy-overlay.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { List, ListRow } from '#ui/list.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { Page } from '#ui/page.tsx';
import { SkeletonList } from '#ui/skeleton.tsx';
import { useLinger } from '#ui/use-linger.ts';
import { useSearchParam } from '#ui/use-search-param.ts';
import { KIND_WORDS, movementWords } from './inventory-words.ts';

const ProductSheet = lazySheet(
  'Product',
  async () => (await import('./product-sheet.tsx')).ProductSheet,
);
const StockSheet = lazySheet(
  'Change stock',
  async () => (await import('./stock-sheet.tsx')).StockSheet,
);

const SHOWN_AT_ONCE = 50;
const BACK = { to: patterns.inventory, label: 'Back to the inventory' };

/** One product with everything that happened to its stock. */
export function ProductScreen() {
  const { productId = '' } = useParams();
  const db = useDb();
  const access = useQuery(myAccess, []);
  const inventory = useQuery(readInventory, []);
  const value = useQuery((local) => productValue(local, productId), [productId]) ?? null;
  const detail = useQuery((local) => productDetail(local, productId), [productId]);
  const [opened, open, close] = useSearchParam('do');
  const shown = useLinger(opened);
  // Each time it begins empty, also while the last one is still on its way out.
  const [times, setTimes] = useState(0);
  if (!access || !inventory || detail === undefined) {
    return (
      <Page title="Product" width="narrow" back={BACK}>
        <SkeletonList rows={4} label="The product is being loaded" />
      </Page>
    );
  }
  if (detail === null) {
    return (
      <Page title="Product" width="narrow" back={BACK}>
        <EmptyState
          icon={CircleOff}
          title="This product is not on this device"
          action={<LinkButton to={pathTo('inventory')}>All products</LinkButton>}
        >
          It has not been loaded yet, or the link is wrong.
        </EmptyState>
      </Page>
    );
  }
  const { product } = detail;
  const { business } = inventory;
  const mayEdit = access.may('inventory');
  const isArchived = product.status === 'archived';
  const setArchived = async (): Promise<void> =>
    tellOutcome(
      await (isArchived ? restoreProduct(db, product.id) : archiveProduct(db, product.id)),
      isArchived ? `${product.name} is in use again` : `${product.name} archived`,
      (error) =>
        error.rule === 'duplicate'
          ? 'Another product has this barcode or SKU by now. Change it there first.'
          : messageFor(error),
    );
  return (
    <Page
      title={product.name}
      subtitle={[product.brand, sizeText(product, business.locale)].filter(Boolean).join(' · ')}
      width="narrow"
      back={BACK}
      actions={
        mayEdit && (
          <>
            <Button icon={Pencil} onClick={() => open('edit')}>
              Edit
            </Button>
            <Button
              variant="primary"
              icon={ArrowDownUp}
              onClick={() => {
                setTimes(times + 1);
                open('stock');
              }}
            >
              Change stock
            </Button>
          </>
        )
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <ProductCard
          detail={detail}
          inventory={inventory}
          value={access.may('inventory.cost') ? value : null}
          supplier={inventory.suppliers.find(({ id }) => id === product.supplier_id)?.name ?? null}
        />
        <Movements detail={detail} business={business} />
        {mayEdit && (
          <div>
            <Button variant="quiet" onClick={() => void setArchived()}>
              {isArchived ? 'Use again' : 'Archive'}
            </Button>
          </div>
        )}
      </div>
      <Suspense>
        {shown === 'edit' && mayEdit && (
          <ProductSheet
            open={opened !== null}
            view={detail}
            inventory={inventory}
            seesCost={access.may('inventory.cost')}
            onClose={close}
          />
        )}
        {shown === 'stock' && mayEdit && (
          <StockSheet
            key={times}
            open={opened !== null}
            view={detail}
            business={business}
            seesCost={access.may('inventory.cost')}
            onClose={close}
          />
        )}
      </Suspense>
    </Page>
  );
}

function ProductCard({
  detail: { product, stock, isLow, costCents },
  inventory: {
    business: { locale, currency },
    taxes,
  },
  value,
  supplier,
}: {
  detail: ProductDetail;
  inventory: Inventory;
  /** null = not for this person to know. */
  value: StockValue | null;
  supplier: string | null;
}) {
  const money = (cents: number): string => formatMoney(cents, currency, locale);
  const facts: [string, ReactNode][] = [
    [
      'Left',
      stock.isKnown ? (
        <span className="flex flex-wrap items-center gap-2">
          <strong className="text-xl tabular-nums">
            {quantityText(product, stock.qty_milli, locale)}
          </strong>
          {isLow && (
            <Chip tone={stock.qty_milli <= 0 ? 'danger' : 'warning'} icon={TriangleAlert}>
              Low
            </Chip>
          )}
        </span>
      ) : (
        'Not counted yet'
      ),
    ],
    ['For', KIND_WORDS[product.kind]],
  ];
  if (product.kind !== 'professional') facts.push(['Price', money(product.price_cents)]);
  if (costCents !== null) facts.push(['Cost', money(costCents)]);
  const averageCents = value?.averageCents ?? null;
  if (value && averageCents !== null) {
    facts.push(['Average cost', money(Math.round(averageCents))]);
    if (stock.isKnown) facts.push(['Value', money(value.valueCents ?? 0)]);
    if (product.kind !== 'professional') {
      const tax = taxes.find(({ id }) => id === product.tax_rate_id);
      const left = marginOf(product.price_cents, tax, averageCents);
      facts.push(['Margin of a piece', marginText(left, money, locale)]);
    }
  }
  if (product.category) facts.push(['Category', product.category]);
  if (product.barcode) facts.push(['Barcode', product.barcode]);
  if (product.sku) facts.push(['SKU', product.sku]);
  if (supplier) facts.push(['Supplier', supplier]);
  return (
    <Card>
      <dl className="grid grid-cols-2 gap-4 wrap-anywhere sm:grid-cols-3">
        {facts.map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
    </Card>
  );
}

/** `$9.00 (60 %)`: the share is of the price without tax. */
const marginText = (
  { cents, share }: Margin,
  money: (cents: number) => string,
  locale: string,
): string => {
  if (share === null) return money(cents);
  const percent = new Intl.NumberFormat(locale, { style: 'percent' }).format(share);
  return `${money(cents)} (${percent})`;
};

function Movements({
  detail: { product, movements },
  business,
}: {
  detail: ProductDetail;
  business: BusinessRow;
}) {
  const [limit, setLimit] = useState(SHOWN_AT_ONCE);
  const formats = businessFormats(business);
  const { locale } = business;
  const line = ({ movement, change_milli, after_milli, author, sale }: MovementView) => (
    <ListRow
      key={movement.id}
      {...(sale ? { to: pathTo('checkoutSuccess', null, { sale: sale.id }) } : {})}
      title={movementWords(movement)}
      // On a phone it takes two lines: what is cut off would be when.
      subtitle={
        <span className="whitespace-normal">
          {[formats.dateTime(movement.occurred_at), sale ? receiptNumber(sale) : null, author]
            .filter(Boolean)
            .join(' · ')}
        </span>
      }
      trailing={
        <span className="grid justify-items-end gap-0.5">
          <span className="text-sm text-muted">{changeText(product, change_milli, locale)}</span>
          {after_milli !== null && (
            <span className="font-medium">{quantityText(product, after_milli, locale)} left</span>
          )}
          {movement.rev === 0 && <Chip icon={CloudUpload}>Not synced</Chip>}
        </span>
      }
    />
  );
  return (
    <section aria-label="Movements" className="grid gap-2">
      <h2 className="font-semibold">Movements</h2>
      {movements.length === 0 ? (
        <p className="text-muted">Nothing happened to its stock yet.</p>
      ) : (
        <List>{movements.slice(0, limit).map(line)}</List>
      )}
      {movements.length > limit && (
        <Button className="justify-self-center" onClick={() => setLimit(limit + SHOWN_AT_ONCE)}>
          {movements.length - limit} more
        </Button>
      )}
    </section>
  );
}
