import { myAccess } from '#db/queries/business.ts';
import { depositsOf } from '#db/queries/deposits.ts';
import { useQuery } from '#db/use-query.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow, Uuid } from '#domain/rows.ts';
import type { Price } from '#domain/services/price.ts';
import { Notice } from '#ui/notice.tsx';

/** What becomes of a deposit when something is taken out of its visit: by itself, nothing. */
export function DepositNote({
  appointmentId,
  price,
  isLess,
  business: { currency, locale },
}: {
  appointmentId: Uuid;
  /** Of the visit as it is going to be. */
  price: Price;
  /** A service was taken out, or stands for another one. */
  isLess: boolean;
  business: Pick<BusinessRow, 'currency' | 'locale'>;
}) {
  const access = useQuery(myAccess, []);
  const deposit = useQuery(
    async (db) => (await depositsOf(db, [appointmentId])).get(appointmentId),
    [appointmentId],
  );
  const left = deposit?.left ?? 0;
  const over = price.kind === 'fixed' || price.kind === 'free' ? left - price.cents : 0;
  if (left <= 0 || !access?.may('prices') || (!isLess && over <= 0)) return null;
  const money = (cents: number): string => formatMoney(cents, currency, locale);
  return (
    <Notice tone="warning" live title={`${money(left)} was paid before this visit`}>
      {over > 0
        ? `That is ${money(over)} more than it costs now. Nothing goes back by itself: give it back from the visit.`
        : 'Taking a service out gives nothing of it back: it counts at checkout.'}
    </Notice>
  );
}
