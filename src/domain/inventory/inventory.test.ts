import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasCheckDigit, readBarcode } from './barcode.ts';
import { changeText, milliOf, piecesOf, quantityText, sizeText, usedText } from './quantity.ts';
import { byLedger, isLow, ledgerOf, stockOf } from './stock.ts';
import type { StockFact } from './stock.ts';
import { STOCK_CASES } from './stock-cases.ts';

const KINDS = ['count', 'receive', 'sale', 'return', 'use', 'adjust'] as const;

/** Few moments, so that several movements share one. */
const movement = fc.record({
  id: fc.uuid(),
  occurred_at: fc
    .integer({ min: 0, max: 20 })
    .map((minute) => `2027-03-09T10:${String(minute).padStart(2, '0')}:00+00:00`),
  kind: fc.constantFrom(...KINDS),
  qty_milli: fc.integer({ min: -5000, max: 5000 }),
});
const ledger = fc.uniqueArray(
  movement.map((one): StockFact => ({
    ...one,
    qty_milli: one.kind === 'count' ? Math.abs(one.qty_milli) : one.qty_milli,
  })),
  { selector: ({ id }) => id, maxLength: 25 },
);

describe('stock', () => {
  test.each(STOCK_CASES)('$name', ({ movements, stock }) => {
    expect(stockOf(movements)).toEqual(stock);
  });

  test('is the same in whatever order movements arrive', () => {
    fc.assert(
      fc.property(
        ledger.chain((movements) =>
          fc.tuple(
            fc.constant(movements),
            fc.shuffledSubarray(movements, { minLength: movements.length }),
          ),
        ),
        ([movements, shuffled]) => {
          expect(stockOf(shuffled)).toEqual(stockOf(movements));
          expect(ledgerOf(shuffled)).toEqual(ledgerOf(movements));
        },
      ),
      { numRuns: 5000 },
    );
  });

  test('is what the newest line of the ledger leaves, and its changes add up to it', () => {
    fc.assert(
      fc.property(ledger, (movements) => {
        const lines = ledgerOf(movements);
        const stock = stockOf(movements);
        expect(lines[0]?.after_milli ?? null).toBe(stock.isKnown ? stock.qty_milli : null);
        const sum = lines
          .filter(({ after_milli }) => after_milli !== null)
          .reduce((all, { change_milli }) => all + change_milli, 0);
        expect(sum).toBe(stock.qty_milli);
      }),
    );
  });

  test('of a ledger that begins with sales is unknown until something came in', () => {
    const fact = (minute: number, kind: StockFact['kind'], qty_milli: number): StockFact => ({
      id: `m${minute}`,
      occurred_at: `2027-03-09T10:0${minute}:00+00:00`,
      kind,
      qty_milli,
    });
    const lines = ledgerOf([
      fact(0, 'sale', -5000),
      fact(1, 'receive', 12_000),
      fact(2, 'count', 11_000),
    ]);
    expect(lines.map(({ change_milli, after_milli }) => [change_milli, after_milli])).toEqual([
      [-1000, 11_000],
      [12_000, 12_000],
      [-5000, null],
    ]);
  });

  test('does not move by what is heard of late and happened before the count', () => {
    fc.assert(
      fc.property(ledger, movement, (movements, late) => {
        const counts = movements.filter(({ kind }) => kind === 'count');
        const last = counts.toSorted(byLedger).at(-1);
        fc.pre(last !== undefined && byLedger(late, last) < 0);
        expect(stockOf([...movements, late])).toEqual(stockOf(movements));
      }),
    );
  });

  test('is low from the mark on, and never where nobody counts or nobody asks', () => {
    const at = (qty_milli: number, low_stock_milli: number | null, isKnown = true) =>
      isLow({ low_stock_milli }, { qty_milli, isKnown });
    expect([at(2001, 2000), at(2000, 2000), at(-1, 0), at(0, null), at(0, 2000, false)]).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
  });
});

test('quantities are pieces, and what they hold where stock is measured', () => {
  const bottle = { unit: 'ml' as const, size_milli: 250_000 };
  const comb = { unit: 'piece' as const, size_milli: 1000 };
  expect(milliOf(bottle, 3.4)).toBe(850_000);
  expect(piecesOf(bottle, 850_000)).toBe(3.4);
  expect(quantityText(bottle, 850_000, 'en-US')).toBe('3.4 (850 ml)');
  expect(quantityText(comb, 1_200_000, 'en-US')).toBe('1,200');
  expect(quantityText(comb, -0, 'en-US')).toBe('0');
  expect(usedText(bottle, 12_500, 'de-DE')).toBe('12,5 ml');
  expect(usedText(comb, 1500, 'en-US')).toBe('1.5');
  expect(changeText(comb, -2000, 'en-US')).toBe('−2');
  expect(changeText(comb, 2500, 'de-DE')).toBe('+2,5');
  expect(changeText(comb, 0, 'en-US')).toBe('±0');
  expect([sizeText(bottle, 'en-US'), sizeText(comb, 'en-US')]).toEqual(['250 ml', '']);
});

test.each([
  ['4006381333931', '4006381333931', true],
  [' 0 36000 29145 2 ', '036000291452', true],
  ['9638-5074', '96385074', true],
  ['4006381333932', '4006381333932', false],
  ['1234567', null, false],
  ['123456789012345', null, false],
  ['40063813339a1', null, false],
  ['', null, false],
])('barcode %j', (text, barcode, isRight) => {
  expect(readBarcode(text)).toBe(barcode);
  if (barcode) expect(hasCheckDigit(barcode)).toBe(isRight);
});
