import { CreditCard } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { messageFor } from '#app/messages.ts';
import type { SaleDetail } from '#db/queries/sales.ts';
import { useDb } from '#db/use-query.ts';
import { cardName, declineOfKept } from '#domain/checkout/card-charges.ts';
import type { CardCharge } from '#domain/checkout/card-charges.ts';
import type { ErrorCode } from '#domain/errors/codes.ts';
import { formatMoney } from '#domain/money/format.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { tellFailure } from '#ui/outcome.ts';
import { showToast } from '#ui/toast.ts';
import { useOnline } from '#ui/use-online.ts';

/**
 * Charges what is to be collected to the card that the client left for the visit, when they have said yes. It is
 * paid when the provider says so, and not before. Nothing where there is no such card.
 */
export function ChargeCardPart({
  detail: { sale, standing, lines, business, pending },
  onLink,
}: {
  detail: SaleDetail;
  onLink: () => void;
}) {
  const db = useDb();
  const online = useOnline();
  const [seen, setSeen] = useState<CardCharge | null>(null);
  // One try, however often it is sent.
  const [opId, setOpId] = useState(() => db.newId());
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  // Only for a visit somebody can have left one.
  const isOfVisit = lines.some(({ appointment_id }) => appointment_id !== null);
  const mayHave = isOfVisit && db.bills !== null;

  const look = useCallback(async (): Promise<CardCharge | null> => {
    const answer = await (await db.bills?.())?.lookAtCard(sale.id);
    return answer?.ok ? answer.value : null;
  }, [db, sale.id]);
  useEffect(() => {
    if (!online || !mayHave || pending) return;
    let isOver = false;
    void look().then((found) => {
      if (!isOver) setSeen(found);
    });
    return () => {
      isOver = true;
    };
  }, [look, online, mayHave, pending, standing.due_cents]);

  const charge = async (agreedCents: number): Promise<void> => {
    setAsked(false);
    setBusy(true);
    const answer = await (await db.bills?.())?.chargeCard(sale.id, opId, agreedCents);
    setSeen(await look());
    setBusy(false);
    if (answer && !answer.ok) {
      // Another device was first: how that stands is shown.
      if (answer.error.code !== 'in_use') {
        tellFailure(answer.error, (error) => WORDS[error.code] ?? messageFor(error));
      }
      return;
    }
    if (answer?.value.state === 'over') setOpId(db.newId());
    if (answer?.value.state === 'paid') showToast({ type: 'success', title: 'Card charged' });
  };

  if (!mayHave) return null;
  if (!online) {
    return (
      <p className="mb-4 text-sm text-pretty text-muted">
        A card that was left for the visit can be charged with a connection.
      </p>
    );
  }
  if (!seen) return null;
  if (seen.state === 'created' || seen.state === 'open') {
    return (
      <div className="mb-4">
        <Notice
          live
          title="The bank of your client is being asked"
          action={
            <Button size="sm" variant="quiet" onClick={() => void look().then(setSeen)}>
              Look again
            </Button>
          }
        >
          Nothing is paid yet. Wait a minute before you take it in another way.
        </Notice>
      </div>
    );
  }
  if (!seen.card || seen.amount === 0) return null;
  const amount = formatMoney(seen.amount, sale.currency, business.locale);
  return (
    <div className="mb-4 grid gap-3">
      {seen.state === 'cancelled' && (
        <Notice
          tone="warning"
          live
          title="The card was not charged"
          action={
            <Button size="sm" variant="quiet" onClick={onLink}>
              Send a link
            </Button>
          }
        >
          {declineOfKept(seen.decline)}
        </Notice>
      )}
      <Button wide icon={CreditCard} busy={isBusy} onClick={() => setAsked(true)}>
        Charge the card ending {seen.card.last4}
      </Button>
      <ConfirmDialog
        open={isAsked}
        title={`Does your client agree to ${amount}?`}
        confirmLabel={`They agree: charge ${amount}`}
        onConfirm={() => void charge(seen.amount)}
        onClose={() => setAsked(false)}
      >
        It is taken from the card that they left for the visit: {cardName(seen.card)}. They left it
        for what cancelling late or not coming costs, so ask them first. That you did is noted.
      </ConfirmDialog>
    </div>
  );
}

const WORDS: Partial<Record<ErrorCode, string>> = {
  nothing_due: 'Nothing can be charged now: it was collected, or somebody is paying by the link.',
  not_found: 'That card cannot be charged any more. Send your client a link instead.',
};
