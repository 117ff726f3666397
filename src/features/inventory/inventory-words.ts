import type { OrderStanding } from '#domain/inventory/orders.ts';
import type { ProductRow, StockMovementKind, StockMovementRow } from '#domain/rows.ts';

export const KIND_WORDS: Record<ProductRow['kind'], string> = {
  retail: 'For sale',
  professional: 'Used at work',
  both: 'For sale and used at work',
};

export const UNIT_WORDS: Record<ProductRow['unit'], string> = {
  piece: 'Pieces',
  ml: 'Millilitres',
  g: 'Grams',
};

const MOVEMENT_WORDS: Record<StockMovementKind, string> = {
  count: 'Counted',
  receive: 'Received',
  sale: 'Sold',
  return: 'Came back',
  use: 'Used',
  adjust: 'Adjusted',
};

export const movementWords = ({
  kind,
  reason,
}: Pick<StockMovementRow, 'kind' | 'reason'>): string => reason ?? MOVEMENT_WORDS[kind];

export const STANDING_WORDS: Record<OrderStanding, string> = {
  draft: 'Draft',
  ordered: 'Ordered',
  part_received: 'Partly received',
  received: 'Received',
  cancelled: 'Cancelled',
};
