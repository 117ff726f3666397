import type { Figures, PeriodFigures } from '#domain/analytics/figures.ts';
import { DUE_AGES } from '#domain/analytics/money-in.ts';
import { BY_AMOUNT } from '#domain/analytics/sales.ts';
import type { SalesFigures, SoldGroup } from '#domain/analytics/sales.ts';
import { isPrepaid } from '#domain/checkout/prepaid.ts';
import { METHOD_WORDS } from '#domain/checkout/words.ts';
import { percentInput } from '#domain/money/percent.ts';
import type { Figure, Kind, Report, Table, Value } from './report.ts';

type Pick = (one: PeriodFigures) => Value;
export type FigureOf = (name: string, kind: Kind, means: string, pick: Pick) => Figure;

/** Numbers of both periods under one name. */
export const figureOf =
  ({ now, before }: Figures): FigureOf =>
  (name, kind, means, pick) => ({
    name,
    kind,
    means,
    value: pick(now),
    before: before ? pick(before) : undefined,
  });

/** A share of something; null = there is nothing to be a share of. */
export const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : part / whole;

const RUNG_UP =
  'By when it was rung up, on the clock of the device. Refunds count when they were made. Sales that were taken back are not counted.';

const sold = ({ rows: all, waiting }: SalesFigures): Report['rows'] => ({
  name: 'sales and refunds',
  all,
  waiting,
});

const groupTable = (
  title: string,
  groups: readonly SoldGroup[],
  nameOf: (group: SoldGroup) => string,
): Table => ({
  title,
  columns: [
    { name: 'Name', kind: 'text' },
    { name: 'Number', kind: 'count' },
    { name: 'Gross sales', kind: 'money' },
    { name: 'Discounts', kind: 'money' },
    { name: 'Refunds', kind: 'money' },
    { name: 'Tax', kind: 'money' },
    { name: 'Net sales', kind: 'money' },
  ],
  rows: groups.map((group) => [
    nameOf(group),
    group.qty,
    group.gross,
    group.discount,
    group.back,
    group.tax,
    group.net,
  ]),
});

