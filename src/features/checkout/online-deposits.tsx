import { depositsBetween } from '#db/queries/deposits.ts';
import { useQuery } from '#db/use-query.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow, Instant } from '#domain/rows.ts';
import { Totals } from './totals.tsx';

/** What clients paid online: before their visits, by the link of a bill, for gift cards. Nothing where nobody did. */
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
      aria-label="Paid online"
      className="rounded-lg border border-line bg-surface p-4 shadow-card"
    >
      <Totals
        lines={[
          {
            name: 'Paid online by card',
            text: formatMoney(cents, business.currency, business.locale),
          },
        ]}
      />
      <p className="mt-1 text-sm text-muted">
        Deposits, bills and gift cards when cards were charged, less what went back and what
        disputes took. Not in the sums of sales.
      </p>
    </section>
  );
}
