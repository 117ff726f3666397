import { isEmbedded } from '#platform/embedded.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { useOnline } from '#ui/use-online.ts';
import { CreditCard } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { PaymentView } from './use-payment.ts';

/** What the bank said last, what is paid (`children`), and the way to the page where the card is entered. */
export function PayByCard({
  view: { started, decline, url },
  amount,
  children,
}: {
  view: Extract<PaymentView, { kind: 'open' }>;
  /** As people read it; null where nothing is paid and a card is left for later. */
  amount: string | null;
  children?: ReactNode;
}) {
  const online = useOnline();
  const [isLeaving, setLeaving] = useState(false);
  return (
    <>
      {decline !== null && (
        <div className="mb-5">
          <Notice tone="danger" live title={DECLINES[decline] ?? 'Your card was declined'}>
            Nothing was charged. Try again, or use another card.
          </Notice>
        </div>
      )}
      {children}
      {started.is_test && (
        <p className="mt-4 text-sm text-muted">
          Payments are being tried out here: no real card is charged.
        </p>
      )}
      {!online && (
        <p role="status" className="mt-4 text-sm text-warning">
          You are offline. Nothing has been charged; pay as soon as you are back online.
        </p>
      )}
      <Button
        variant="primary"
        icon={CreditCard}
        wide
        className="mt-5"
        busy={isLeaving}
        disabled={!online}
        onClick={() => {
          // The provider's page stands in no frame.
          if (isEmbedded()) return void window.open(url, '_blank', 'noopener');
          setLeaving(true);
          location.assign(url);
        }}
      >
        {amount === null ? 'Enter your card' : `Pay ${amount}`}
      </Button>
      <p className="mt-2 text-sm text-muted">
        {isEmbedded()
          ? 'A secure page opens in a tab of its own. Come back to this one when you have paid.'
          : 'You enter your card on a secure page and come back here.'}
      </p>
    </>
  );
}

const DECLINES: Readonly<Record<string, string>> = {
  insufficient_funds: 'There is not enough money on this card',
  authentication_failed: 'Your bank did not confirm the payment',
};
