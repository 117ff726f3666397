import { ClipboardCheck, Package, Plus, SearchX, TriangleAlert } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { pathTo } from '#app/paths.ts';
import { myAccess } from '#db/queries/business.ts';
import { inventory as readInventory, productFits } from '#db/queries/inventory.ts';
import type { ProductView } from '#db/queries/inventory.ts';
import { shelfValue } from '#db/queries/stock-value.ts';
import { useQuery } from '#db/use-query.ts';
import { readBarcode } from '#domain/inventory/barcode.ts';
import { quantityText, sizeText } from '#domain/inventory/quantity.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { Chip, FilterChip } from '#ui/chip.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { SelectField, TextField } from '#ui/fields.tsx';
import { lazySheet } from '#ui/lazy-overlay.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { List, ListRow } from '#ui/list.tsx';
import { Page } from '#ui/page.tsx';
import { SkeletonList } from '#ui/skeleton.tsx';
import { useLinger } from '#ui/use-linger.ts';
import { useSearchParam } from '#ui/use-search-param.ts';
import { OrdersSection } from './orders-section.tsx';

const ProductSheet = lazySheet(
  'Add product',
  async () => (await import('./product-sheet.tsx')).ProductSheet,
);

const SupplierSheet = lazySheet(
  'Supplier',
  async () => (await import('./supplier-sheet.tsx')).SupplierSheet,
);

const NEW = 'new';
const SHOWN_AT_ONCE = 100;
const NO_FILTER = { search: '', category: '', isLow: false, isArchived: false };

