import { messageFor } from '#app/messages.ts';
import { pathTo } from '#app/paths.ts';
import type { AppError } from '#domain/errors/result.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { nowMs } from '#platform/clock.ts';
import type { GiftKept } from '#remote/gift-balance.ts';
import type { BookRequest, PublicProfile } from '#remote/public-booking.ts';
import { startPayment } from '#remote/public-payments.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { lazyExtra } from '#ui/lazy-part.tsx';
import { StepHeading } from '#ui/step-heading.tsx';
import { Suspense, useMemo, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { useBookingContext } from './booking-context.ts';
import { reduceDraft } from './booking-draft.ts';
import type { Attempt } from './booking-draft.ts';
import { ProfileTrouble } from './booking-trouble.tsx';
import { bundlingOf } from './bundling.ts';
import { catalogueOf, needsApproval } from './catalogue.ts';
import { loadDraft, saveDraft } from './draft-store.ts';
import { fittedChoices } from './fitted-choices.ts';
import { NotHereYet } from './not-here-yet.tsx';
import { OpenPayment } from './open-payment.tsx';
import { stepForRefusal } from './step-order.ts';
import { newId } from './use-draft.ts';
import type { BookingDraft, BookingEvent } from './use-draft.ts';
import { usePayment } from './use-payment.ts';
import type { PaymentView } from './use-payment.ts';

const GiftDeposit = lazyExtra(async () => (await import('./gift-deposit.tsx')).GiftDeposit);

/** Where a booking is paid for before it stands, and where its client comes back to from the card. */
export function PaymentScreen() {
  const { slug, profile, error, refresh } = useBookingContext();
  const isBack = useSearchParams()[0].has('back');
  const [draft, setDraft] = useState<BookingDraft>(() =>
    loadDraft<BookRequest>(slug, { nowMs: nowMs(), newId }),
  );
  if (draft.attempt) return <Navigate to={bookingAt(slug, 'review')} replace />;
  if (draft.payment) {
    if (profile) {
      return (
        <Payment
          // With a gift card it is another payment.
          key={draft.payment.opId}
          slug={slug}
          draft={draft}
          onDraft={setDraft}
          payment={draft.payment}
          profile={profile}
          refresh={refresh}
        />
      );
    }
    return error ? <ProfileTrouble error={error} refresh={refresh} /> : <Asking />;
  }
  if (isBack) {
    return (
      <NotHereYet title="This payment is not open here">
        If it is paid, the booking is made by itself, and a message about it is on its way. If you
        started in another browser, go on there.
      </NotHereYet>
    );
  }
  return (
    <NotHereYet title="There is nothing to pay online">
      Payment is made at the appointment. Nothing has been charged.
    </NotHereYet>
  );
}

function Payment({
  slug,
  draft,
  onDraft,
  payment,
  profile,
  refresh,
}: {
  slug: string;
  draft: BookingDraft;
  onDraft: (draft: BookingDraft) => void;
  payment: Attempt<BookRequest>;
  profile: PublicProfile;
  refresh: () => Promise<void>;
}) {
  const { business } = profile;
  const navigate = useNavigate();
  const formats = useMemo(() => businessFormats(business), [business]);
  const catalogue = useMemo(() => {
    const menu = catalogueOf(profile);
    return { ...menu, bundling: bundlingOf(menu, []) };
  }, [profile]);
  const isRequest = needsApproval(catalogue, draft.choices);

  /** The booking page goes on with what is written down here. */
  const goOn = (event: BookingEvent, step: string) => {
    saveDraft(slug, reduceDraft(draft, event), nowMs());
    void navigate(bookingAt(slug, step), { replace: true });
  };
  /** What is left is paid by card, under an id of its own; nothing left is booked at once. */
  const onKept = ({ gift, due, asks_card }: GiftKept): void => {
    const next = { opId: newId(), request: { ...payment.request, gift } };
    if (due === 0 && !asks_card) return goOn({ type: 'sent', ...next }, 'review');
    const changed = reduceDraft(draft, { type: 'paying', ...next });
    saveDraft(slug, changed, nowMs());
    onDraft(changed);
  };
  const { view, askNow } = usePayment(slug, payment, startPayment, {
    onDecided: () => goOn({ type: 'sent', ...payment }, 'review'),
    onRefused: (error: AppError) => {
      // Prices, terms or services are not what this page believes.
      void refresh();
      const choices = fittedChoices(catalogue, draft.choices, error);
      goOn(
        { type: 'refused', error, ...(choices && { choices }) },
        choices ? 'review' : stepForRefusal(error),
      );
    },
  });

  const isCard = view.kind === 'open' && view.started.amount === 0;
  const title = isCard ? 'Leave a card to book' : TITLES[view.kind];
  return (
    <div className="mx-auto w-full max-w-xl py-6">
      {/* Who comes back from the card keeps the focus where the browser has it: then it is said. */}
      <div aria-live="polite">
        <StepHeading key={title} title={title} place={business.name}>
          {view.kind === 'over' &&
            'It was not paid in time. Nothing was charged, and nothing is booked.'}
          {view.kind === 'checking' &&
            'Your bank has not answered yet. Please do not pay again: this page keeps asking until it knows.'}
          {view.kind === 'open' &&
            (isCard
              ? `Your ${isRequest ? 'request is sent' : 'booking is made'} as soon as your card is kept.`
              : isRequest
                ? `Your request is sent as soon as this is done. Your card is charged when ${business.name} says yes.`
                : 'Your booking is made as soon as this is paid.')}
        </StepHeading>
      </div>
      {(view.kind === 'asking' || view.kind === 'checking') && <Asking />}
      {view.kind === 'trouble' && (
        <Notice tone="warning" live title={messageFor(view.error)}>
          <p>If you have paid already, nothing is lost: this page finds out.</p>
          <Button size="sm" className="mt-3" onClick={askNow}>
            Check now
          </Button>
        </Notice>
      )}
      {view.kind === 'open' && (
        <>
          {payment.request.gift !== undefined && (
            <p className="mb-4">
              A part is kept on your gift card for this visit, and taken when you are there.
            </p>
          )}
          <OpenPayment draft={draft} catalogue={catalogue} view={view} formats={formats} />
          {/* Where a card is only left, nothing is due. */}
          {!isCard && (
            <Suspense>
              <GiftDeposit slug={slug} request={payment.request} onKept={onKept} />
            </Suspense>
          )}
        </>
      )}
      {(view.kind === 'open' || view.kind === 'over') && (
        <p className="mt-4">
          <Button
            variant={view.kind === 'over' ? 'primary' : 'secondary'}
            onClick={() => goOn({ type: 'payment_left' }, 'review')}
          >
            Back to the booking
          </Button>
        </p>
      )}
    </div>
  );
}

function Asking() {
  return (
    <div className="grid justify-items-center py-8 text-accent">
      <Spinner label="Checking the payment" size={40} />
    </div>
  );
}

const bookingAt = (slug: string, step: string): string =>
  pathTo('book', { proUrl: slug }, { step });

const TITLES: Readonly<Record<PaymentView['kind'], string>> = {
  asking: 'Checking your payment…',
  checking: 'Checking your payment…',
  open: 'Pay to book',
  over: 'The payment ran out',
  trouble: 'The payment could not be checked',
};
