import type { Figures, PeriodFigures } from '#domain/analytics/figures.ts';
import { AGAIN_WITHIN_DAYS } from '#domain/analytics/visits.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { DATE_SHORT } from '#domain/time/format.ts';
import { figureOf, moneyReports, share } from './money-reports.ts';
import { lapsedReport, outlookReports } from './outlook-reports.ts';
import { productReport } from './product-report.ts';
import type { Report } from './report.ts';

const MONTH_SHORT = { year: 'numeric', month: 'short' } as const;
const AT_START =
  'By when visits begin, on the clock of the business. Requests that were not accepted are not counted.';

/** Every report that a person may see, from one answer. */
export const reportsOf = (
  figures: Figures,
  business: BusinessRow,
  seesMoney: boolean,
  seesCost: boolean,
): Report[] => {
  const labels = partLabels(figures.now, business);
  return [
    ...(seesMoney ? moneyReports(figures, labels) : []),
    ...(seesMoney && seesCost ? [productReport(figures)] : []),
    ...visitReports(figures, business, labels, seesMoney),
    lapsedReport(figures, business),
    ...(seesMoney ? outlookReports(figures, business) : []),
  ];
};

const partLabels = ({ parts }: PeriodFigures, business: BusinessRow): string[] => {
  const { date } = businessFormats(business);
  return parts.days.map((day) => date(day, parts.unit === 'month' ? MONTH_SHORT : DATE_SHORT));
};

