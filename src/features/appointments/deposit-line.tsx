import { depositsOf } from '#db/queries/deposits.ts';
import { useQuery } from '#db/use-query.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow, Uuid } from '#domain/rows.ts';
import { lazyExtra } from '#ui/lazy-part.tsx';
import { Suspense } from 'react';

const GiveBack = lazyExtra(async () => (await import('#app/give-back.tsx')).GiveBack);

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
  const { paid, returned, left } = deposit;
  const money = (cents: number): string => formatMoney(cents, business.currency, business.locale);
  const used = paid - returned - left;
  return (
    <section
      aria-label="Deposit"
      className="grid gap-1 rounded-lg border border-line bg-surface px-4 py-3 shadow-card"
    >
      <p className="flex flex-wrap justify-between gap-x-3 font-semibold">
        Deposit, paid online
        <span className="tabular-nums">{money(paid)}</span>
      </p>
      {returned > 0 && <p className="text-muted">{money(returned)} went back to the card.</p>}
      {used > 0 && <p className="text-muted">{money(used)} is taken up by a sale.</p>}
      {left > 0 && <p className="text-muted">{money(left)} counts at checkout.</p>}
      {left > 0 && (
        <Suspense>
          <GiveBack key={left} paidFor={{ appointment_id: appointmentId }} business={business} />
        </Suspense>
      )}
    </section>
  );
}
