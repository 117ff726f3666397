import { Plus } from 'lucide-react';
import { pathTo } from '#app/paths.ts';
import { balanceOf } from '#db/queries/balance.ts';
import { useQuery } from '#db/use-query.ts';
import type { CartLine } from '#domain/checkout/cart.ts';
import { receiptNumber } from '#domain/checkout/receipt.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { AppointmentRow, BusinessRow, Uuid } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Notice } from '#ui/notice.tsx';

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;

/** What the client owes from before: a fee joins this sale, an open sale is collected for itself. */
export function OwedNotice({
  clientId,
  business,
  lines,
  onAdd,
}: {
  clientId: Uuid;
  business: BusinessRow;
  lines: readonly CartLine[];
  onAdd: (line: CartLine) => void;
}) {
  const balance = useQuery((db) => balanceOf(db, clientId), [clientId]);
  if (!balance || balance.cents === 0) return null;
  const formats = businessFormats(business);
  const money = (cents: number): string => formatMoney(cents, business.currency, business.locale);
  const isAdded = (visit: AppointmentRow): boolean =>
    lines.some(({ kind, appointment_id }) => kind === 'fee' && appointment_id === visit.id);
  return (
    <Notice tone="warning" title={`Owes ${money(balance.cents)}`}>
      <ul className="mt-2 grid gap-2">
        {balance.fees.map((visit) => {
          const line = feeLine(visit, formats.date(visit.starts_at, DAY));
          return (
            <li key={visit.id} className="flex flex-wrap items-center justify-between gap-2">
              <span>
                {line.name}, <span className="tabular-nums">{money(line.unit_price_cents)}</span>
              </span>
              {isAdded(visit) ? (
                <span className="text-muted">In this sale</span>
              ) : (
                <Button
                  size="sm"
                  icon={Plus}
                  aria-label={`Add to this sale: ${line.name}`}
                  onClick={() => onAdd(line)}
                >
                  Add to this sale
                </Button>
              )}
            </li>
          );
        })}
        {balance.sales.map(({ sale, due_cents }) => (
          <li key={sale.id} className="flex flex-wrap items-center justify-between gap-2">
            <span>
              Receipt {receiptNumber(sale)}, {formats.date(sale.occurred_at, DAY)},{' '}
              <span className="tabular-nums">{money(due_cents)}</span>
            </span>
            <LinkButton
              size="sm"
              to={pathTo('checkoutSuccess', null, { sale: sale.id, do: 'collect' })}
            >
              Collect
            </LinkButton>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

const feeLine = ({ id, fee_kind, fee_cents = 0 }: AppointmentRow, day: string): CartLine => ({
  kind: 'fee',
  name: `${fee_kind === 'no_show' ? 'No-show fee' : 'Fee for cancelling late'}, ${day}`,
  qty: 1,
  unit_price_cents: fee_cents,
  discount: null,
  tax: null,
  staff_id: null,
  appointment_id: id,
  variant_id: null,
});
