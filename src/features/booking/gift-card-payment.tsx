import { messageFor } from '#app/messages.ts';
import type { AppError } from '#domain/errors/result.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { PublicBusiness } from '#remote/public-booking.ts';
import { startGiftCard } from '#remote/public-payments.ts';
import type { GiftCardRequest } from '#remote/public-payments.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { StepHeading } from '#ui/step-heading.tsx';
import type { Attempt } from './booking-draft.ts';
import { PayByCard } from './pay-by-card.tsx';
import { usePayment } from './use-payment.ts';
import type { PaymentView } from './use-payment.ts';

/** The way to the page where the card is entered, and what came of it. */
export function GiftCardPayment({
  slug,
  attempt,
  business,
  onSold,
  onRefused,
  onLeave,
}: {
  slug: string;
  attempt: Attempt<GiftCardRequest>;
  business: PublicBusiness;
  onSold: () => void;
  onRefused: (error: AppError) => void;
  /** Back to what was entered. */
  onLeave: () => void;
}) {
  const { view, askNow } = usePayment(slug, attempt, startGiftCard, {
    onDecided: onSold,
    onRefused,
  });
  const amount = formatMoney(attempt.request.amount_cents, business.currency, business.locale);
  return (
    <div className="mx-auto w-full max-w-xl py-6">
      {/* Who comes back from the card keeps the focus where the browser has it: then it is said. */}
      <div aria-live="polite">
        <StepHeading key={TITLES[view.kind]} title={TITLES[view.kind]} place={business.name}>
          {view.kind === 'over' && 'It was not paid in time. Nothing was charged.'}
          {view.kind === 'checking' &&
            'Your bank has not answered yet. Please do not pay again: this page keeps asking until it knows.'}
          {view.kind === 'open' && `A gift card of ${amount}. It is sent as soon as this is paid.`}
        </StepHeading>
      </div>
      {(view.kind === 'asking' || view.kind === 'checking') && (
        <div className="grid justify-items-center py-8 text-accent">
          <Spinner label="Checking the payment" size={40} />
        </div>
      )}
      {view.kind === 'trouble' && (
        <Notice tone="warning" live title={messageFor(view.error)}>
          <p>If you have paid already, nothing is lost: this page finds out.</p>
          <Button size="sm" className="mt-3" onClick={askNow}>
            Check now
          </Button>
        </Notice>
      )}
      {view.kind === 'open' && <PayByCard view={view} amount={amount} />}
      {(view.kind === 'open' || view.kind === 'over') && (
        <p className="mt-4">
          <Button onClick={onLeave}>Back to the gift card</Button>
        </p>
      )}
    </div>
  );
}

const TITLES: Readonly<Record<PaymentView['kind'], string>> = {
  asking: 'Checking your payment…',
  checking: 'Checking your payment…',
  open: 'Pay for the gift card',
  over: 'The payment ran out',
  trouble: 'The payment could not be checked',
};
