import type { Stock, StockFact } from './stock.ts';

const ID = '00000000-0000-7000-8000-00000000000';

const on = (
  clock: string,
  kind: StockFact['kind'],
  qty_milli: number,
  place: number,
): StockFact => ({
  id: `${ID}${place}`,
  occurred_at: `2026-03-09T${clock}:00+00:00`,
  kind,
  qty_milli,
});

/** Tests only: what is there after which movements; devices and SQL are held to it. */
export const STOCK_CASES: readonly {
  name: string;
  movements: readonly StockFact[];
  stock: Stock;
}[] = [
  { name: 'nothing happened', movements: [], stock: { qty_milli: 0, isKnown: false } },
  {
    name: 'sold, and never counted',
    movements: [on('10:00', 'sale', -2000, 1)],
    stock: { qty_milli: 0, isKnown: false },
  },
  {
    name: 'sold before anything was known, then received for the first time',
    movements: [
      on('10:00', 'sale', -5000, 1),
      on('11:00', 'receive', 12_000, 2),
      on('12:00', 'sale', -1000, 3),
    ],
    stock: { qty_milli: 11_000, isKnown: true },
  },
  {
    name: 'the first of two receipts, whichever came first',
    movements: [
      on('12:00', 'receive', 2000, 1),
      on('11:00', 'sale', -1000, 2),
      on('10:00', 'receive', 3000, 3),
      on('09:00', 'use', -500, 4),
    ],
    stock: { qty_milli: 4000, isKnown: true },
  },
  {
    name: 'received and sold',
    movements: [on('10:00', 'receive', 12_000, 1), on('11:00', 'sale', -2000, 2)],
    stock: { qty_milli: 10_000, isKnown: true },
  },
  {
    name: 'counted, sold and brought back after it',
    movements: [
      on('10:00', 'count', 5000, 1),
      on('11:00', 'sale', -3000, 2),
      on('12:00', 'return', 1000, 3),
    ],
    stock: { qty_milli: 3000, isKnown: true },
  },
  {
    name: 'a sale before the count that is heard of after it',
    movements: [on('12:00', 'count', 5000, 1), on('11:00', 'sale', -3000, 2)],
    stock: { qty_milli: 5000, isKnown: true },
  },
  {
    name: 'the later of two counts, whichever came first',
    movements: [
      on('12:00', 'count', 4000, 1),
      on('10:00', 'count', 9000, 2),
      on('11:00', 'sale', -1000, 3),
      on('13:00', 'use', -500, 4),
    ],
    stock: { qty_milli: 3500, isKnown: true },
  },
  {
    name: 'at one moment the ids decide',
    movements: [
      on('10:00', 'adjust', -1000, 1),
      on('10:00', 'count', 6000, 2),
      on('10:00', 'sale', -2000, 3),
    ],
    stock: { qty_milli: 4000, isKnown: true },
  },
  {
    name: 'more sold than anybody knew of',
    movements: [
      on('10:00', 'count', 4000, 1),
      on('11:00', 'sale', -3000, 2),
      on('11:05', 'sale', -3000, 3),
    ],
    stock: { qty_milli: -2000, isKnown: true },
  },
  {
    name: 'counted as nothing',
    movements: [on('10:00', 'receive', 3000, 1), on('11:00', 'count', 0, 2)],
    stock: { qty_milli: 0, isKnown: true },
  },
];
