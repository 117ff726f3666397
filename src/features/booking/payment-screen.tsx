import { messageFor } from '#app/messages.ts';
import { pathTo } from '#app/paths.ts';
import { formatMoney } from '#domain/money/format.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { nowMs } from '#platform/clock.ts';
import type { BookRequest } from '#remote/public-booking.ts';
import { Button } from '#ui/button.tsx';
import { Fact, FactCard } from '#ui/fact-card.tsx';
import { Notice } from '#ui/notice.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { StepHeading } from '#ui/step-heading.tsx';
import { useOnline } from '#ui/use-online.ts';
import { DATE_WEEKDAY } from '#domain/time/format.ts';
import { CreditCard } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useBookingContext } from './booking-context.ts';
import { reduceDraft } from './booking-draft.ts';
import type { Attempt } from './booking-draft.ts';
import { catalogueOf } from './catalogue.ts';
import { restSentence } from './deposit-of.ts';
import { loadDraft, saveDraft } from './draft-store.ts';
import { NotHereYet } from './not-here-yet.tsx';
import { stepForRefusal } from './step-order.ts';
import { newId } from './use-draft.ts';
import type { BookingDraft, BookingEvent } from './use-draft.ts';
import { usePayment } from './use-payment.ts';
import type { PaymentView } from './use-payment.ts';

/** Where a booking is paid for before it stands, and where its client comes back to from the card. */
export function PaymentScreen() {
  const { slug, profile } = useBookingContext();
  const isBack = useSearchParams()[0].has('back');
  const [draft] = useState<BookingDraft>(() =>
    loadDraft<BookRequest>(slug, { nowMs: nowMs(), newId }),
  );
  if (draft.payment && profile) {
    return <Payment slug={slug} draft={draft} payment={draft.payment} profile={profile} />;
  }
  if (isBack) {
    return (
      <NotHereYet title="This payment was started in another browser">
        Go on there. If you have paid, your booking is made by itself, and a message about it is on
        its way.
      </NotHereYet>
    );
  }
  return (
    <NotHereYet title="There is nothing to pay online">
      Payment is made at the appointment. Nothing has been charged.
    </NotHereYet>
  );
}

type Props = {
  slug: string;
  draft: BookingDraft;
  payment: Attempt<BookRequest>;
  profile: NonNullable<ReturnType<typeof useBookingContext>['profile']>;
};

function Payment({ slug, draft, payment, profile }: Props) {
  const { business } = profile;
  const navigate = useNavigate();
  const formats = useMemo(() => businessFormats(business), [business]);

  /** The booking page goes on with what is written down here. */
  const goOn = (event: BookingEvent, step: string) => {
    saveDraft(slug, reduceDraft(draft, event), nowMs());
    void navigate(pathTo('book', { proUrl: slug }, { step }), { replace: true });
  };
  const { view, askNow } = usePayment(slug, payment, {
    onDecided: () => goOn({ type: 'sent', ...payment }, 'review'),
    onRefused: (error) => goOn({ type: 'refused', error }, stepForRefusal(error)),
  });
  const leave = () => goOn({ type: 'payment_left' }, 'review');

  return (
    <div className="mx-auto w-full max-w-xl py-6">
      <StepHeading title={TITLES[view.kind]} place={business.name}>
        {view.kind === 'over' &&
          'It was not paid in time. Nothing was charged, and nothing is booked.'}
        {view.kind === 'checking' &&
          'Your bank has not answered yet. Please do not pay again: this page keeps asking until it knows.'}
        {view.kind === 'open' && 'Your booking is made as soon as this is paid.'}
      </StepHeading>
      {(view.kind === 'asking' || view.kind === 'checking') && (
        <div role="status" className="grid justify-items-center py-8 text-accent">
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
      {view.kind === 'open' && (
        <OpenPayment draft={draft} profile={profile} view={view} formats={formats} />
      )}
      {view.kind !== 'checking' && view.kind !== 'asking' && (
        <p className="mt-4">
          <Button onClick={leave}>Back to the booking</Button>
        </p>
      )}
    </div>
  );
}

function OpenPayment({
  draft,
  profile,
  view,
  formats,
}: Pick<Props, 'draft' | 'profile'> & {
  view: Extract<PaymentView, { kind: 'open' }>;
  formats: ReturnType<typeof businessFormats>;
}) {
  const online = useOnline();
  const [isLeaving, setLeaving] = useState(false);
  const catalogue = useMemo(() => catalogueOf(profile), [profile]);
  const { started, decline, url } = view;
  const amount = formatMoney(started.amount, started.currency, profile.business.locale);
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
      <FactCard title={`${amount} now`} subtitle={restSentence(catalogue, draft, started.amount)}>
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
        className="mt-5 w-full"
        busy={isLeaving}
        disabled={!online}
        onClick={onPay}
      >
        Pay {amount}
      </Button>
      <p className="mt-2 text-sm text-muted">
        You enter your card on a secure page and come back here.
      </p>
    </>
  );
}

const TITLES: Readonly<Record<PaymentView['kind'], string>> = {
  asking: 'Checking your payment…',
  checking: 'Checking your payment…',
  open: 'Pay to book',
  over: 'The payment ran out',
  trouble: 'The payment could not be checked',
};

const DECLINES: Readonly<Record<string, string>> = {
  insufficient_funds: 'There is not enough money on this card',
  authentication_failed: 'Your bank did not confirm the payment',
};
