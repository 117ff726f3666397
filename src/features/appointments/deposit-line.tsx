import { depositsOf } from '#db/queries/deposits.ts';
import { useQuery } from '#db/use-query.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow, Uuid } from '#domain/rows.ts';

/** What was paid online before the visit, and what became of it. Nothing where nothing was. */
export function DepositLine({
  appointmentId,
  business,
}: {
  appointmentId: Uuid;
  business: BusinessRow;
}) {
  const deposit = useQuery(
    async (db) => (await depositsOf(db, [appointmentId])).get(appointmentId),
    [appointmentId],
  );
  if (!deposit || deposit.paid === 0) return null;
  const { paid, returned, disputed, lost, left } = deposit;
  const money = (cents: number): string => formatMoney(cents, business.currency, business.locale);
  const used = paid - returned - disputed - left;
  return (
    <section
      aria-label="Deposit"
      className="rounded-lg border border-line bg-surface px-4 py-3 shadow-card"
    >
      <p className="flex flex-wrap justify-between gap-x-3 font-semibold">
        Deposit, paid online
        <span className="tabular-nums">{money(paid)}</span>
      </p>
      {returned > 0 && <p className="text-muted">{money(returned)} went back to the card.</p>}
      {lost > 0 && (
        <p className="text-muted">{money(lost)} went back to the client: a dispute was lost.</p>
      )}
      {disputed > lost && (
        <p className="text-muted">
          {money(disputed - lost)} is with the bank of the client, who disputes it.
        </p>
      )}
      {used > 0 && <p className="text-muted">{money(used)} is taken up by a sale.</p>}
      {left > 0 && <p className="text-muted">{money(left)} counts at checkout.</p>}
    </section>
  );
}