/** What is sold and used, and how much of it is there. Reads the local tables only. */
export function InventoryScreen() {
  const navigate = useNavigate();
  const access = useQuery(myAccess, []);
  const inventory = useQuery(readInventory, []);
  const seesCost = access?.may('inventory.cost') ?? false;
  const value = useQuery((db) => (seesCost ? shelfValue(db) : Promise.resolve(null)), [seesCost]);
  const [params] = useSearchParams();
  const [filter, setFilter] = useState({ ...NO_FILTER, isLow: params.has('low') });
  const [limit, setLimit] = useState(SHOWN_AT_ONCE);
  const [adding, add, closeAdding] = useSearchParam('add');
  const shown = useLinger(adding);
  const [supplierId, openSupplier, closeSupplier] = useSearchParam('supplier');
  const shownSupplier = useLinger(supplierId);
  if (!access || !inventory) {
    return (
      <Page title="Inventory" width="narrow">
        <SkeletonList rows={5} label="Products are being loaded" />
      </Page>
    );
  }
  const { business, products, categories } = inventory;
  const mayEdit = access.may('inventory');
  const change = (part: Partial<typeof NO_FILTER>): void => setFilter({ ...filter, ...part });
  const hasArchived = products.some(({ product }) => product.status === 'archived');
  const lowCount = products.filter((view) => view.isLow).length;
  const found = products.filter(
    (view) =>
      (view.product.status === 'archived') === filter.isArchived &&
      (!filter.isLow || view.isLow) &&
      (filter.category === '' || view.product.category === filter.category) &&
      productFits(view.product, filter.search),
  );
  const code = readBarcode(filter.search);
  return (
    <Page
      title="Inventory"
      width="narrow"
      actions={
        mayEdit &&
        products.length > 0 && (
          <>
            <LinkButton icon={ClipboardCheck} to={pathTo('countStock')}>
              Count
            </LinkButton>
            <Button variant="primary" icon={Plus} onClick={() => add(NEW)}>
              Add product
            </Button>
          </>
        )
      }
    >
      {products.length === 0 ? (
        <EmptyState
          icon={Package}
          title="No products yet"
          action={
            mayEdit && (
              <Button variant="primary" icon={Plus} onClick={() => add(NEW)}>
                Add the first product
              </Button>
            )
          }
        >
          What you sell over the counter and use at work, with what is left of it. Sales take it out
          of stock by themselves, also without a connection.
        </EmptyState>
      ) : (
        <div className="grid grid-cols-1 gap-4">
          <div className="grid gap-3 sm:grid-cols-2">
            <TextField
              type="search"
              label="Search"
              placeholder="Name, brand, SKU, barcode"
              autoComplete="off"
              value={filter.search}
              onChange={(search) => change({ search })}
            />
            {categories.length > 0 && (
              <SelectField
                label="Category"
                placeholder="All"
                value={filter.category}
                onChange={(category) => change({ category })}
                options={categories.map((name) => ({ value: name, label: name }))}
              />
            )}
          </div>
          {value && (
            <p className="text-sm text-muted">
              {`In stock at cost: ${formatMoney(value.cents, business.currency, business.locale)}`}
              {value.unknown > 0 &&
                `, without ${value.unknown === 1 ? '1 product' : `${value.unknown} products`} of unknown cost`}
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            <FilterChip
              icon={TriangleAlert}
              selected={filter.isLow}
              onChange={(isLow) => change({ isLow })}
            >
              Low{lowCount > 0 ? ` (${lowCount})` : ''}
            </FilterChip>
            {hasArchived && (
              <FilterChip
                selected={filter.isArchived}
                onChange={(isArchived) => change({ isArchived })}
              >
                Archived
              </FilterChip>
            )}
          </div>
          {found.length === 0 ? (
            <EmptyState
              icon={SearchX}
              title="Nothing found"
              action={
                <>
                  <Button onClick={() => setFilter(NO_FILTER)}>Show all</Button>
                  {mayEdit && code && (
                    <Button variant="primary" icon={Plus} onClick={() => add(code)}>
                      Add it as a product
                    </Button>
                  )}
                </>
              }
            >
              {filter.isLow ? 'There is enough of everything.' : 'No product fits.'}
            </EmptyState>
          ) : (
            <>
              <List label="Products">
                {found.slice(0, limit).map((view) => (
                  <ProductLine key={view.product.id} view={view} business={business} />
                ))}
              </List>
              {found.length > limit && (
                <Button
                  className="justify-self-center"
                  onClick={() => setLimit(limit + SHOWN_AT_ONCE)}
                >
                  {found.length - limit} more
                </Button>
              )}
            </>
          )}
        </div>
      )}
      {mayEdit && products.length > 0 && (
        <section aria-label="Suppliers" className="mt-8 grid gap-3">
          <h2 className="font-semibold">Suppliers</h2>
          {inventory.suppliers.length > 0 && (
            <List>
              {inventory.suppliers.map(({ id, name, contact_name, phone, status }) => (
                <ListRow
                  key={id}
                  title={name}
                  subtitle={[contact_name, phone].filter(Boolean).join(' · ')}
                  trailing={status === 'archived' && <Chip>Archived</Chip>}
                  onPress={() => openSupplier(id)}
                />
              ))}
            </List>
          )}
          <div>
            <Button icon={Plus} onClick={() => openSupplier(NEW)}>
              Add supplier
            </Button>
          </div>
        </section>
      )}
      {mayEdit && seesCost && <OrdersSection />}
      <Suspense>
        {shownSupplier && mayEdit && (
          <SupplierSheet
            key={shownSupplier}
            open={supplierId !== null}
            supplier={inventory.suppliers.find(({ id }) => id === shownSupplier) ?? null}
            onClose={closeSupplier}
          />
        )}
        {shown && mayEdit && (
          <ProductSheet
            key={shown}
            open={adding !== null}
            view={null}
            inventory={inventory}
            seesCost={seesCost}
            barcode={readBarcode(shown) ?? ''}
            onSaved={(productId) =>
              void navigate(pathTo('product', { productId }), { replace: true })
            }
            onClose={closeAdding}
          />
        )}
      </Suspense>
    </Page>
  );
}

function ProductLine({
  view: { product, stock, isLow },
  business: { locale, currency },
}: {
  view: ProductView;
  business: BusinessRow;
}) {
  const facts = [
    product.brand,
    sizeText(product, locale),
    product.kind === 'professional'
      ? 'Used at work'
      : formatMoney(product.price_cents, currency, locale),
  ].filter(Boolean);
  return (
    <ListRow
      to={pathTo('product', { productId: product.id })}
      title={product.name}
      subtitle={facts.join(' · ')}
      trailing={
        !stock.isKnown ? (
          <span className="text-sm text-muted">Not counted</span>
        ) : isLow ? (
          <Chip tone={stock.qty_milli <= 0 ? 'danger' : 'warning'} icon={TriangleAlert}>
            {quantityText(product, stock.qty_milli, locale)} left
          </Chip>
        ) : (
          `${quantityText(product, stock.qty_milli, locale)} left`
        )
      }
    />
  );
}
