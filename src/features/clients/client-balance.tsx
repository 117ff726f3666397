import { Link } from 'react-router-dom';
import { pathTo } from '#app/paths.ts';
import { balanceOf } from '#db/queries/balance.ts';
import { useQuery } from '#db/use-query.ts';
import { receiptNumber } from '#domain/checkout/receipt.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { AppointmentRow, BusinessRow, Uuid } from '#domain/rows.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { Notice } from '#ui/notice.tsx';

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;

type Line = { id: Uuid; to: string; text: string; note: string };

/** What the client owes, and what is still to be decided; each line leads to where that is done. */
export function ClientBalance({
  clientId,
  proposed,
  showsSums,
  business,
  formats,
}: {
  clientId: Uuid;
  /** Visits whose fee nobody has decided about. */
  proposed: readonly AppointmentRow[];
  /** Prices are for whoever looks. */
  showsSums: boolean;
  business: BusinessRow;
  formats: BusinessFormats;
}) {
  const balance = useQuery((db) => balanceOf(db, clientId), [clientId]);
  const money = (cents: number): string => formatMoney(cents, business.currency, business.locale);
  if (!balance) return null;
  const feeLine =
    (words: string) =>
    ({ id, starts_at, fee_cents = 0, fee_kind }: AppointmentRow): Line => ({
      id,
      to: pathTo('appointment', { appointmentId: id }),
      text: `${words} ${showsSums ? money(fee_cents) : 'a fee'} for ${formats.date(starts_at, DAY)}`,
      note: fee_kind === 'no_show' ? 'did not come' : 'cancelled late',
    });
  const owed: Line[] = [
    ...balance.sales.map(({ sale, due_cents }) => ({
      id: sale.id,
      to: pathTo('checkoutSuccess', null, { sale: sale.id }),
      text: `Owes ${money(due_cents)} for ${formats.date(sale.occurred_at, DAY)}`,
      note: `receipt ${receiptNumber(sale)}`,
    })),
    ...balance.fees.map(feeLine('Owes')),
  ];
  const lines = [...owed, ...proposed.map(feeLine('Fee to decide:'))];
  if (lines.length === 0) return null;
  return (
    <Notice
      tone="warning"
      {...(owed.length > 1 && { title: `Owes ${money(balance.cents)} in all` })}
    >
      <ul className="grid gap-1">
        {lines.map(({ id, to, text, note }) => (
          <li key={id}>
            <Link
              to={to}
              className="inline-flex min-h-6 items-center font-medium underline underline-offset-2"
            >
              {text}
            </Link>
            <span className="text-muted"> · {note}</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
