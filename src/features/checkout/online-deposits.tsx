import { depositsBetween } from '#db/queries/deposits.ts';
import { useQuery } from '#db/use-query.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow, Instant } from '#domain/rows.ts';
import { Totals } from './totals.tsx';

/** What clients paid online before their visits. Nothing where nobody did. */
export function OnlineDeposits({
  business,
  from,
  to,
}: {
  business: BusinessRow;
  from: Instant;
  to: Instant;
}) {
  const cents = useQuery((db) => depositsBetween(db, from, to), [from, to]);
  if (!cents) return null;
  return (
    <section
      aria-label="Deposits"
      className="rounded-lg border border-line bg-surface p-4 shadow-card"
    >
      <Totals
        lines={[
          {
            name: 'Deposits, paid online',
            text: formatMoney(cents, business.currency, business.locale),
          },
        ]}
      />
      <p className="mt-1 text-sm text-muted">
        When cards were charged, less what went back and what disputes took. Not in the sums of
        sales.
      </p>
    </section>
  );
}
