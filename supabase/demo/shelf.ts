import { must } from '#domain/errors/assert.ts';
import type { LineTax } from '#domain/checkout/cart.ts';
import type { Instant, Uuid } from '#domain/rows.ts';
import type { DemoRows } from './rows.ts';

/** Something that is sold over the counter, as the salon thinks of it; money in cents. */
type DemoProduct = {
  name: string;
  brand: string;
  category: string;
  barcode: string;
  price: number;
  cost: number;
  /** Pieces that were counted when the shelf was set up. */
  pieces: number;
  low: number;
};

const PRODUCTS: DemoProduct[] = [
  product('Colour shampoo 250 ml', 'Linden', 'Care', '4006381330015', 2400, 1150, 96, 8),
  product('Repair conditioner 250 ml', 'Linden', 'Care', '4006381330022', 2600, 1240, 88, 8),
  product('Bond mask 150 ml', 'Linden', 'Care', '4006381330039', 3800, 1900, 62, 6),
  product('Matte clay 75 ml', 'Harbour', 'Styling', '4006381330046', 2200, 980, 90, 8),
  product('Sea salt spray 200 ml', 'Harbour', 'Styling', '4006381330053', 1950, 860, 68, 6),
  product('Heat protection 150 ml', 'Harbour', 'Styling', '4006381330060', 2800, 1320, 58, 6),
  product('Cuticle oil 15 ml', 'Tende', 'Nails', '4006381330077', 1400, 520, 74, 10),
  product('Brow gel', 'Tende', 'Brows', '4006381330084', 1800, 700, 52, 6),
];

function product(
  name: string,
  brand: string,
  category: string,
  barcode: string,
  price: number,
  cost: number,
  pieces: number,
  low: number,
): DemoProduct {
  return { name, brand, category, barcode, price, cost, pieces, low };
}

/** Stock is counted in thousandths of a piece. */
export const PIECE_MILLI = 1000;

export type ShelfProduct = { id: Uuid; name: string; price_cents: number; tax: LineTax };

/** The products of the salon with their supplier, their tax, what they cost, and how many there were. */
export const addShelf = (
  rows: DemoRows,
  { newId, countedAt }: { newId: () => Uuid; countedAt: Instant },
): ShelfProduct[] => {
  const [supplierId, taxId] = [newId(), newId()];
  const tax: LineTax = { name: 'Sales tax', milli_percent: 8875, inclusive: false };
  rows.add('tax_rates', { id: taxId, ...tax, sort_key: 'a0', active: true });
  rows.add('suppliers', {
    id: supplierId,
    name: 'Hudson Beauty Supply',
    contact_name: 'Renee Clark',
    email: 'orders@hudson-supply.example',
    phone: '+1 212 555 0190',
    account_no: 'SL-2041',
    lead_days: 3,
    note: null,
    status: 'active',
  });
  return PRODUCTS.map(({ name, brand, category, barcode, price, cost, pieces, low }) => {
    const id = newId();
    rows.add('products', {
      id,
      name,
      brand,
      category,
      sku: null,
      barcode,
      kind: 'retail',
      unit: 'piece',
      size_milli: PIECE_MILLI,
      price_cents: price,
      tax_rate_id: taxId,
      supplier_id: supplierId,
      low_stock_milli: low * PIECE_MILLI,
      reorder_qty: 12,
      status: 'active',
    });
    rows.add('product_costs', { id, cost_cents: cost });
    rows.add('stock_movements', {
      id: newId(),
      product_id: id,
      occurred_at: countedAt,
      kind: 'count',
      qty_milli: pieces * PIECE_MILLI,
      reason: null,
      sale_id: null,
      sale_line_id: null,
      order_id: null,
      undoes_id: null,
    });
    return { id, name, price_cents: price, tax };
  });
};

/** What everybody of the team earns of what they sell. */
export const addCommission = (rows: DemoRows, staffIds: readonly Uuid[]): void => {
  staffIds.forEach((id, rank) => {
    const service_bp = must([5000, 4500, 4000][Math.min(rank, 2)], 'a share');
    rows.add('commission_rules', { id, service_bp, product_bp: 1000 });
  });
};
