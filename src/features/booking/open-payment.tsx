import { formatMoney } from '#domain/money/format.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { DATE_WEEKDAY } from '#domain/time/format.ts';
import { Button } from '#ui/button.tsx';
import { Fact, FactCard } from '#ui/fact-card.tsx';
import { Notice } from '#ui/notice.tsx';
import { useOnline } from '#ui/use-online.ts';
import { CreditCard } from 'lucide-react';
import { useState } from 'react';
import type { Catalogue } from './catalogue.ts';
import { restSentence } from './deposit-of.ts';
import type { BookingDraft } from './use-draft.ts';
import type { PaymentView } from './use-payment.ts';

/** What is paid now and what later, and the way to the page where the card is entered. */
export function OpenPayment({
  draft,
  catalogue,
  view,
  formats,
}: {
  draft: BookingDraft;
  catalogue: Catalogue;
  view: Extract<PaymentView, { kind: 'open' }>;
  formats: BusinessFormats;
}) {
  const online = useOnline();
  const [isLeaving, setLeaving] = useState(false);
  const { started, decline, url } = view;
  const { business } = catalogue.profile;
  const amount = formatMoney(started.amount, started.currency, business.locale);
  // Nothing is paid: a card is left.
  const isCard = started.amount === 0;
  const onPay = () => {
    setLeaving(true);
    location.assign(url);
  };
  return (
    <>
      {decline !== null && (
        <div className="mb-5">
          <Notice tone="danger" live title={DECLINES[decline] ?? 'Your card was declined'}>
            Nothing was charged. Try again, or use another card.
          </Notice>
        </div>
      )}
      <FactCard
        title={isCard ? 'Nothing is charged now' : `${amount} now`}
        subtitle={
          isCard
            ? 'Your card is kept for this visit.'
            : restSentence(catalogue, draft, started.amount)
        }
      >
        {draft.startsAt !== null && (
          <Fact name="When">
            {formats.date(draft.startsAt, DATE_WEEKDAY)}, {formats.time(draft.startsAt)}
          </Fact>
        )}
        <Fact name="Kept for you until">{formats.time(started.expires_at)}</Fact>
      </FactCard>
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
        onClick={onPay}
      >
        {isCard ? 'Enter your card' : `Pay ${amount}`}
      </Button>
      <p className="mt-2 text-sm text-muted">
        You enter your card on a secure page and come back here.
      </p>
    </>
  );
}

const DECLINES: Readonly<Record<string, string>> = {
  insufficient_funds: 'There is not enough money on this card',
  authentication_failed: 'Your bank did not confirm the payment',
};
