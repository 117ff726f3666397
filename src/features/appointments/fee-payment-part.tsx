import { useCallback, useEffect, useState } from 'react';
import { messageFor } from '#app/messages.ts';
import { useDb } from '#db/use-query.ts';
import { cardName, declineOfKept } from '#domain/checkout/card-charges.ts';
import type { CardCharge } from '#domain/checkout/card-charges.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { AppointmentRow, BusinessRow } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { tellFailure } from '#ui/outcome.ts';
import { showToast } from '#ui/toast.ts';
import { useOnline } from '#ui/use-online.ts';

/**
 * Charges a fee to the card that the deposit was paid with, when a person says so. Nothing where there
 * is no such card, and without a connection.
 */
export function FeePaymentPart({
  appointment: { id, fee_state, rev },
  business,
}: {
  /** `rev`: the server may not have heard of the fee yet; when it has, it is asked again. */
  appointment: Pick<AppointmentRow, 'id' | 'fee_state'> & Partial<Pick<AppointmentRow, 'rev'>>;
  business: BusinessRow;
}) {
  const db = useDb();
  const online = useOnline();
  const [seen, setSeen] = useState<CardCharge | null>(null);
  // One try, however often it is sent.
  const [opId, setOpId] = useState(() => db.newId());
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);

  const look = useCallback(async (): Promise<CardCharge | null> => {
    const answer = await db.feePayments?.look(id);
    return answer?.ok ? answer.value : null;
  }, [db, id]);
  useEffect(() => {
    if (!online) return;
    let isOver = false;
    void look().then((found) => {
      if (!isOver) setSeen(found);
    });
    return () => {
      isOver = true;
    };
  }, [look, online, fee_state, rev]);

  const charge = async (): Promise<void> => {
    setAsked(false);
    setBusy(true);
    const answer = await db.feePayments?.charge(id, opId);
    setSeen(await look());
    setBusy(false);
    if (answer && !answer.ok) {
      // Another device was first: how that stands is shown.
      if (answer.error.code !== 'in_use') tellFailure(answer.error, messageFor);
      return;
    }
    if (answer?.value.state === 'over') setOpId(db.newId());
    if (answer?.value.state === 'paid') showToast({ type: 'success', title: 'Fee charged' });
  };

  if (!online || !seen) return null;
  if (seen.state === 'created' || seen.state === 'open') {
    return (
      <p role="status" className="text-pretty text-muted">
        The bank of your client is being asked. Look again in a minute.
      </p>
    );
  }
  if (seen.state === 'captured' && seen.amount === 0) {
    return <p className="text-muted">Charged to the card: nothing is owed any more.</p>;
  }
  if (!seen.card || seen.amount === 0) return null;
  const amount = formatMoney(seen.amount, business.currency, business.locale);
  return (
    <>
      {seen.state === 'cancelled' && (
        <Notice tone="warning" live title="The card was not charged">
          {declineOfKept(seen.decline)}
        </Notice>
      )}
      <Button size="sm" className="justify-self-end" busy={isBusy} onClick={() => setAsked(true)}>
        Charge {amount} now
      </Button>
      <ConfirmDialog
        open={isAsked}
        title={`Charge ${amount} now?`}
        confirmLabel={`Charge ${amount}`}
        onConfirm={() => void charge()}
        onClose={() => setAsked(false)}
      >
        It is taken from the card that the deposit was paid with: {cardName(seen.card)}. Your client
        agreed to that when they booked.
      </ConfirmDialog>
    </>
  );
}
