import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { productFits } from '#db/queries/inventory.ts';
import type { Till } from '#db/queries/checkout.ts';
import type { CartLine } from '#domain/checkout/cart.ts';
import { readBarcode } from '#domain/inventory/barcode.ts';
import { quantityText } from '#domain/inventory/quantity.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { PRODUCT_CODES } from '#platform/camera-codes.ts';
import { CameraScan } from '#ui/camera-scan.tsx';
import { List, ListRow } from '#ui/list.tsx';
import { TextField } from '#ui/fields.tsx';
import { useScanner } from './use-scanner.ts';

const SHOWN = 6;

/** Finds a product by its name, or takes what a barcode scanner types, wherever the focus is. */
export function ProductField({
  products,
  business: { currency, locale },
  onAdd,
}: {
  products: Till['products'];
  business: BusinessRow;
  onAdd: (line: CartLine) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState('');
  const [told, setTold] = useState('');
  const found =
    search.trim() === '' ? [] : products.filter(({ product }) => productFits(product, search));
  const add = ({ line, product }: Till['products'][number]): void => {
    onAdd(line);
    setSearch('');
    setTold(`${product.name} added`);
  };
  /** A code that is somebody's, or words that fit one product alone. */
  const take = (text: string): void => {
    const code = readBarcode(text);
    const word = text.trim().toLowerCase();
    if (word === '') return;
    const coded = products.filter(
      ({ product: { barcode, sku } }) =>
        (code !== null && barcode === code) || sku?.toLowerCase() === word,
    );
    // Codes are unique on a device only as far as it knows: two of them may have met here.
    if (coded.length > 1) {
      setSearch(code ?? text.trim());
      setTold(`${coded.length} products have this code. Choose one of them.`);
      return;
    }
    const alone = code === null && text === search && found.length === 1;
    const hit = coded[0] ?? (alone ? found[0] : undefined);
    if (hit) add(hit);
    else setTold(code ? `No product has the barcode ${code}.` : 'Choose one of the products.');
  };
  useScanner(take);
  return (
    <div className="grid gap-2">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          take(search);
        }}
      >
        <TextField
          type="search"
          ref={field}
          label="Add a product"
          placeholder="Name, SKU or barcode"
          autoComplete="off"
          required={false}
          enterKeyHint="enter"
          value={search}
          onChange={(text) => {
            setSearch(text);
            setTold('');
          }}
        />
      </form>
      <CameraScan formats={PRODUCT_CODES} many told={told} onScan={take} />
      <p role="status" className="text-sm text-muted empty:hidden">
        {told !== '' ? told : search !== '' && found.length === 0 ? 'No product fits.' : ''}
      </p>
      {found.length > 0 && (
        <List label="Products that fit">
          {found.slice(0, SHOWN).map((one) => (
            <ListRow
              key={one.product.id}
              leading={<Plus size={18} aria-hidden />}
              title={one.product.name}
              subtitle={[
                one.product.brand,
                one.stock.isKnown
                  ? `${quantityText(one.product, one.stock.qty_milli, locale)} left`
                  : null,
              ]
                .filter(Boolean)
                .join(' · ')}
              trailing={formatMoney(one.product.price_cents, currency, locale)}
              onPress={() => {
                add(one);
                // The list goes away, and with it what had the focus.
                field.current?.focus();
              }}
            />
          ))}
        </List>
      )}
      {found.length > SHOWN && (
        <p className="text-sm text-muted">{found.length - SHOWN} more. Type more of the name.</p>
      )}
    </div>
  );
}
