import { amountCell } from '#domain/export/plain-cells.ts';
import type { BusinessRow, CommissionStep, Day, PayEntry } from '#domain/rows.ts';
import { BYTE_ORDER_MARK, csvLine } from '#domain/text/csv.ts';

/** `40` or `12.5`: basis points as people write a percentage. */
const percentOf = (bp: number): string => String(bp / 100);

/** `40 %`, or `40 %, above $2,000.00 45 %,`: what comes after it is what it is of. */
export const ratesText = (
  bp: number,
  steps: readonly CommissionStep[],
  money: (cents: number) => string,
): string => {
  const beyond = steps.map((step) => ` above ${money(step.from_cents)} ${percentOf(step.bp)} %,`);
  return `${percentOf(bp)} %${beyond.length > 0 ? `,${beyond.join('')}` : ''}`;
};

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
        [
          percentOf(entry.service_bp),
          ...(entry.service_steps ?? []).map(
            ({ from_cents, bp }) => `${percentOf(bp)} above ${amountCell(from_cents)}`,
          ),
        ].join('; '),
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
