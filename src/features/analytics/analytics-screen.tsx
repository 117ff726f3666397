import { Download, ShieldOff } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { myAccess } from '#db/queries/business.ts';
import type { Access } from '#db/queries/business.ts';
import { whatIsLoaded } from '#db/queries/coverage.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import {
  COMPARISONS,
  NAMED_PERIODS,
  comparedWith,
  isPeriod,
  periodOf,
} from '#domain/analytics/period.ts';
import type { Comparison, NamedPeriod, Period, PeriodName } from '#domain/analytics/period.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { wallAt } from '#domain/time/clock-text.ts';
import { instantOfMin } from '#domain/time/epoch.ts';
import { everyMinute } from '#platform/clock.ts';
import { download } from '#platform/download.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { DateField, SelectField } from '#ui/fields.tsx';
import { Notice } from '#ui/notice.tsx';
import { Page } from '#ui/page.tsx';
import { SkeletonList } from '#ui/skeleton.tsx';
import { reportCsv } from './report-csv.ts';
import { ReportView } from './report-view.tsx';
import { reportsOf } from './reports.ts';
import { useFigures } from './use-figures.ts';

const PERIOD_WORDS: Readonly<Record<NamedPeriod, string>> = {
  today: 'Today',
  this_week: 'This week so far',
  last_week: 'Last week',
  this_month: 'This month so far',
  last_month: 'Last month',
  last_3_months: 'Last three months',
  this_year: 'This year so far',
  last_year: 'Last year',
  two_years: 'Two years',
};
const COMPARISON_WORDS: Readonly<Record<Comparison, string>> = {
  before: 'The period before',
  year_before: 'The same days a year before',
  none: 'Nothing',
};
const NOT_A_PERIOD = 'Choose two days in order, ten years apart at most.';

/** Reports, counted on this device from its own rows. */
export function AnalyticsScreen() {
  const access = useQuery(myAccess, []);
  const business = useQuery((db) => db.rows('businesses').get(db.businessId), []);
  if (access?.membership && !access.may('analytics')) {
    return (
      <Page title="Analytics" width="narrow">
        <EmptyState icon={ShieldOff} title="Not part of your role">
          Ask the owner for the right to see figures and reports.
        </EmptyState>
      </Page>
    );
  }
  if (!access || !business) {
    return (
      <Page title="Analytics">
        <SkeletonList rows={5} label="Figures are being loaded" />
      </Page>
    );
  }
  return <Analytics business={business} access={access} />;
}

type Chosen = { name: PeriodName; days: Period; comparison: Comparison; report: string };

