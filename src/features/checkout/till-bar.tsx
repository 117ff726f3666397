import type { RefObject } from 'react';
import type { CartLine } from '#domain/checkout/cart.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { useInView } from '#ui/use-in-view.ts';
import type { CountedDraft } from './cart-draft.ts';
import './till-bar.css';

/** The bars at the foot of a phone, and a first line of the payment above them. */
const FOOT_PX = 160;

/** In small windows the payment lies below everything else: what it comes to, and the way there. */
export function TillBar({
  payment,
  lines,
  count: { totalCents, dueCents },
  business,
}: {
  payment: RefObject<HTMLElement | null>;
  lines: readonly CartLine[];
  count: CountedDraft;
  business: BusinessRow;
}) {
  const isThere = useInView(payment, FOOT_PX);
  if (isThere !== false) return null;
  const isPartly = dueCents >= 0 && dueCents < totalCents;
  const items = lines.reduce((sum, { qty }) => sum + qty, 0);
  return (
    <div className="till-bar">
      <p className="min-w-0 leading-tight">
        <span className="block text-sm text-muted">
          {isPartly ? 'Still due' : 'Total'} · {items === 1 ? '1 item' : `${items} items`}
        </span>
        <strong className="block text-lg tabular-nums">
          {formatMoney(isPartly ? dueCents : totalCents, business.currency, business.locale)}
        </strong>
      </p>
      <Button
        variant="primary"
        onClick={() => {
          payment.current?.scrollIntoView();
          payment.current?.focus({ preventScroll: true });
        }}
      >
        {dueCents === 0 ? 'Complete sale' : 'Take payment'}
      </Button>
    </div>
  );
}
