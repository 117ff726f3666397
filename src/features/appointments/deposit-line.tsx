import { messageFor } from '#app/messages.ts';
import { myAccess } from '#db/queries/business.ts';
import { depositsOf } from '#db/queries/deposits.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow, Uuid } from '#domain/rows.ts';
import { lazyExtra } from '#ui/lazy-part.tsx';
import { Suspense } from 'react';

const GiveBack = lazyExtra(async () => (await import('#ui/give-back.tsx')).GiveBack);

/** What was paid online before the visit, and what became of it. Nothing where nothing was. */
export function DepositLine({
  appointmentId,
  business,
}: {
  appointmentId: Uuid;
  business: BusinessRow;
}) {
  const db = useDb();
  const access = useQuery(myAccess, []);
  const deposit = useQuery(
    async (local) => (await depositsOf(local, [appointmentId])).get(appointmentId),
    [appointmentId],
  );
  if (!deposit || deposit.paid === 0) return null;
  const { paid, returned, disputed, lost, left } = deposit;
  const money = (cents: number): string => formatMoney(cents, business.currency, business.locale);
  const used = paid - returned - disputed - left;
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
      {left > 0 && db.onlineRefunds && access?.may('refund') && (
        <Suspense>
          <GiveBack
            key={left}
            paidFor={{ appointment_id: appointmentId }}
            business={business}
            refunds={db.onlineRefunds}
            newId={db.newId}
            words={messageFor}
          />
        </Suspense>
      )}
    </section>
  );
}