function Analytics({ business, access }: { business: BusinessRow; access: Access }) {
  const db = useDb();
  // A screen that is open overnight moves on to the new day.
  const today = useSyncExternalStore(everyMinute, () => wallAt(business.time_zone, db.now()).day);
  const start = business.week_start;
  const [chosen, setChosen] = useState<Chosen>({
    name: 'last_month',
    days: periodOf('last_month', today, start),
    comparison: 'before',
    report: '',
  });
  const change = (part: Partial<Chosen>): void => setChosen({ ...chosen, ...part });
  const days = chosen.name === 'days' ? chosen.days : periodOf(chosen.name, today, start);
  const period = isPeriod(days) ? days : null;
  const before = period && comparedWith(period, chosen.comparison, chosen.name, start);
  const { answer, hasFailed } = useFigures(business, period, before);
  const sees = sightOf(access);
  const reports = answer ? reportsOf(answer.figures, business, sees.money, sees.cost) : [];
  const report = reports.find(({ id }) => id === chosen.report) ?? reports[0];
  const save = (): void => {
    if (!answer || !report) return;
    download(
      `${report.id}-${answer.period.from}-${answer.period.to}.csv`,
      reportCsv(report, answer, business),
      'text/csv;charset=utf-8',
    );
  };
  const isOld =
    answer !== null &&
    period !== null &&
    JSON.stringify([answer.period, answer.before]) !== JSON.stringify([period, before]);
  return (
    <Page
      title="Analytics"
      actions={
        <Button icon={Download} disabled={!report} onClick={save}>
          CSV
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
          <SelectField
            label="Report"
            value={report?.id ?? ''}
            onChange={(id) => change({ report: id })}
            options={reports.map(({ id, title }) => ({ value: id, label: title }))}
            // Which ones there are is known with the figures.
            {...(report
              ? {}
              : { disabled: true, placeholder: hasFailed ? 'No figures' : 'Being counted …' })}
          />
          <SelectField
            label="Period"
            value={chosen.name}
            onChange={(name) => change({ name: name as PeriodName, days })}
            options={[
              ...NAMED_PERIODS.map((name) => ({ value: name, label: PERIOD_WORDS[name] })),
              { value: 'days', label: 'Other days' },
            ]}
          />
          <SelectField
            label="Compare with"
            value={chosen.comparison}
            onChange={(comparison) => change({ comparison: comparison as Comparison })}
            options={COMPARISONS.map((value) => ({ value, label: COMPARISON_WORDS[value] }))}
          />
        </div>
        {chosen.name === 'days' && (
          <div className="grid grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] gap-3 sm:max-w-md">
            <DateField
              label="From"
              value={days.from}
              max={days.to}
              onChange={(from) => change({ days: { ...days, from } })}
            />
            <DateField
              label="To"
              value={days.to}
              min={days.from}
              error={period ? undefined : NOT_A_PERIOD}
              onChange={(to) => change({ days: { ...days, to } })}
            />
          </div>
        )}
        <Whole business={business} from={answer?.figures} sees={sees} />
        {hasFailed && (
          <Notice tone="danger">
            The figures cannot be counted now. Reload the page; your data is safe.
          </Notice>
        )}
        <p role="status" className="text-sm text-muted">
          {answer && !isOld
            ? `${range(answer.period, business)}${
                answer.before ? `, compared with ${range(answer.before, business)}` : ''
              }. Days in the time zone ${business.time_zone}.`
            : period && !hasFailed
              ? 'Figures are being counted …'
              : ''}
        </p>
        {report ? (
          <div className={isOld ? 'opacity-60' : undefined} aria-busy={isOld}>
            <ReportView report={report} business={business} />
          </div>
        ) : (
          period && !hasFailed && <SkeletonList rows={5} label="Figures are being counted" />
        )}
      </div>
    </Page>
  );
}

type Sight = { money: boolean; cost: boolean; isOwn: boolean };

/** Rows that somebody may not see are not on their device: then figures are about their own. */
const sightOf = (access: Access): Sight => {
  const money = access.may('transactions', 'own') || access.may('checkout', 'own');
  const allMoney = access.may('transactions') || access.may('checkout');
  const cost = access.may('inventory.cost');
  return { money, cost, isOwn: (money && !allMoney) || !access.may('appointments.view') };
};

/** What is not among the figures because it is not on this device. */
function Whole({
  business,
  from,
  sees,
}: {
  business: BusinessRow;
  from:
    | { now: { parts: { edges: number[] } }; before: { parts: { edges: number[] } } | null }
    | undefined;
  sees: Sight;
}) {
  const historyFrom = useQuery(whatIsLoaded, [])?.historyFrom ?? null;
  const first = from && instantOfMin((from.before ?? from.now).parts.edges[0]!);
  return (
    <>
      {sees.isOwn && (
        <Notice>
          Figures are about the visits and sales that you may see, not the whole business.
        </Notice>
      )}
      {historyFrom !== null && (
        <Notice tone="warning">
          Rows before {businessFormats(business).date(historyFrom)} are not all on this device yet.{' '}
          {first !== undefined && first < historyFrom
            ? 'These figures may be incomplete.'
            : 'Who is new and who came again may be counted wrong.'}
        </Notice>
      )}
    </>
  );
}

const range = ({ from, to }: Period, business: BusinessRow): string => {
  const { date } = businessFormats(business);
  return from === to ? date(from) : `${date(from)} to ${date(to)}`;
};
