import type { Uuid } from '#domain/rows.ts';

/**
 * A tip that came after its sale is a movement of its own: a tip and the payment that brought it have the same
 * id. The tips of the sale itself have none of its payments. `private.sale_sums` tells them apart likewise.
 */
export const addedTips = <T extends { id: Uuid }>(
  tips: readonly T[],
  payments: readonly { id: Uuid }[],
): T[] => {
  const brought = new Set(payments.map(({ id }) => id));
  return tips.filter(({ id }) => brought.has(id));
};
