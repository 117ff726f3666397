import { pathTo } from '#app/paths.ts';
import type { Figures } from '#domain/analytics/figures.ts';
import {
  FORECAST_DAYS,
  FORECAST_LEARNS_DAYS,
  LAPSED_AFTER_DAYS,
} from '#domain/analytics/outlook.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { instantOfMin } from '#domain/time/epoch.ts';
import { figureOf } from './money-reports.ts';
import type { Figure, Kind, Report, Table, Value } from './report.ts';

/** A number that no period is asked about. */
const fixed = (name: string, kind: Kind, means: string, value: Value): Figure => ({
  name,
  kind,
  value,
  before: undefined,
  means,
});

/** What was paid for and not used yet, and what is booked. */
export const outlookReports = (figures: Figures, business: BusinessRow): Report[] => {
  const figure = figureOf(figures);
  const { forecast, now } = figures;
  const { date } = businessFormats(business);
  const usedBy = (method: 'gift_card' | 'package') => (one: Figures['now']) =>
    one.money.methods.reduce(
      (sum, part) => (part.method === method ? sum + part.taken - part.back : sum),
      0,
    );
  return [
    {
      id: 'prepaid',
      title: 'Gift cards and packages',
      clock:
        'What is open: as it stood at the end of the period. What was sold and used: by when, on the clock of the device.',
      rows: { name: 'sales and refunds', all: now.sales.rows, waiting: now.sales.waiting },
      figures: [
        figure(
          'Open on gift cards',
          'money',
          'Put on cards and not used, given back or taken back by then; also on cards that are blocked or over.',
          (one) => one.liability.gifts,
        ),
        figure(
          'Open in packages',
          'money',
          'Paid for visits of packages that were not used or given back by then.',
          (one) => one.liability.packages,
        ),
        figure(
          'Put on gift cards',
          'money',
          'In the period, less what went back of it.',
          (one) => one.sales.gifts,
        ),
        figure(
          'Paid by gift cards',
          'money',
          'In the period, less what went back to cards.',
          usedBy('gift_card'),
        ),
        figure(
          'Put into packages',
          'money',
          'In the period, less what went back of it.',
          (one) => one.sales.packages,
        ),
        figure(
          'Paid by packages',
          'money',
          'In the period, less what went back to packages.',
          usedBy('package'),
        ),
      ],
      chart: null,
      tables: [],
    },
    {
      id: 'forecast',
      title: 'Forecast',
      clock: `The next ${FORECAST_DAYS} days, today included, whatever the period. By when visits begin.`,
      rows: { name: 'visits', all: forecast.visits, waiting: 0 },
      figures: [
        fixed(
          'Booked',
          'money',
          'Agreed prices of visits that have not begun and are not cancelled. Not what will be charged.',
          forecast.cents,
        ),
        fixed('Visits', 'count', 'Booked, and not begun yet.', forecast.visits),
        fixed(
          'Kept lately',
          'share',
          `Of the visits of the last ${FORECAST_LEARNS_DAYS} days: neither cancelled nor missed.`,
          forecast.keptShare,
        ),
        fixed('Likely', 'money', 'What is booked times that share.', forecast.likelyCents),
      ],
      chart: null,
      tables: [
        {
          title: 'By week from today',
          columns: [
            { name: 'From', kind: 'text' },
            { name: 'Visits', kind: 'count' },
            { name: 'Booked', kind: 'money' },
          ],
          rows: forecast.weeks.map(({ from, visits, cents }) => [date(from), visits, cents]),
          note: 'The last line is of the days that are left. Visits that are not booked yet are not in it.',
        },
      ],
    },
  ];
};

/** Who stays away, the last of them first, each leading to where they are written to. */
export const lapsedReport = ({ lapsed }: Figures, business: BusinessRow): Report => ({
  id: 'lapsed',
  title: 'Clients who stay away',
  clock: 'As it stands now, whatever the period.',
  rows: { name: 'clients', all: lapsed.clients, waiting: 0 },
  figures: [
    fixed(
      'Clients',
      'count',
      `Their last visit is more than ${LAPSED_AFTER_DAYS} days ago, and they have nothing booked.`,
      lapsed.clients,
    ),
  ],
  chart: null,
  tables: [lapsedTable(lapsed, business)],
});

const lapsedTable = ({ clients, list }: Figures['lapsed'], business: BusinessRow): Table => ({
  title: 'Who was there last',
  columns: [
    { name: 'Client', kind: 'text' },
    { name: 'Last visit', kind: 'text' },
  ],
  rows: list.map(({ name, last }) => [name, businessFormats(business).date(instantOfMin(last))]),
  links: list.map(({ clientId }) => pathTo('client', { clientId }, { write: 'rebook' })),
  note:
    list.length < clients
      ? 'Only the last of them. Open somebody: a message to come again is ready to be sent.'
      : 'Open somebody: a message to come again is ready to be sent.',
});
