import { expect, test } from 'vitest';
import type { BookRow, BookRows } from './facts.ts';
import { MARCH, NONE, NOON, ask, bookOf, sold, soldLine, wentBack } from './test-rows.ts';

type Move = BookRow<'stock_movements'>;
const move = (id: string, kind: Move['kind'], pieces: number, more: Partial<Move> = {}): Move => ({
  id,
  product_id: 'clay',
  occurred_at: NOON,
  kind,
  qty_milli: pieces * 1000,
  sale_line_id: null,
  undoes_id: null,
  ...more,
});
const clay = { id: 'clay', name: 'Matte clay', unit: 'piece' as const, size_milli: 1000 };
const comb = { ...clay, id: 'comb', name: 'Comb' };
const EARLY = '2026-02-10T16:00:00+00:00';
/** Ten came for 5.00 each in February; in March three were sold for 60.00 and one was used. */
const rows = (more: Partial<BookRows> = {}): BookRows => ({
  ...NONE,
  products: [clay, comb],
  stock_costs: [{ id: 'm1', cost_cents: 500 }],
  stock_movements: [
    move('m1', 'receive', 10, { occurred_at: EARLY }),
    move('m2', 'sale', -3, { sale_line_id: 'line' }),
    move('m3', 'use', -1),
  ],
  sales: [sold],
  sale_lines: [{ ...soldLine, kind: 'product', variant_id: null, name: 'Matte clay', qty: 3 }],
  ...more,
});
const march = (more: Partial<BookRows> = {}) => ask(bookOf(rows(more)), MARCH);

test('a product brings what was charged less what it cost on average, and use is apart', () => {
  const { now, shelf, names } = march();
  expect(now.stock).toMatchObject({ net: 6000, cost: 1500, usedCost: 500, unknown: 0, rows: 2 });
  expect(now.stock.products).toMatchObject([
    { sold: 3, net: 6000, cost: 1500, used: 1, usedCost: 500 },
  ]);
  expect(names[now.stock.products[0]!.ref]).toBe('Matte clay');
  expect(shelf).toMatchObject([{ pieces: 6, cents: 3000 }]);
});

test('what goes back takes its price along, and its cost when it is on the shelf again', () => {
  const refund = { ...wentBack, sale_line_id: 'line', amount_cents: 2000 };
  expect(march({ refunds: [refund] }).now.stock).toMatchObject({ net: 4000, cost: 1500 });
  const restocked = {
    refunds: [refund],
    stock_movements: [...rows().stock_movements, move('m4', 'return', 1, { sale_line_id: 'line' })],
  };
  expect(march(restocked).now.stock).toMatchObject({ net: 4000, cost: 1000 });
});

test('a sale that was taken back is none, nor is what it took', () => {
  const refunds = [{ ...wentBack, kind: 'void' as const, method: null }];
  const stock_movements = [
    ...rows().stock_movements,
    move('m4', 'return', 3, { sale_line_id: 'line' }),
  ];
  expect(march({ refunds, stock_movements }).now.stock).toMatchObject({ net: 0, cost: 0, rows: 1 });
});

test('of what nobody said the cost there is a price and no margin', () => {
  const { now, shelf } = march({ stock_costs: [] });
  expect(now.stock).toMatchObject({ net: 6000, cost: 0, usedCost: 0, unknown: 1 });
  expect(now.stock.products).toMatchObject([{ cost: null, usedCost: null }]);
  expect(shelf).toMatchObject([{ pieces: 6, cents: null }]);
  const listed = march({ stock_costs: [], product_costs: [{ id: 'clay', cost_cents: 400 }] });
  expect(listed.now.stock).toMatchObject({ cost: 1200, usedCost: 400, unknown: 0 });
});

test('what came in later moves what is sold after it, not before', () => {
  const stock_movements = [
    ...rows().stock_movements,
    move('m4', 'receive', 6, { occurred_at: '2026-03-20T16:00:00+00:00' }),
  ];
  const stock_costs = [
    { id: 'm1', cost_cents: 500 },
    { id: 'm4', cost_cents: 900 },
  ];
  const { now, shelf } = march({ stock_movements, stock_costs });
  expect(now.stock.cost).toBe(1500);
  expect(shelf).toMatchObject([{ pieces: 12, cents: 8400 }]);
});
