import type { ClientCounters } from '#db/queries/client-counters.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow, Instant } from '#domain/rows.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import clsx from 'clsx';

/** Counted from the appointments, never kept by hand. */
export function ClientCountersCard({
  counters,
  showsSums,
  business,
  formats,
  historyFrom,
}: {
  counters: ClientCounters;
  /** Prices are for whoever looks. */
  showsSums: boolean;
  business: BusinessRow;
  formats: BusinessFormats;
  /** Older visits are not here (yet), so they are not counted; null = all are. */
  historyFrom: Instant | null;
}) {
  const { visits, spendCents, noShows, cancelled, lateCancelled } = counters;
  const { lastVisit, nextVisit, intervalDays } = counters;
  const late = lateCancelled > 0 ? `${lateCancelled} late` : null;
  const money = (cents: number): string =>
    formatMoney(Math.round(cents), business.currency, business.locale);
  const day = (at: Instant): string =>
    formats.date(at, { day: 'numeric', month: 'short', year: 'numeric' });
  return (
    <div className="max-lg:order-3">
      <dl
        aria-label="In numbers"
        className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line shadow-card sm:grid-cols-4"
      >
        <Fact name="Visits" value={visits} />
        {showsSums && (
          <>
            <Fact name="Spent" value={money(spendCents)} />
            <Fact name="A visit on average" value={money(visits > 0 ? spendCents / visits : 0)} />
          </>
        )}
        <Fact name="Comes every" value={intervalDays === null ? '–' : dayCount(intervalDays)} />
        <Fact name="Last visit" value={lastVisit ? day(lastVisit.starts_at) : '–'} />
        <Fact name="Next visit" value={nextVisit ? day(nextVisit.starts_at) : '–'} />
        <Fact name="No-shows" value={noShows} isBad={noShows > 0} />
        <Fact name="Cancelled" value={cancelled} note={late} isBad={lateCancelled > 0} />
      </dl>
      {historyFrom && (
        <p className="mt-2 text-sm text-muted">
          Counted from {formats.date(historyFrom, { month: 'long', year: 'numeric' })} on: older
          visits are not on this device yet.
        </p>
      )}
    </div>
  );
}

const dayCount = (days: number): string => (days === 1 ? 'day' : `${days} days`);

function Fact({
  name,
  value,
  note,
  isBad = false,
}: {
  name: string;
  value: string | number;
  note?: string | null;
  isBad?: boolean;
}) {
  return (
    <div className="min-w-0 grow bg-surface px-4 py-3 ">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className={clsx('text-lg font-semibold tabular-nums', isBad && 'text-danger')}>
        {value}
        {note && <span className="ml-1.5 text-sm font-normal text-muted">{note}</span>}
      </dd>
    </div>
  );
}
