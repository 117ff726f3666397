import { messageFor } from '#app/messages.ts';
import { pathTo } from '#app/paths.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { Instant } from '#domain/rows.ts';
import { formatPrice, sumPrices } from '#domain/services/price.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { epochMinOf } from '#domain/time/epoch.ts';
import { DATE_WEEKDAY } from '#domain/time/format.ts';
import { twoClocks, zoneLabel } from '#domain/time/two-clocks.ts';
import { deviceZone } from '#platform/device-zone.ts';
import { serverNowMs } from '#remote/public-server.ts';
import { acceptOffer, declineOffer, tellOfferViewed } from '#remote/public-waitlist.ts';
import type { OfferTerms, OpenWaitOffer, WaitStatus } from '#remote/public-waitlist.ts';
import { useSureAction } from '#remote/use-sure-action.ts';
import { ActionNotices } from '#ui/action-notices.tsx';
import { Button } from '#ui/button.tsx';
import { Fact, FactCard } from '#ui/fact-card.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { StepHeading } from '#ui/step-heading.tsx';
import { useOnceSeen } from '#ui/use-once-seen.ts';
import { CalendarCheck, CalendarClock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSecondsUntil } from './use-seconds-until.ts';

/** A time that came free, until it is answered: taken, or left to the next one. */
export function OfferPage({
  slug,
  token,
  status,
  offer,
  refresh,
  onBooked,
}: {
  slug: string;
  token: string;
  status: WaitStatus;
  offer: OpenWaitOffer;
  /** Reads the place anew: its offer may be over, or its terms others. */
  refresh: () => Promise<void>;
  onBooked: () => void;
}) {
  const { business, entry } = status;
  const formats = businessFormats(business);
  const clocks = twoClocks({
    businessZone: business.time_zone,
    readerZone: deviceZone(business.time_zone),
    mode: 'business',
    at: epochMinOf(offer.starts_at),
    locale: business.locale,
  });
  const [manageToken, setManageToken] = useState<string | null>(null);
  // A lost call is no loss.
  useOnceSeen(offer.id, () => void tellOfferViewed(token, offer.id));
  const accepting = useSureAction();
  const declining = useSureAction();
  const isOver = useSecondsUntil(offer.expires_at) === 0 && manageToken === null;
  const refusal = accepting.refusal ?? declining.refusal;
  const isUnderway = accepting.isUnderway || declining.isUnderway;
  useEffect(() => {
    if ((isOver || refusal) && !isUnderway) void refresh();
  }, [isOver, refusal, isUnderway, refresh]);

  const accept = (): void => {
    let booked: string | null = null;
    accepting.start(
      async (opId) => {
        const answer = await acceptOffer(token, offer, opId);
        if (answer.ok) booked = answer.value.manage_token;
        return answer;
      },
      () => {
        setManageToken(booked);
        onBooked();
      },
    );
  };
  const decline = (): void =>
    declining.start(
      (opId) => declineOffer(token, offer.id, opId),
      () => void refresh(),
    );
  const isBooked = manageToken !== null;
  const Icon = isBooked ? CalendarCheck : CalendarClock;
  return (
    <div className="mx-auto w-full max-w-xl py-6">
      <Icon
        size={48}
        strokeWidth={1.75}
        aria-hidden
        className={isBooked ? 'text-success' : 'text-warning'}
      />
      {/* The page may have been opened by its link: then the focus stays, and the change is said. */}
      <div aria-live="polite">
        <StepHeading
          key={isBooked ? 'booked' : 'offered'}
          title={isBooked ? 'You’re booked' : 'A time came free for you'}
          place={business.name}
        >
          {isBooked
            ? `${business.name} is looking forward to seeing you.`
            : `Nothing is booked yet. You can take it until ${formats.dateTime(offer.expires_at)}.`}
        </StepHeading>
      </div>
      <FactCard
        title={formats.date(offer.starts_at, DATE_WEEKDAY)}
        subtitle={formats.timeRange(offer.starts_at, offer.ends_at)}
      >
        <Fact name={entry.items.length > 1 ? 'Services' : 'Service'}>
          {entry.items.map(({ service_name }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the same service may be twice
            <span key={index} className="block">
              <span className="font-medium">{service_name}</span>
              {offer.staff_names[index] && (
                <span className="text-muted"> with {offer.staff_names[index]}</span>
              )}
            </span>
          ))}
        </Fact>
        {entry.location_type === 'client' && <Fact name="Where">At your place</Fact>}
        <Fact name="Price">{formatPrice(sumPrices(offer.terms.prices), business)}</Fact>
        {clocks.other && (
          <Fact name="Times are in">
            {zoneLabel(clocks.shown, business.locale, epochMinOf(offer.starts_at))}
          </Fact>
        )}
      </FactCard>
      {isBooked ? (
        <div className="mt-6 grid gap-3 sm:grid-cols-2">
          <LinkButton
            to={pathTo('cancelAppointment', null, { token: manageToken })}
            variant="primary"
          >
            View, change or cancel
          </LinkButton>
          <LinkButton to={pathTo('book', { proUrl: slug })}>Book another time</LinkButton>
        </div>
      ) : (
        <>
          <Terms terms={offer.terms} status={status} />
          <ActionNotices action={accepting} words={messageFor} />
          <ActionNotices action={declining} words={messageFor} />
          <div className="mt-6 grid gap-3 sm:grid-cols-2">
            <Button
              variant="primary"
              busy={accepting.isUnderway}
              disabled={declining.isUnderway}
              onClick={accept}
            >
              Take this time
            </Button>
            <Button busy={declining.isUnderway} disabled={accepting.isUnderway} onClick={decline}>
              No, leave it to others
            </Button>
          </div>
          <p className="mt-3 text-sm text-muted">If you say no you stay on the waitlist.</p>
        </>
      )}
    </div>
  );
}

