import type { StockMovementRow, Uuid } from '#domain/rows.ts';

/** How much of a product was used for a line of a sale, corrections included; thousandths of its unit. */
type UsedProduct = { sale_line_id: Uuid; product_id: Uuid; used_milli: number };

type Fact = Pick<StockMovementRow, 'kind' | 'product_id' | 'sale_line_id' | 'qty_milli'>;

/** What was used for the lines of one sale, in the order in which it was first noted. */
export const usedProducts = (movements: readonly Fact[]): UsedProduct[] => {
  const used = new Map<string, UsedProduct>();
  for (const { kind, product_id, sale_line_id, qty_milli } of movements) {
    if (kind !== 'use' || sale_line_id === null) continue;
    const key = `${sale_line_id} ${product_id}`;
    const known = used.get(key) ?? { sale_line_id, product_id, used_milli: 0 };
    used.set(key, { ...known, used_milli: known.used_milli - qty_milli });
  }
  return [...used.values()];
};

/** How much of a product was noted at a visit before its sale; thousandths of its unit. */
type NotedProduct = { appointment_id: Uuid; product_id: Uuid; used_milli: number };

/** What was noted at visits, in the order in which it was first; what was taken back is not there. */
export const usedAtVisits = (
  movements: readonly Pick<
    StockMovementRow,
    'kind' | 'product_id' | 'appointment_id' | 'qty_milli'
  >[],
): NotedProduct[] => {
  const used = new Map<string, NotedProduct>();
  for (const { kind, product_id, appointment_id, qty_milli } of movements) {
    if (kind !== 'use' || !appointment_id) continue;
    const key = `${appointment_id} ${product_id}`;
    const known = used.get(key) ?? { appointment_id, product_id, used_milli: 0 };
    used.set(key, { ...known, used_milli: known.used_milli - qty_milli });
  }
  return [...used.values()].filter(({ used_milli }) => used_milli !== 0);
};