export const moneyReports = (figures: Figures, labels: readonly string[]): Report[] => {
  const { now, before, dues, names } = figures;
  const figure = figureOf(figures);
  const { sales, money } = now;
  const named = (ref: number, nobody: string): string => names[ref] || nobody;
  const net = figure(
    'Net sales',
    'money',
    'What was charged for items after discounts, less refunds, without taxes and tips.',
    (one) => one.sales.net,
  );
  return [
    {
      id: 'sales',
      title: 'Sales',
      clock: RUNG_UP,
      rows: sold(sales),
      figures: [
        net,
        figure('Sales', 'count', 'Receipts.', (one) => one.sales.sales),
        figure(
          'Average sale',
          'money',
          'What was charged for items, with taxes and without tips, by the number of such sales.',
          (one) => one.sales.ticket,
        ),
        figure(
          'Gross sales',
          'money',
          'Prices times numbers, before anything was taken off.',
          (one) => one.sales.gross,
        ),
        figure('Discounts', 'money', 'Off items and off whole sales.', (one) => one.sales.discount),
        figure('Refunds', 'money', 'What went back, with its tax.', (one) => one.sales.back),
        figure(
          'Taxes',
          'money',
          'In prices or on top of them, less those of refunds.',
          (one) => one.sales.tax,
        ),
        figure('Tips', 'money', 'On top of what was charged.', (one) => one.sales.tips),
        figure(
          'Fees',
          'money',
          'Of net sales: for late cancelling and no-shows.',
          (one) => one.sales.fees,
        ),
        figure(
          'Gift cards',
          'money',
          'Put on gift cards, less what went back of it. Not in net sales: what they pay for is.',
          (one) => one.sales.gifts,
        ),
        figure(
          'Packages',
          'money',
          'Put into packages, less what went back of it. Not in net sales: what their credits pay for is.',
          (one) => one.sales.packages,
        ),
      ],
      chart: {
        title: 'Net sales',
        kind: 'money',
        labels,
        values: sales.parts,
        before: before && before.sales.parts,
      },
      tables: [],
    },
    {
      id: 'services',
      title: 'Services and items',
      clock: RUNG_UP,
      rows: sold(sales),
      figures: [net],
      chart: null,
      tables: [
        groupTable('By service and item', sales.items, ({ ref }) =>
          named(ref, 'Refunds of an amount'),
        ),
      ],
    },
    {
      id: 'payments',
      title: 'Payments',
      clock:
        'By when the money came or went back, on the clock of the device, with taxes and tips. What is to be collected is not money yet.',
      rows: { name: 'payments and refunds', all: money.rows, waiting: money.waiting },
      figures: [
        figure('Taken', 'money', 'Every payment.', (one) => one.money.taken),
        figure(
          'Given back',
          'money',
          'Refunds, and payments of sales that were taken back.',
          (one) => one.money.back,
        ),
        figure(
          'Net payments',
          'money',
          'Taken less given back.',
          (one) => one.money.taken - one.money.back,
        ),
      ],
      chart: {
        title: 'Net payments',
        kind: 'money',
        labels,
        values: money.parts,
        before: before && before.money.parts,
      },
      tables: [
        {
          title: 'By way of paying',
          columns: [
            { name: 'Way of paying', kind: 'text' },
            { name: 'Payments', kind: 'count' },
            { name: 'Taken', kind: 'money' },
            { name: 'Given back', kind: 'money' },
            { name: 'Net payments', kind: 'money' },
          ],
          rows: money.methods.map(({ method, payments, taken, back }) => [
            METHOD_WORDS[method],
            payments,
            taken,
            back,
            taken - back,
          ]),
          ...(money.methods.some(({ method }) => isPrepaid(method))
            ? {
                note: 'What gift cards and packages paid is not in the sums above: its money came in when they were sold.',
              }
            : {}),
        },
      ],
    },
    {
      id: 'tips',
      title: 'Tips and discounts',
      clock: RUNG_UP,
      rows: sold(sales),
      figures: [
        figure(
          'Tips',
          'money',
          'All of them; a refund takes no tip back.',
          (one) => one.sales.tips,
        ),
        figure('Discounts', 'money', 'Off items and off whole sales.', (one) => one.sales.discount),
        figure('Discount rate', 'share', 'Discounts of gross sales.', ({ sales: one }) =>
          share(one.discount, one.gross),
        ),
      ],
      chart: null,
      tables: [
        {
          title: 'Tips by person',
          columns: [
            { name: 'For', kind: 'text' },
            { name: 'Tips', kind: 'count' },
            { name: 'Amount', kind: 'money' },
          ],
          rows: sales.tipsOf.map(({ staff, tips, cents }) => [
            named(staff, 'The house'),
            tips,
            cents,
          ]),
        },
        {
          title: 'Discounts by reason',
          columns: [
            { name: 'Reason', kind: 'text' },
            { name: 'Sales', kind: 'count' },
            { name: 'Amount', kind: 'money' },
          ],
          rows: [
            ...sales.discounts.map(({ reason, sales: count, cents }) => [
              reason ?? 'No reason given',
              count,
              cents,
            ]),
            ...sales.lineDiscounts.map(({ reason, cents }) => [
              reason === null ? 'Off single items' : `Off single items: ${reason}`,
              null,
              cents,
            ]),
          ],
        },
      ],
    },
    {
      id: 'taxes',
      title: 'Taxes',
      clock: RUNG_UP,
      rows: sold(sales),
      figures: [
        figure(
          'Taxes',
          'money',
          'In prices or on top of them, less those of refunds.',
          (one) => one.sales.tax,
        ),
        net,
      ],
      chart: null,
      tables: [
        {
          title: 'By tax',
          columns: [
            { name: 'Tax', kind: 'text' },
            { name: 'Net sales', kind: 'money' },
            { name: 'Tax amount', kind: 'money' },
          ],
          rows: sales.taxes.map((group) => [rateWords(group.rate), group.net, group.tax]),
          note: 'A refund of an amount, not of an item, takes tax back in proportion to all items of the sale, and stands in a line of its own.',
        },
      ],
    },
    {
      id: 'outstanding',
      title: 'Outstanding',
      clock: 'As it stands now, whatever the period.',
      rows: { name: 'open amounts', all: dues.dues, waiting: 0 },
      figures: [
        {
          name: 'To be paid',
          kind: 'money',
          value: dues.cents,
          before: undefined,
          means: 'What is to be collected of sales, and fees that are owed.',
        },
        {
          name: 'Of it fees',
          kind: 'money',
          value: dues.fees,
          before: undefined,
          means: 'Owed fees that are in no sale yet.',
        },
        {
          name: 'Clients',
          kind: 'count',
          value: dues.clients,
          before: undefined,
          means: 'Who owe something.',
        },
      ],
      chart: null,
      tables: [
        {
          title: 'By age',
          columns: [
            { name: 'Since', kind: 'text' },
            { name: 'Number', kind: 'count' },
            { name: 'Amount', kind: 'money' },
          ],
          rows: dues.ages.map(({ upToDays, dues: count, cents }, place) => [
            upToDays === null
              ? `More than ${DUE_AGES[place - 1]} days`
              : place === 0
                ? `Up to ${upToDays} days`
                : `${Number(DUE_AGES[place - 1]) + 1} to ${upToDays} days`,
            count,
            cents,
          ]),
        },
      ],
    },
  ];
};

/** `8875 City` as the book keys it. */
const rateWords = (rate: string): string => {
  if (rate === '') return 'No tax';
  if (rate === BY_AMOUNT) return 'Refunds of an amount';
  const [milliPercent, ...name] = rate.split(' ');
  return `${name.join(' ')} ${percentInput(Number(milliPercent))} %`;
};
