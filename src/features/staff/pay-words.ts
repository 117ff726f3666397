import { amountCell } from '#domain/export/plain-cells.ts';
import type { BusinessRow, Day, PayEntry } from '#domain/rows.ts';
import { BYTE_ORDER_MARK, csvLine } from '#domain/text/csv.ts';

/** `40` or `12.5`: basis points as people write a percentage. */
export const percentOf = (bp: number): string => String(bp / 100);

/** What a pay is made of; what is nothing is left out. */
export const payWords = (entry: PayEntry, money: (cents: number) => string): string => {
  const { service_pay_cents, product_pay_cents, tips_cents, extra_cents, off_cents } = entry;
  return (
    [
      ['Services', service_pay_cents],
      ['Products', product_pay_cents],
      ['Tips', tips_cents],
      ['Extra', extra_cents],
      ['Taken off', -off_cents],
    ] as const
  )
    .filter(([, cents]) => cents !== 0)
    .map(([name, cents]) => `${name} ${money(cents)}`)
    .join(' · ');
};

const HEAD = [
  'From',
  'To',
  'Name',
  'Services net',
  'Services percent',
  'Services commission',
  'Products net',
  'Products percent',
  'Products commission',
  'Tips',
  'Extra',
  'Taken off',
  'Note',
  'Total',
  'Currency',
];

/** One line for each person. */
export const payCsv = (
  entries: readonly PayEntry[],
  { currency }: Pick<BusinessRow, 'currency'>,
  from: Day,
  to: Day,
): string =>
  BYTE_ORDER_MARK +
  csvLine(HEAD) +
  entries
    .map((entry) =>
      csvLine([
        from,
        to,
        entry.name,
        amountCell(entry.services_cents),
        percentOf(entry.service_bp),
        amountCell(entry.service_pay_cents),
        amountCell(entry.products_cents),
        percentOf(entry.product_bp),
        amountCell(entry.product_pay_cents),
        amountCell(entry.tips_cents),
        amountCell(entry.extra_cents),
        amountCell(entry.off_cents),
        entry.note,
        amountCell(entry.total_cents),
        currency,
      ]),
    )
    .join('');