const visitReports = (
  figures: Figures,
  business: BusinessRow,
  labels: readonly string[],
  seesMoney: boolean,
): Report[] => {
  const { now, before, cohorts, names } = figures;
  const figure = figureOf(figures);
  const { visits, sales } = now;
  const rows = { name: 'visits', all: visits.rows, waiting: visits.waiting };
  const minutes = (one: PeriodFigures, what: 'open' | 'booked' | 'processing'): number =>
    one.hours.reduce((sum, hours) => sum + hours[what], 0);
  const withProcessing = (one: PeriodFigures): number =>
    minutes(one, 'booked') + minutes(one, 'processing');
  const sold = new Map(sales.staff.map((group) => [group.ref, group]));
  const tips = new Map(sales.tipsOf.map((group) => [group.staff, group.cents]));
  const hours = new Map(now.hours.map((one) => [one.staff, one]));
  const persons = now.people.toSorted((a, b) => b.clients - a.clients || a.staff - b.staff);
  const people = [...new Set([...hours.keys(), ...(seesMoney ? sold.keys() : [])])];
  return [
    {
      id: 'visits',
      title: 'Visits',
      clock: AT_START,
      rows,
      figures: [
        figure(
          'Kept',
          'count',
          'Begun, and neither cancelled nor missed.',
          (one) => one.visits.kept,
        ),
        figure('Still to come', 'count', 'Not begun yet.', (one) => one.visits.coming),
        figure('Cancelled', 'count', 'By anybody.', (one) => one.visits.cancelled),
        figure(
          'Cancelled late',
          'count',
          'Of the cancelled ones: after the time the rules allow.',
          (one) => one.visits.late,
        ),
        figure(
          'Cancelled by clients',
          'count',
          'Of the cancelled ones.',
          (one) => one.visits.byClient,
        ),
        figure('No-shows', 'count', 'Marked as missed.', (one) => one.visits.noShows),
        figure(
          'No-show rate',
          'share',
          'No-shows of all visits that were kept or missed.',
          ({ visits: one }) => share(one.noShows, one.kept + one.noShows),
        ),
        figure(
          'Cancellation rate',
          'share',
          'Cancelled of all visits of the period.',
          ({ visits: one }) => share(one.cancelled, one.booked),
        ),
        figure(
          'Booked online',
          'share',
          'By clients on the booking page or from the waitlist, of all visits.',
          ({ visits: one }) => share(one.online, one.booked),
        ),
        ...(seesMoney
          ? [
              figure(
                'Agreed for kept visits',
                'money',
                'Prices as they were agreed, not what was charged.',
                (one) => one.visits.keptCents,
              ),
              figure(
                'Lost',
                'money',
                'Agreed prices of what was cancelled or missed.',
                (one) => one.visits.lostCents,
              ),
            ]
          : []),
      ],
      chart: {
        title: 'Kept visits',
        kind: 'count',
        labels,
        values: visits.parts,
        before: before && before.visits.parts,
      },
      tables: [],
    },
    {
      id: 'clients',
      title: 'Clients',
      clock: AT_START,
      rows,
      figures: [
        figure(
          'Clients',
          'count',
          'With a kept visit, each counted once.',
          (one) => one.visits.clients,
        ),
        figure(
          'New',
          'count',
          'Their first visit ever is in the period.',
          (one) => one.visits.newClients,
        ),
        figure(
          'Returning',
          'count',
          'Were there before the period.',
          ({ visits: one }) => one.clients - one.newClients,
        ),
        figure(
          'Rebooking rate',
          'share',
          'Clients with another visit after their last one of the period, not cancelled or missed. It still rises while they book.',
          ({ visits: one }) => share(one.rebooked, one.clients),
        ),
        figure(
          'Walk-ins',
          'count',
          'Kept visits without a client; in none of the numbers beside.',
          (one) => one.visits.walkIns,
        ),
        ...(visits.stayed === null
          ? []
          : [
              {
                name: 'Came again',
                kind: 'share',
                value: share(visits.stayed, visits.before),
                before: undefined,
                means:
                  'Of the clients of the period that this is compared with, how many came in this one.',
              } as const,
            ]),
      ],
      chart: null,
      tables: [
        {
          title: `New clients who came again within ${AGAIN_WITHIN_DAYS} days`,
          columns: [
            { name: 'First visit in', kind: 'text' },
            { name: 'Clients', kind: 'count' },
            { name: 'Came again', kind: 'count' },
            { name: 'Share', kind: 'share' },
            { name: 'So far', kind: 'text' },
          ],
          rows: cohorts.map(({ month, clients, again, isOver }) => [
            businessFormats(business).date(month, MONTH_SHORT),
            clients,
            again,
            share(again, clients),
            isOver ? 'Final' : 'May still rise',
          ]),
          note: 'The last twelve months, whatever the period.',
        },
      ],
    },
    {
      id: 'team',
      title: 'Team',
      clock: seesMoney ? `${AT_START} Sales and tips by when they were rung up.` : AT_START,
      rows,
      figures: [
        figure(
          'Utilisation',
          'share',
          'Booked hours of open hours. It may be over 100 % where people work outside their hours.',
          (one) => share(minutes(one, 'booked'), minutes(one, 'open')),
        ),
        figure(
          'Booked hours',
          'hours',
          'Hands-on time of visits and classes, without buffers and while something takes effect.',
          (one) => minutes(one, 'booked'),
        ),
        figure(
          'Utilisation with processing',
          'share',
          'The same while something takes effect as well, of open hours. Who serves others meanwhile may be over 100 %.',
          (one) => share(withProcessing(one), minutes(one, 'open')),
        ),
        figure(
          'Booked with processing',
          'hours',
          'Hands-on time and the time in which something takes effect.',
          withProcessing,
        ),
        figure(
          'Open hours',
          'hours',
          'Working hours less time off and blocks, of the whole period.',
          (one) => minutes(one, 'open'),
        ),
      ],
      chart: null,
      tables: [
        {
          title: 'By person',
          columns: [
            { name: 'Name', kind: 'text' },
            { name: 'Visits', kind: 'count' },
            { name: 'Booked', kind: 'hours' },
            { name: 'Open', kind: 'hours' },
            { name: 'Utilisation', kind: 'share' },
            ...(seesMoney
              ? [
                  { name: 'Net sales', kind: 'money' as const },
                  { name: 'Tips', kind: 'money' as const },
                ]
              : []),
          ],
          rows: people.map((ref) => {
            const one = hours.get(ref);
            return [
              names[ref] || 'Nobody named',
              one?.visits ?? 0,
              one?.booked ?? 0,
              one?.open ?? 0,
              share(one?.booked ?? 0, one?.open ?? 0),
              ...(seesMoney ? [sold.get(ref)?.net ?? 0, tips.get(ref) ?? 0] : []),
            ];
          }),
        },
        {
          title: 'Clients and sales by person',
          columns: [
            { name: 'Name', kind: 'text' },
            { name: 'Clients', kind: 'count' },
            { name: 'Rebooked', kind: 'share' },
            ...(seesMoney
              ? [
                  { name: 'Sales', kind: 'count' as const },
                  { name: 'Average sale', kind: 'money' as const },
                  { name: 'Commission', kind: 'money' as const },
                ]
              : []),
          ],
          rows: persons.map((one) => [
            names[one.staff] || 'Nobody named',
            one.clients,
            share(one.rebooked, one.clients),
            ...(seesMoney ? [one.sales, one.ticket, one.commission] : []),
          ]),
          note: seesMoney
            ? 'Rebooked: clients with another visit, with anybody, after their last one with this person in the period. Average sale: what was charged for theirs in one sale. Commission: of what was rung up, at the percentages and steps as they are now; the pay run counts a sale when it is paid in full.'
            : 'Rebooked: clients with another visit, with anybody, after their last one with this person in the period.',
        },
      ],
    },
  ];
};
