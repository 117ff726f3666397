import type {
  OrderLine,
  ProductRow,
  PurchaseOrderRow,
  StockMovementRow,
  Uuid,
} from '#domain/rows.ts';
import { piecesOf } from './quantity.ts';
import { MAX_PIECES } from './schema.ts';
import type { Stock } from './stock.ts';

/** How an order stands: what people said of it, and what came. */
export type OrderStanding = PurchaseOrderRow['state'] | 'part_received';

/** Pieces, to three decimals. What came without being ordered is a line of nothing ordered. */
export type OrderLineStanding = OrderLine & { came: number; left: number };

type Arrival = Pick<StockMovementRow, 'product_id' | 'qty_milli'>;
type Sizes = ReadonlyMap<Uuid, Pick<ProductRow, 'unit' | 'size_milli'>>;
const ONE_PIECE = { unit: 'piece', size_milli: 1000 } as const;

/** The lines of an order with what came of each; `arrivals` are the movements that name it. */
export const orderLines = (
  { lines }: Pick<PurchaseOrderRow, 'lines'>,
  arrivals: readonly Arrival[],
  sizes: Sizes,
): OrderLineStanding[] => {
  const came = new Map<Uuid, number>();
  for (const { product_id, qty_milli } of arrivals) {
    came.set(product_id, (came.get(product_id) ?? 0) + qty_milli);
  }
  const ordered = new Set(lines.map(({ product_id }) => product_id));
  const extra = [...came]
    .filter(([product_id, milli]) => !ordered.has(product_id) && milli > 0)
    .map(([product_id]): OrderLine => ({ product_id, qty: 0, cost_cents: null }));
  return [...lines, ...extra].map((line) => {
    const milli = came.get(line.product_id) ?? 0;
    const pieces = piecesOf(sizes.get(line.product_id) ?? ONE_PIECE, milli);
    return { ...line, came: pieces, left: Math.max(0, line.qty - pieces) };
  });
};

/** Parts of what was ordered may come on several devices, so what came says more than what was said. */
export const orderStanding = (
  state: PurchaseOrderRow['state'],
  lines: readonly OrderLineStanding[],
): OrderStanding => {
  if (state === 'received' || !lines.some(({ came }) => came > 0)) return state;
  const isAll = lines.every(({ left }) => left <= 0);
  return isAll || state === 'cancelled' ? 'received' : 'part_received';
};

/** Whether something of it is still to come, or may be. */
export const isOpenOrder = (standing: OrderStanding): boolean =>
  standing === 'draft' || standing === 'ordered' || standing === 'part_received';

/** What the lines come to, in cents; what nobody said the cost of counts nothing. */
export const orderTotal = (lines: readonly OrderLine[]): number =>
  lines.reduce((all, { qty, cost_cents }) => all + qty * (cost_cents ?? 0), 0);

/**
 * How many pieces bring a product above its mark: as many batches as it takes where it is ordered in
 * batches, or else up to twice the mark. At least one.
 */
export const piecesToOrder = (
  {
    low_stock_milli,
    reorder_qty,
    size_milli,
  }: Pick<ProductRow, 'low_stock_milli' | 'reorder_qty' | 'size_milli'>,
  { qty_milli }: Stock,
): number => {
  const mark = low_stock_milli ?? 0;
  const above = Math.floor((mark - qty_milli) / size_milli) + 1;
  const pieces =
    reorder_qty === null
      ? Math.max(above, Math.ceil((2 * mark - qty_milli) / size_milli))
      : Math.ceil(above / reorder_qty) * reorder_qty;
  return Math.min(Math.max(pieces, 1), MAX_PIECES);
};

/** The order as text, for the messages of the device: what is ordered, without what it costs. */
export const orderText = (
  heading: string,
  lines: readonly { qty: number; name: string; sku: string | null }[],
): string =>
  [
    heading,
    '',
    ...lines.map(({ qty, name, sku }) => `${qty} × ${name}${sku ? ` (${sku})` : ''}`),
  ].join('\n');
