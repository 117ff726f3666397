import type { Today } from '#db/queries/now-next.ts';
import { takingsOf } from '#db/queries/takings.ts';
import { useQuery } from '#db/use-query.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow, Day, Uuid } from '#domain/rows.ts';

/** What today brought so far, and the agreed prices of what it may still bring. */
export function TakingsCard({
  today: { counts, expectedCents },
  day,
  staffId,
  business,
}: {
  today: Today;
  day: Day;
  /** null = of everybody. */
  staffId: Uuid | null;
  business: BusinessRow;
}) {
  const takings = useQuery((db) => takingsOf(db, day, staffId), [day, staffId]);
  if (!takings) return null;
  const { cents, tipCents, waiting } = takings;
  if (counts.total === 0 && cents === 0 && tipCents === 0) return null;
  const money = (amount: number): string => formatMoney(amount, business.currency, business.locale);
  const done = Math.max(0, cents);
  const share = done + expectedCents > 0 ? done / (done + expectedCents) : 0;
  return (
    <section
      aria-label="Takings"
      className="rounded-lg border border-line bg-surface p-5 shadow-card max-lg:order-6"
    >
      <dl className="flex justify-between gap-4">
        <div>
          <dt className="text-sm text-muted">{staffId === null ? 'Taken' : 'Sold by you'}</dt>
          <dd className="text-lg font-semibold tabular-nums">{money(cents)}</dd>
        </div>
        <div className="text-right">
          <dt className="text-sm text-muted">Still to come</dt>
          <dd className="text-lg font-semibold tabular-nums">{money(expectedCents)}</dd>
        </div>
      </dl>
      <div className="mt-3 h-2 overflow-hidden rounded-full bg-raised" aria-hidden>
        <div className="h-full rounded-full bg-accent" style={{ width: `${share * 100}%` }} />
      </div>
      <p className="mt-2 text-sm text-muted">
        {staffId === null
          ? `Payments less refunds, ${money(tipCents)} of it tips.`
          : `What you did, as it was charged; ${money(tipCents)} tips beside it.`}{' '}
        Still to come are agreed prices.
        {waiting > 0 && ` ${waiting} ${waiting === 1 ? 'sale is' : 'sales are'} not synced yet.`}
      </p>
    </section>
  );
}
