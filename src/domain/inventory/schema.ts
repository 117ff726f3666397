import * as v from 'valibot';
import {
  choice,
  id,
  instant,
  name,
  note,
  optionalEmail,
  optionalId,
  optionalText,
  priceCents,
  requiredText,
  shortText,
  whole,
} from '#domain/validation/fields.ts';
import type { Rule } from '#domain/validation/rules.ts';
import type { ProductRow, SupplierRow, SyncedRow } from '#domain/rows.ts';
import { readBarcode } from './barcode.ts';

/** Stock of one product, in thousandths: a hundred million of its unit. */
export const MAX_MILLI = 100_000_000_000;

export const productSchema = v.pipe(
  v.object({
    name,
    brand: shortText,
    category: shortText,
    sku: optionalText(60),
    barcode: v.nullable(
      v.pipe(
        v.string('wrong_type' satisfies Rule),
        v.check(
          (text) => text.trim() === '' || readBarcode(text) !== null,
          'not_a_barcode' satisfies Rule,
        ),
        v.transform(readBarcode),
      ),
    ),
    kind: choice(['retail', 'professional', 'both']),
    unit: choice(['piece', 'ml', 'g']),
    size_milli: whole(1, 100_000_000),
    price_cents: priceCents,
    tax_rate_id: optionalId,
    supplier_id: optionalId,
    low_stock_milli: v.nullable(whole(0, MAX_MILLI)),
    reorder_qty: v.nullable(whole(1, 9999)),
  }),
  // A piece holds one piece.
  v.transform((product) => (product.unit === 'piece' ? { ...product, size_milli: 1000 } : product)),
);

export type ProductInput = Omit<ProductRow, keyof SyncedRow | 'status'>;

export const EMPTY_PRODUCT: ProductInput = {
  name: '',
  brand: null,
  category: null,
  sku: null,
  barcode: null,
  kind: 'retail',
  unit: 'piece',
  size_milli: 1000,
  price_cents: 0,
  tax_rate_id: null,
  supplier_id: null,
  low_stock_milli: 2000,
  reorder_qty: null,
};

export const costSchema = v.object({ cost_cents: v.nullable(priceCents) });

export const supplierSchema = v.object({
  name,
  contact_name: shortText,
  email: optionalEmail,
  phone: optionalText(40),
  account_no: optionalText(60),
  lead_days: v.nullable(whole(0, 365)),
  note,
});

export type SupplierInput = Omit<SupplierRow, keyof SyncedRow | 'status'>;

export const EMPTY_SUPPLIER: SupplierInput = {
  name: '',
  contact_name: null,
  email: null,
  phone: null,
  account_no: null,
  lead_days: null,
  note: null,
};

const counted = whole(0, MAX_MILLI);

/** What is there of a new product, null = nobody has counted. */
export const firstCountSchema = v.object({ stock: v.nullable(counted) });

/** Of so many products at once, as one mutation. */
export const MAX_COUNTED = 500;

/** Several products that were counted at once; no product twice. */
export const countSchema = v.pipe(
  v.array(v.object({ product_id: id, qty_milli: counted, counted_at: v.exactOptional(instant) })),
  v.minLength(1, 'required' satisfies Rule),
  v.maxLength(MAX_COUNTED, 'too_many' satisfies Rule),
  v.check(
    (counts) => new Set(counts.map(({ product_id }) => product_id)).size === counts.length,
    'duplicate' satisfies Rule,
  ),
);

export type CountInput = v.InferOutput<typeof countSchema>;

/** What came in or was used, or how much more or less there is and why. */
export const stockChangeSchema = v.variant('kind', [
  v.object({
    kind: v.literal('receive'),
    product_id: id,
    qty_milli: whole(1, MAX_MILLI),
    // Of a piece, by whoever may know it.
    cost_cents: v.exactOptional(v.nullable(priceCents)),
  }),
  v.object({
    kind: v.literal('adjust'),
    product_id: id,
    qty_milli: v.pipe(whole(-MAX_MILLI, MAX_MILLI), v.notValue(0, 'too_small' satisfies Rule)),
    reason: requiredText(200),
  }),
  // At work, beside what recipes say.
  v.object({
    kind: v.literal('use'),
    product_id: id,
    qty_milli: v.pipe(whole(-MAX_MILLI, 0), v.notValue(0, 'too_small' satisfies Rule)),
  }),
]);

export type StockChangeInput = v.InferOutput<typeof stockChangeSchema>;

/** What mostly happens; anything else can be typed. */
export const ADJUST_REASONS = ['Damaged', 'Expired', 'Missing', 'Given away', 'Found'] as const;

/** Pieces of one product on one order, and how many products there can be on it. */
export const MAX_PIECES = 9999;
export const MAX_ORDER_LINES = 200;

/** No product twice. A draft may be empty; what is ordered is not. */
export const orderSchema = v.object({
  supplier_id: id,
  lines: v.pipe(
    v.array(
      v.object({ product_id: id, qty: whole(1, MAX_PIECES), cost_cents: v.nullable(priceCents) }),
    ),
    v.maxLength(MAX_ORDER_LINES, 'too_many' satisfies Rule),
    v.check(
      (lines) => new Set(lines.map(({ product_id }) => product_id)).size === lines.length,
      'duplicate' satisfies Rule,
    ),
  ),
  note,
});

export type OrderInput = v.InferOutput<typeof orderSchema>;

/** What came of an order, in thousandths of the unit; no product twice. */
export const arrivalSchema = v.pipe(
  v.array(v.object({ product_id: id, qty_milli: whole(1, MAX_MILLI) })),
  v.minLength(1, 'required' satisfies Rule),
  v.maxLength(MAX_ORDER_LINES, 'too_many' satisfies Rule),
  v.check(
    (came) => new Set(came.map(({ product_id }) => product_id)).size === came.length,
    'duplicate' satisfies Rule,
  ),
);

export type ArrivalInput = v.InferOutput<typeof arrivalSchema>;

/** What one visit uses up: at most a hundred thousand of the unit, no product twice. */
export const recipeSchema = v.pipe(
  v.array(v.object({ product_id: id, qty_milli: whole(1, 100_000_000) })),
  v.maxLength(20, 'too_many' satisfies Rule),
  v.check(
    (items) => new Set(items.map(({ product_id }) => product_id)).size === items.length,
    'duplicate' satisfies Rule,
  ),
);

export type RecipeInput = v.InferOutput<typeof recipeSchema>;

/** What was used for lines of a sale, each with its whole amount; 0 = nothing. */
export const usedSchema = v.pipe(
  v.array(v.object({ sale_line_id: id, product_id: id, qty_milli: whole(0, 100_000_000) })),
  v.minLength(1, 'required' satisfies Rule),
  v.maxLength(200, 'too_many' satisfies Rule),
);

export type UsedInput = v.InferOutput<typeof usedSchema>;

/** How much of a product a visit used up, as a whole; 0 = nothing. */
export const notedSchema = v.object({ product_id: id, qty_milli: whole(0, 100_000_000) });

export type NotedInput = v.InferOutput<typeof notedSchema>;
