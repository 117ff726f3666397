import { describe, expect, test } from 'vitest';
import { orderLines, orderStanding, orderText, orderTotal, piecesToOrder } from './orders.ts';

const SIZES = new Map([
  ['clay', { unit: 'piece' as const, size_milli: 1000 }],
  ['colour', { unit: 'ml' as const, size_milli: 60_000 }],
]);
const ORDER = {
  lines: [
    { product_id: 'clay', qty: 6, cost_cents: 650 },
    { product_id: 'colour', qty: 10, cost_cents: null },
  ],
};
const came = (product_id: string, qty_milli: number) => ({ product_id, qty_milli });

describe('what came of an order', () => {
  test('is counted in pieces, also of what is measured, over several parcels', () => {
    const lines = orderLines(
      ORDER,
      [came('clay', 2000), came('colour', 300_000), came('clay', 3000), came('clay', -1000)],
      SIZES,
    );
    expect(lines.map(({ came: pieces, left }) => [pieces, left])).toEqual([
      [4, 2],
      [5, 5],
    ]);
  });

  test('without being ordered is a line of its own', () => {
    const lines = orderLines({ lines: [] }, [came('clay', 1000), came('colour', 0)], SIZES);
    expect(lines).toEqual([{ product_id: 'clay', qty: 0, cost_cents: null, came: 1, left: 0 }]);
  });

  test.each([
    ['draft', [0, 0], 'draft'],
    ['ordered', [0, 0], 'ordered'],
    ['cancelled', [0, 0], 'cancelled'],
    ['ordered', [6, 0], 'part_received'],
    ['ordered', [6, 10], 'received'],
    ['ordered', [8, 10], 'received'],
    ['received', [6, 0], 'received'],
    // Another device had received a part before it heard of that.
    ['cancelled', [6, 0], 'received'],
    ['draft', [6, 0], 'part_received'],
  ] as const)('%s with %j of it is %s', (state, [clay, colour], standing) => {
    const arrivals = [came('clay', clay * 1000), came('colour', colour * 60_000)];
    expect(orderStanding(state, orderLines(ORDER, arrivals, SIZES))).toBe(standing);
  });
});

test('an order costs what is known of its lines', () => {
  expect(orderTotal(ORDER.lines)).toBe(3900);
  expect(orderTotal([])).toBe(0);
});

describe('what is low is ordered', () => {
  const pieces = (
    low: number | null,
    reorder_qty: number | null,
    there: number,
    size_milli = 1000,
  ): number =>
    piecesToOrder(
      { low_stock_milli: low, reorder_qty, size_milli },
      { qty_milli: there, isKnown: true },
    );

  test.each([
    ['up to twice the mark', pieces(2000, null, 1000), 3],
    ['and above it when the mark is nothing', pieces(0, null, 0), 1],
    ['in batches', pieces(2000, 6, 2000), 6],
    ['in as many batches as it takes', pieces(2000, 6, -9000), 12],
    ['in pieces of what is measured', pieces(120_000, null, 30_000, 60_000), 4],
    ['one at least', pieces(null, null, 5000), 1],
  ])('%s', (_name, ordered, expected) => {
    expect(ordered).toBe(expected);
  });
});

test('an order reads like a list, and does not tell what things cost', () => {
  const lines = [
    { qty: 6, name: 'Matte clay', sku: 'MC-1' },
    { qty: 10, name: 'Colour, 60 ml', sku: null },
  ];
  expect(orderText('Salon · Draft', lines)).toBe(
    'Salon · Draft\n\n6 × Matte clay (MC-1)\n10 × Colour, 60 ml',
  );
});
