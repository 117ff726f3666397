import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { pathTo } from '#app/paths.ts';
import type { AppError } from '#domain/errors/result.ts';
import { formatMoney } from '#domain/money/format.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import type { GiftCardRequest } from '#remote/public-payments.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { PageLoading } from '#ui/skeleton.tsx';
import { StepHeading } from '#ui/step-heading.tsx';
import { useBookingContext } from './booking-context.ts';
import type { Attempt } from './booking-draft.ts';
import { ProfileTrouble } from './booking-trouble.tsx';
import { GiftCardForm } from './gift-card-form.tsx';
import { GiftCardPayment } from './gift-card-payment.tsx';
import { loadGiftCard, saveGiftCard } from './gift-card-store.ts';
import { NotHereYet } from './not-here-yet.tsx';
import { newId } from './use-draft.ts';

const GiftCheckScreen = lazyPart(
  async () => (await import('./gift-check-screen.tsx')).GiftCheckScreen,
);

/** Where anybody buys a gift card of a business, and where they come back to from the card. */
export function GiftCardScreen() {
  const { slug, profile, error, refresh } = useBookingContext();
  const [params] = useSearchParams();
  const isBack = params.has('back');
  const [attempt, setAttempt] = useState(() => loadGiftCard(slug));
  const [asked, setAsked] = useState<GiftCardRequest | null>(attempt?.request ?? null);
  const [isSold, setSold] = useState(false);
  const [refusal, setRefusal] = useState<AppError | null>(null);
  if (!profile) {
    return error ? <ProfileTrouble error={error} refresh={refresh} /> : <PageLoading />;
  }
  const { business } = profile;
  if (params.has('check')) {
    return (
      <Suspense>
        <GiftCheckScreen slug={slug} business={business} />
      </Suspense>
    );
  }
  const keep = (next: Attempt<GiftCardRequest> | null): void => {
    saveGiftCard(slug, next);
    setAttempt(next);
  };
  if (isSold && asked) {
    const formats = businessFormats(business);
    const to = asked.recipient ?? asked.buyer;
    return (
      <div className="mx-auto w-full max-w-xl py-6" aria-live="polite">
        <StepHeading title="Thank you" place={business.name}>
          {`The gift card of ${formatMoney(asked.amount_cents, business.currency, business.locale)} is paid. `}
          {asked.deliver_on === null
            ? `Its code is on its way to ${to.email}.`
            : `Its code goes to ${to.email} on ${formats.date(asked.deliver_on)}.`}
        </StepHeading>
        <LinkButton to={pathTo('book', { proUrl: slug })}>Go to the booking page</LinkButton>
      </div>
    );
  }
  if (attempt) {
    return (
      <GiftCardPayment
        key={attempt.opId}
        slug={slug}
        attempt={attempt}
        business={business}
        onSold={() => {
          setSold(true);
          keep(null);
        }}
        onRefused={(reason) => {
          setRefusal(reason);
          keep(null);
        }}
        onLeave={() => keep(null)}
      />
    );
  }
  if (isBack && !asked) {
    return (
      <NotHereYet title="This payment is not open here">
        If it is paid, the gift card is on its way by mail. If you started in another browser, go on
        there.
      </NotHereYet>
    );
  }
  const isOffered = business.booking_enabled && profile.sells_gift_cards !== false;
  if (!isOffered || refusal?.code === 'paused' || refusal?.code === 'not_offered') {
    return (
      <NotHereYet title="Gift cards are not sold online at the moment">
        Ask at your next visit. Nothing has been charged.
      </NotHereYet>
    );
  }
  return (
    <>
      <GiftCardForm
        business={business}
        asked={asked}
        refusal={refusal}
        onSend={(request) => {
          setRefusal(null);
          setAsked(request);
          keep({ opId: newId(), request });
        }}
      />
      <div className="mx-auto grid w-full max-w-xl pt-3 pb-6">
        <LinkButton to={pathTo('bookGiftCard', { proUrl: slug }, { check: '' })}>
          See what is left on a gift card
        </LinkButton>
      </div>
    </>
  );
}
