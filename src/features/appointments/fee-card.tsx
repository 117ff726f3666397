import { decideFee } from '#db/commands/fees.ts';
import { paidFees } from '#db/queries/settled-visits.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import type { FeeDecision } from '#domain/appointments/fee.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { AppointmentRow, BusinessRow, FeeKind, FeeState } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { lazyExtra } from '#ui/lazy-part.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { pathTo } from '#app/paths.ts';
import { tellDone } from '#app/tell.ts';
import { Suspense } from 'react';

const FeePaymentPart = lazyExtra(
  async () => (await import('./fee-payment-part.tsx')).FeePaymentPart,
);

const NAMES: Readonly<Record<FeeKind, string>> = {
  late_cancel: 'Fee for cancelling late',
  no_show: 'No-show fee',
};

const STATES: Readonly<Record<FeeState, string>> = {
  none: '',
  proposed: 'Nobody has decided yet. Nothing is charged.',
  owed: 'To be charged later.',
  waived: 'Waived: the client owes nothing for this.',
};

const DECISIONS: readonly { to: FeeDecision; words: string; done: string }[] = [
  { to: 'waived', words: 'Waive', done: 'Fee waived' },
  { to: 'owed', words: 'Charge later', done: 'Fee kept for later' },
];

/** What it costs that somebody cancelled late or did not come, and what becomes of that. */
export function FeeCard({
  appointment,
  business,
  showsSum,
  mayEdit,
}: {
  appointment: AppointmentRow;
  business: BusinessRow;
  /** Without it the card says that there is a fee, and whoever sees prices decides. */
  showsSum: boolean;
  mayEdit: boolean;
}) {
  const db = useDb();
  const { id, client_id, fee_kind, fee_cents = 0, fee_state = 'none' } = appointment;
  const paidBy = useQuery(async (local) => (await paidFees(local, [id])).get(id) ?? null, [id]);
  if (!fee_kind) return null;
  return (
    <section
      aria-label="Fee"
      className="grid gap-3 rounded-lg border border-line bg-surface px-4 py-3 shadow-card"
    >
      <div>
        <p className="flex flex-wrap justify-between gap-x-3 font-semibold">
          {NAMES[fee_kind]}
          {showsSum && (
            <span className="tabular-nums">
              {formatMoney(fee_cents, business.currency, business.locale)}
            </span>
          )}
        </p>
        <p className="text-muted">{paidBy ? 'Paid.' : STATES[fee_state]}</p>
      </div>
      {paidBy && (
        <LinkButton
          size="sm"
          className="justify-self-end"
          to={pathTo('checkoutSuccess', null, { sale: paidBy })}
        >
          Open the sale
        </LinkButton>
      )}
      {!paidBy && showsSum && mayEdit && fee_state !== 'waived' && (
        <Suspense>
          <FeePaymentPart appointment={appointment} business={business} />
        </Suspense>
      )}
      {!paidBy && showsSum && mayEdit && (
        <div className="flex flex-wrap justify-end gap-2">
          {DECISIONS.filter(({ to }) => to !== fee_state).map(({ to, words, done }) => (
            <Button
              key={to}
              size="sm"
              onClick={async () => tellDone(await decideFee(db, id, to), done)}
            >
              {words}
            </Button>
          ))}
          {fee_state === 'owed' && client_id && (
            <LinkButton size="sm" to={pathTo('checkout', null, { client: client_id })}>
              Checkout
            </LinkButton>
          )}
        </div>
      )}
    </section>
  );
}
