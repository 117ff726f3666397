import type { ClientCounters } from '#db/queries/clients.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow } from '#domain/rows.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import clsx from 'clsx';

/** Counted from the appointments, never kept by hand. */
export function ClientCountersCard({
  counters,
  business,
  formats,
}: {
  counters: ClientCounters;
  business: BusinessRow;
  formats: BusinessFormats;
}) {
  const { visits, spendCents, noShows, cancelled, lateCancelled, lastVisit } = counters;
  const late = lateCancelled > 0 ? `${lateCancelled} late` : null;
  const money = (cents: number): string =>
    formatMoney(Math.round(cents), business.currency, business.locale);
  return (
    <dl
      aria-label="In numbers"
      className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line shadow-card max-lg:order-3 sm:grid-cols-3"
    >
      <Fact name="Visits" value={visits} />
      <Fact name="Spent" value={money(spendCents)} />
      <Fact name="A visit on average" value={money(visits > 0 ? spendCents / visits : 0)} />
      <Fact
        name="Last visit"
        value={
          lastVisit
            ? formats.date(lastVisit.starts_at, { day: 'numeric', month: 'short', year: 'numeric' })
            : '–'
        }
      />
      <Fact name="No-shows" value={noShows} isBad={noShows > 0} />
      <Fact name="Cancelled" value={cancelled} note={late} isBad={lateCancelled > 0} />
    </dl>
  );
}

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
