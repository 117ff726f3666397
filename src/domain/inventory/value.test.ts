import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { centsOf, marginOf, movingCosts, stockValue } from './value.ts';
import type { CostFact } from './value.ts';

const PIECE = { unit: 'piece' as const, size_milli: 1000 };
const at = (
  minute: number,
  kind: CostFact['kind'],
  pieces: number,
  undoes_id: string | null = null,
): CostFact => ({
  id: `m${minute}`,
  occurred_at: `2027-03-09T10:${String(minute).padStart(2, '0')}:00+00:00`,
  kind,
  qty_milli: pieces * 1000,
  undoes_id,
});
const costs = (listedCents: number | null, byMovement: Record<string, number> = {}) => ({
  listedCents,
  byMovement: new Map(Object.entries(byMovement)),
});
const averages = (movements: CostFact[], facts: ReturnType<typeof costs>) =>
  movingCosts(movements, facts).map(({ averageCents }) => averageCents);

describe('what a product costs on average', () => {
  test('moves with what comes in, by pieces, and with nothing else', () => {
    const movements = [
      at(1, 'receive', 10),
      at(2, 'sale', -5),
      at(3, 'receive', 15),
      at(4, 'use', -2),
      at(5, 'count', 4),
      at(6, 'receive', 4),
    ];
    expect(averages(movements, costs(null, { m1: 600, m3: 800, m6: 950 }))).toEqual([
      600, 600, 750, 750, 750, 850,
    ]);
  });

  test('is what it is listed at until something came in at a known cost', () => {
    const movements = [at(1, 'count', 10), at(2, 'receive', 5), at(3, 'receive', 15)];
    expect(averages(movements, costs(700, { m3: 900 }))).toEqual([700, 700, 800]);
    expect(averages(movements, costs(null, { m3: 900 }))).toEqual([null, null, 900]);
    expect(averages(movements, costs(null))).toEqual([null, null, null]);
  });

  test('is what it was before a receipt that was taken back, also of what was sold between', () => {
    const movements = [
      at(1, 'receive', 10),
      at(2, 'receive', 10),
      at(3, 'sale', -1),
      at(4, 'adjust', -10, 'm2'),
      at(5, 'receive', 9),
    ];
    expect(averages(movements, costs(null, { m1: 600, m2: 6000, m5: 800 }))).toEqual([
      600, 600, 600, 600, 700,
    ]);
  });

  test('takes what comes in alone when less than nothing was left', () => {
    const movements = [at(1, 'count', 1), at(2, 'sale', -4), at(3, 'receive', 2)];
    expect(averages(movements, costs(100, { m3: 500 }))).toEqual([100, 100, 500]);
  });

  test('lies between the least and the most that was paid', () => {
    const kinds = ['count', 'receive', 'sale', 'use', 'adjust'] as const;
    const step = fc.tuple(fc.constantFrom(...kinds), fc.integer({ min: 1, max: 20 }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), fc.array(fc.nat(1000)), (steps, paid) => {
        const movements = steps.map(([kind, pieces], minute) =>
          at(minute, kind, kind === 'sale' || kind === 'use' ? -pieces : pieces),
        );
        const known: Record<string, number> = {};
        movements.forEach(({ id, kind }, place) => {
          const cost = paid[place];
          if (kind === 'receive' && cost !== undefined) known[id] = cost;
        });
        const all = Object.values(known);
        for (const average of averages(movements, costs(null, known))) {
          if (average === null) continue;
          expect(average).toBeGreaterThanOrEqual(Math.min(...all) - 1e-6);
          expect(average).toBeLessThanOrEqual(Math.max(...all) + 1e-6);
        }
      }),
    );
  });
});

test('what is there is worth what it cost, and less than nothing is worth nothing', () => {
  const movements = [at(1, 'receive', 3)];
  expect(stockValue(PIECE, movements, costs(null, { m1: 333 }), 3000).valueCents).toBe(999);
  expect(stockValue(PIECE, movements, costs(null, { m1: 333 }), -1000).valueCents).toBe(0);
  expect(stockValue(PIECE, [], costs(500), 0)).toEqual({ averageCents: 500, valueCents: 0 });
  expect(stockValue(PIECE, movements, costs(null), 3000).valueCents).toBeNull();
  const bottle = { unit: 'ml' as const, size_milli: 60_000 };
  expect(centsOf(bottle, 30_000, 901)).toBe(451);
  expect(centsOf(bottle, -30_000, 901)).toBe(-451);
});

test.each([
  ['of a price without tax', undefined, { cents: 900, share: 0.75 }],
  [
    'of what is left of a price that contains it',
    { milli_percent: 20_000, inclusive: true },
    { cents: 700, share: 0.7 },
  ],
  [
    'of a price that it comes on top of',
    { milli_percent: 20_000, inclusive: false },
    { cents: 900, share: 0.75 },
  ],
])('the margin is %s', (_name, tax, margin) => {
  expect(marginOf(1200, tax, 300)).toEqual(margin);
});

test('what is given away has no share, and what costs more than it brings a margin below nothing', () => {
  expect(marginOf(0, undefined, 300)).toEqual({ cents: -300, share: null });
});
