import { Package, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { messageFor } from '#app/messages.ts';
import { pathTo, patterns } from '#app/paths.ts';
import { countProducts } from '#db/commands/stock.ts';
import { myAccess } from '#db/queries/business.ts';
import { inventory as readInventory, productFits } from '#db/queries/inventory.ts';
import type { Inventory, ProductView } from '#db/queries/inventory.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { readBarcode } from '#domain/inventory/barcode.ts';
import { changeText, milliOf, quantityText, sizeText } from '#domain/inventory/quantity.ts';
import type { Instant, Uuid } from '#domain/rows.ts';
import { PRODUCT_CODES } from '#platform/camera-codes.ts';
import { Button } from '#ui/button.tsx';
import { CameraScan } from '#ui/camera-scan.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { SelectField, TextField } from '#ui/fields.tsx';
import { Notice } from '#ui/notice.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { Page } from '#ui/page.tsx';
import { RestoredNotice } from '#ui/restored-notice.tsx';
import { SkeletonList } from '#ui/skeleton.tsx';
import { useKeptDraft } from '#ui/use-kept-draft.ts';
import { PiecesField } from '#ui/pieces-field.tsx';

const BACK = { to: patterns.inventory, label: 'Back to the inventory' };
const SHOWN_AT_ONCE = 100;

/** How many of a product were there, and when. */
type Seen = { pieces: number; at: Instant };

/** Several products are counted at once, with or without a connection. */
export function CountScreen() {
  const access = useQuery(myAccess, []);
  const inventory = useQuery(readInventory, []);
  if (!access || !inventory) {
    return (
      <Page title="Count" width="narrow" back={BACK}>
        <SkeletonList rows={5} label="Products are being loaded" />
      </Page>
    );
  }
  if (access.membership && !access.may('inventory')) {
    return (
      <Page title="Count" width="narrow" back={BACK}>
        <EmptyState icon={ShieldOff} title="Not part of your role">
          Ask the owner for the right to keep the inventory.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page
      title="Count"
      width="narrow"
      back={BACK}
      subtitle="Enter what is on the shelf. What you leave empty stays as it is."
    >
      {inventory.products.some(({ product }) => product.status === 'active') ? (
        <CountSheet inventory={inventory} />
      ) : (
        <EmptyState icon={Package} title="No products yet">
          Add products to the inventory first.
        </EmptyState>
      )}
    </Page>
  );
}

function CountSheet({ inventory: { business, products, categories } }: { inventory: Inventory }) {
  const db = useDb();
  const navigate = useNavigate();
  // By product, in pieces, and when: what is sold until it is saved comes off.
  const draft = useKeptDraft<{ seen: Record<Uuid, Seen> }>(`${db.name}.count`, () => ({
    seen: {},
  }));
  const { seen } = draft.values;
  const [search, setSearch] = useState('');
  const [category, setCategory] = useState('');
  const [scanned, setScanned] = useState('');
  const [isSaving, setSaving] = useState(false);
  const { locale } = business;
  const active = products.filter(({ product }) => product.status === 'active');
  const counted = active.flatMap(({ product }) => {
    const one = seen[product.id];
    if (!one) return [];
    const qty_milli = milliOf(product, one.pieces);
    return [{ product_id: product.id, qty_milli, counted_at: one.at }];
  });
  const found = active.filter(
    ({ product }) =>
      (category === '' || product.category === category) && productFits(product, search),
  );
  /** What is no number yet is nothing; the field says so. */
  const set = (id: Uuid, pieces: number | null): void => {
    const { [id]: _old, ...others } = seen;
    const isCounted = pieces !== null && !Number.isNaN(pieces);
    draft.change({ seen: isCounted ? { ...others, [id]: { pieces, at: db.now() } } : others });
  };
  /** Each scan is one more on the shelf. */
  const scan = (text: string): void => {
    const words = text.trim();
    const code = readBarcode(words);
    const hits = active.filter(
      ({ product: { barcode, sku } }) =>
        (code !== null && barcode === code) ||
        (sku !== null && sku.toLowerCase() === words.toLowerCase()),
    );
    const [hit] = hits;
    if (!hit) {
      setScanned(words === '' ? '' : `No product has ${words}.`);
      return;
    }
    if (hits.length > 1) {
      setScanned(`${hits.length} products have this code. Enter each of them below.`);
      return;
    }
    const pieces = (seen[hit.product.id]?.pieces ?? 0) + 1;
    set(hit.product.id, pieces);
    setSearch('');
    setScanned(`${hit.product.name}: ${pieces}`);
  };
  const save = async (): Promise<void> => {
    setSaving(true);
    const done = await countProducts(db, counted);
    setSaving(false);
    tellOutcome(
      done,
      counted.length === 1 ? '1 product counted' : `${counted.length} products counted`,
      messageFor,
    );
    if (!done.ok) return;
    draft.forget();
    void navigate(pathTo('inventory'), { replace: true });
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      {draft.isRestored && <RestoredNotice onStartOver={draft.startOver} />}
      <form
        className="grid gap-3 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          scan(search);
        }}
      >
        <TextField
          type="search"
          label="Search or scan"
          hint="Each scan counts one more."
          autoComplete="off"
          enterKeyHint="enter"
          value={search}
          onChange={setSearch}
        />
        {categories.length > 0 && (
          <SelectField
            label="Category"
            placeholder="All"
            value={category}
            onChange={setCategory}
            options={categories.map((name) => ({ value: name, label: name }))}
          />
        )}
        <button type="submit" className="hidden" tabIndex={-1} aria-hidden />
      </form>
      <CameraScan formats={PRODUCT_CODES} many told={scanned} onScan={scan} />
      <p role="status" className="min-h-6 text-sm text-muted">
        {scanned}
      </p>
      <ul
        aria-label="Products to count"
        className="divide-y divide-line rounded-lg border border-line bg-surface shadow-card"
      >
        {found.slice(0, SHOWN_AT_ONCE).map((view) => (
          <CountLine
            key={view.product.id}
            view={view}
            locale={locale}
            pieces={seen[view.product.id]?.pieces ?? null}
            onChange={(pieces) => set(view.product.id, pieces)}
          />
        ))}
      </ul>
      {found.length > SHOWN_AT_ONCE && (
        <p className="text-sm text-muted">
          {found.length - SHOWN_AT_ONCE} more. Search, or choose a category.
        </p>
      )}
      {found.length === 0 && <Notice tone="info">No product fits.</Notice>}
      <div className="sticky bottom-[calc(var(--bottom-bar,0px)+env(safe-area-inset-bottom)+0.5rem)] grid">
        <Button variant="primary" busy={isSaving} onClick={() => counted.length > 0 && void save()}>
          {counted.length === 0 ? 'Nothing counted yet' : `Save count of ${counted.length}`}
        </Button>
      </div>
    </div>
  );
}

function CountLine({
  view: { product, stock },
  locale,
  pieces,
  onChange,
}: {
  view: ProductView;
  locale: string;
  pieces: number | null;
  onChange: (pieces: number | null) => void;
}) {
  const expected = stock.isKnown
    ? `${quantityText(product, stock.qty_milli, locale)} expected`
    : 'Not counted yet';
  const difference =
    pieces === null || !stock.isKnown ? 0 : milliOf(product, pieces) - stock.qty_milli;
  return (
    <li className="flex items-center gap-3 px-4 py-2.5">
      <span className="min-w-0 flex-1">
        <span className="block font-medium break-words">{product.name}</span>
        <span className="block text-sm text-muted">
          {[sizeText(product, locale), expected].filter(Boolean).join(' · ')}
        </span>
        {difference !== 0 && (
          <span className="block text-sm text-warning">
            {changeText(product, difference, locale)} against that
          </span>
        )}
      </span>
      <PiecesField
        className="w-24 shrink-0"
        label={`${product.name}, counted`}
        labelHidden
        value={pieces}
        onChange={onChange}
      />
    </li>
  );
}