/** What can be undone until when, and what it costs, before the button that agrees to it. */
function Terms({
  terms: { fees, deposit, policy, cancel_until: cancelUntil },
  status: { business },
}: {
  terms: OfferTerms;
  status: WaitStatus;
}) {
  const formats = businessFormats(business);
  const money = (cents: number): string => formatMoney(cents, business.currency, business.locale);
  const lateCancel = fees?.late_cancel ?? 0;
  const noShow = fees?.no_show ?? 0;
  // Times come free at short notice: what is until then may be over.
  const isAhead = (at: Instant): boolean => Date.parse(at) > serverNowMs();
  return (
    <section className="mt-6 rounded-lg bg-raised p-4 wrap-anywhere sm:p-5" aria-labelledby="terms">
      <h2 id="terms" className="font-semibold">
        Changing and cancelling
      </h2>
      {fees && lateCancel > 0 && (
        <p className="mt-1">
          {isAhead(fees.free_until)
            ? `Cancelling is free until ${formats.dateTime(fees.free_until)}; after that it costs ${money(lateCancel)}.`
            : `It starts so soon that cancelling costs ${money(lateCancel)}.`}
        </p>
      )}
      {lateCancel === 0 && (
        <p className="mt-1">
          {cancelUntil === null
            ? 'This cannot be cancelled online.'
            : isAhead(cancelUntil)
              ? `You can cancel online until ${formats.dateTime(cancelUntil)}.`
              : 'It starts so soon that it cannot be cancelled online.'}
        </p>
      )}
      {noShow > 0 && <p className="mt-1">Not coming costs {money(noShow)}.</p>}
      {deposit > 0 && (
        <p className="mt-1">
          {business.name} asks you for a deposit of {money(deposit)} before the visit.
        </p>
      )}
      {fees && <p className="mt-1">You would pay {business.name} later; nothing is taken now.</p>}
      {policy && (
        <details className="mt-2">
          <summary className="min-h-11 content-center font-medium">The terms in full</summary>
          <p className="text-pretty whitespace-pre-line">{policy.body}</p>
        </details>
      )}
    </section>
  );
}
