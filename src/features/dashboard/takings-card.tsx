import type { Today } from '#db/queries/now-next.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow } from '#domain/rows.ts';

/** Agreed prices of what is done and of what today may still bring. */
export function TakingsCard({ today, business }: { today: Today; business: BusinessRow }) {
  const { earnedCents, expectedCents, counts } = today;
  if (counts.total === 0) return null;
  const money = (cents: number): string => formatMoney(cents, business.currency, business.locale);
  const share = earnedCents + expectedCents > 0 ? earnedCents / (earnedCents + expectedCents) : 0;
  return (
    <section
      aria-label="Takings"
      className="rounded-lg border border-line bg-surface p-5 shadow-card max-lg:order-6"
    >
      <dl className="flex justify-between gap-4">
        <div>
          <dt className="text-sm text-muted">Done so far</dt>
          <dd className="text-lg font-semibold tabular-nums">{money(earnedCents)}</dd>
        </div>
        <div className="text-right">
          <dt className="text-sm text-muted">Still to come</dt>
          <dd className="text-lg font-semibold tabular-nums">{money(expectedCents)}</dd>
        </div>
      </dl>
      <div className="mt-3 h-2 overflow-hidden rounded-full bg-raised" aria-hidden>
        <div className="h-full rounded-full bg-accent" style={{ width: `${share * 100}%` }} />
      </div>
      <p className="mt-2 text-sm text-muted">Agreed prices of today’s services, before tips.</p>
    </section>
  );
}
