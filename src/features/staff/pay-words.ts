import { amountCell } from '#domain/export/plain-cells.ts';
import type { BusinessRow, CommissionStep, Day, PaidRate, PayEntry } from '#domain/rows.ts';
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

/** What was paid for services one by one, beside the percentage. */
const eachPay = ({ services_count = 0, service_cents = 0 }: PayEntry): number =>
  services_count * service_cents;

type Line = { name: string; text: string };

/** What services with and without a rate of their own were paid, line by line; what is nothing is left out. */
export const serviceLines = (entry: PayEntry, money: (cents: number) => string): Line[] => {
  const { services_cents, service_bp, service_steps = [], own_rates = [] } = entry;
  const { services_count = 0, service_cents = 0 } = entry;
  const own = own_rates.reduce((all, { pay_cents }) => all + pay_cents, 0);
  const share = entry.service_pay_cents - eachPay(entry) - own;
  const rates = ratesText(service_bp, service_steps, money);
  return [
    ...(services_cents === 0 && share === 0
      ? []
      : [{ name: `Services: ${rates} of ${money(services_cents)}`, text: money(share) }]),
    ...(services_count === 0
      ? []
      : [
          {
            name: `Each service: ${services_count} × ${money(service_cents)}`,
            text: money(eachPay(entry)),
          },
        ]),
    ...own_rates.map((rate) => ({
      name: `${rate.name}: ${ownText(rate, money)}`,
      text: money(rate.pay_cents),
    })),
  ];
};

const ownText = (
  { bp, cents, count, net_cents }: PaidRate,
  money: (cents: number) => string,
): string =>
  [
    ...(bp > 0 ? [`${percentOf(bp)} % of ${money(net_cents)}`] : []),
    ...(cents > 0 ? [`${count} × ${money(cents)}`] : []),
  ].join(' and ') || `no commission of ${money(net_cents)}`;

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
  'Services done',
  'For each service',
  'Other rates',
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
        entry.services_count === undefined ? '' : String(entry.services_count),
        amountCell(entry.service_cents ?? 0),
        (entry.own_rates ?? [])
          .map(
            ({ name, count, net_cents, bp, cents }) =>
              `${name}: ${percentOf(bp)} of ${amountCell(net_cents)} and ${count} x ${amountCell(cents)}`,
          )
          .join('; '),
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
