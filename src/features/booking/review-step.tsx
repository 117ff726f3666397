import { messageFor } from '#app/messages.ts';
import { pathTo } from '#app/paths.ts';
import { formatMoney } from '#domain/money/format.ts';
import { addMinutes } from '#domain/time/epoch.ts';
import { DATE_WEEKDAY } from '#domain/time/format.ts';
import { addressLines } from '#domain/text/address.ts';
import { deviceZone } from '#platform/device-zone.ts';
import { nowMs } from '#platform/clock.ts';
import { isOnline, onOnlineChange } from '#platform/online.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { bookRequest, visitAddress } from './book-request.ts';
import { reduceDraft } from './booking-draft.ts';
import type { LaterFlow } from './booking-flow.ts';
import type { Step } from './booking-steps.ts';
import { cancelSentences } from './cancel-terms.ts';
import { needsApproval, totalMinutes } from './catalogue.ts';
import { PLACES } from './booked-from-draft.ts';
import { asksCard, depositOf, restSentence } from './deposit-of.ts';
import { saveDraft } from './draft-store.ts';
import { guestChoices } from './guests.ts';
import { HoldTimer } from './hold-timer.tsx';
import { OrderLines } from './order-lines.tsx';
import { asksWhere, placeOf } from './place.ts';
import { StepBar } from './step-bar.tsx';
import { StepHeading } from '#ui/step-heading.tsx';
import { stepSearch } from './step-search.ts';
import { newId } from './use-draft.ts';

/** Why another option was chosen than the one that was asked for. */
const FITTED: Partial<Record<string, string>> = {
  new: 'This is your first visit here',
  returning: 'You have been here before',
};

/** Longer terms are folded: the one line above them says what matters. */
const SHORT_POLICY = 400;

/** The last look: what, when, where, who, what it costs, and until when it can be undone. */
export function ReviewStep({ flow }: { flow: LaterFlow }) {
  const { slug, catalogue, draft, send, formats } = flow;
  const navigate = useNavigate();
  const { business, policy } = catalogue.profile;
  const online = useSyncExternalStore(onOnlineChange, isOnline);
  const guests = guestChoices(catalogue, draft);
  const isRequest = needsApproval(catalogue, [...draft.choices, ...guests.flat()]);
  const { startsAt, session, details } = draft;
  if (startsAt === null) return null;
  const endsAt = session?.endsAt ?? addMinutes(startsAt, totalMinutes(catalogue, draft.choices));
  const isWaiting = session?.isWaiting ?? false;
  const deposit = depositOf(catalogue, draft);
  const keepsCard = asksCard(catalogue, draft);

  const onBook = () => {
    const request = bookRequest(draft, catalogue, deviceZone(business.time_zone));
    if (!request || !online) return;
    if (deposit === 0 && !keepsCard) {
      send({ type: 'sent', opId: newId(), request });
      return;
    }
    // Another page goes on with it.
    const paid = { ...request, hold_key: draft.holdKey };
    const paying = { type: 'paying', opId: newId(), request: paid } as const;
    saveDraft(slug, reduceDraft(draft, paying), nowMs());
    void navigate(pathTo('bookPayment', { proUrl: slug }));
  };

  return (
    <>
      <StepHeading
        title={
          isWaiting ? 'Join the waitlist' : isRequest ? 'Check your request' : 'Check and book'
        }
        place={business.name}
      />
      <HoldTimer flow={flow} />
      {draft.refusal && (
        <div className="mb-5">
          <Notice
            tone={draft.refusal.code === 'nothing_due' ? 'info' : 'danger'}
            live
            title={
              draft.refusal.code === 'duplicate'
                ? 'You are in this class already'
                : (FITTED[
                    draft.refusal.code === 'other_variant' ? (draft.refusal.field ?? '') : ''
                  ] ?? messageFor(draft.refusal))
            }
          >
            {draft.refusal.code === 'duplicate' &&
              'Use the link in the message you got to change your seats.'}
            {draft.refusal.code === 'other_variant' &&
              'The option for you is chosen now: please check it and book again.'}
            {draft.refusal.code === 'price_changed' && 'The new price stands below.'}
            {draft.refusal.code === 'policy_changed' && 'The new terms stand below.'}
            {draft.refusal.code === 'nothing_due' && 'You can book right away.'}
          </Notice>
        </div>
      )}
      {isWaiting && (
        <div className="mb-5">
          <Notice tone="info">
            There are not enough seats at the moment. When they come free they are yours at once,
            and you get a message.
          </Notice>
        </div>
      )}
      <div className="mb-8 grid max-w-2xl grid-cols-1 gap-4 wrap-anywhere">
        <Part title="When" step="time">
          <p className="text-lg font-semibold">{formats.date(startsAt, DATE_WEEKDAY)}</p>
          <p>{formats.timeRange(startsAt, endsAt)}</p>
          {guests.length > 0 && (
            <p className="text-muted">
              Your guests begin with you, or right after you where the team is busy.
            </p>
          )}
        </Part>
        <Part title="What" step="services">
          <OrderLines flow={flow} />
        </Part>
        <Part
          title="Where"
          {...(!session && asksWhere(catalogue, draft.choices) ? { step: 'where' } : {})}
        >
          <Place flow={flow} />
        </Part>
        <Part title="You" step="details">
          <p>
            {details.firstName} {details.lastName}
          </p>
          <p className="text-muted">
            {[details.email, details.phone].filter((text) => text.trim() !== '').join(' · ')}
          </p>
          {!session && details.note.trim() && (
            <p className="mt-1 whitespace-pre-line">“{details.note.trim()}”</p>
          )}
        </Part>
        {deposit > 0 && (
          <Part title="Paying">
            <p className="font-medium">
              {formatMoney(deposit, business.currency, business.locale)} now, by card
            </p>
            <p className="text-muted">{restSentence(catalogue, draft, deposit)}</p>
            {isRequest && (
              <p className="text-muted">Your card is charged when {business.name} says yes.</p>
            )}
          </Part>
        )}
        {deposit === 0 && keepsCard && (
          <Part title="Your card">
            <p className="font-medium">You leave a card, and nothing is charged now.</p>
            <p className="text-muted">
              {business.name} charges it for what the terms below say, and tells you before.
            </p>
          </Part>
        )}
        <section className="rounded-lg bg-raised p-4 sm:p-5" aria-labelledby="terms">
          <h2 id="terms" className="font-semibold">
            Changing and cancelling
          </h2>
          {cancelSentences(flow, startsAt, deposit).map((sentence) => (
            <p key={sentence} className="mt-1">
              {sentence}
            </p>
          ))}
          {policy && (
            <details open={policy.body.length <= SHORT_POLICY} className="mt-2">
              <summary className="min-h-11 content-center font-medium">The terms in full</summary>
              <p className="text-pretty whitespace-pre-line">{policy.body}</p>
            </details>
          )}
        </section>
      </div>
      <StepBar flow={flow}>
        {!online && (
          <p role="status" className="w-full text-sm text-warning">
            You are offline. Your entries are kept; book as soon as you are back online.
          </p>
        )}
        <Button variant="primary" className="min-w-32 max-sm:flex-1" onClick={onBook}>
          {deposit > 0
            ? 'Continue to payment'
            : keepsCard
              ? 'Continue to your card'
              : isWaiting
                ? 'Join the waitlist'
                : isRequest
                  ? 'Send request'
                  : 'Book now'}
        </Button>
      </StepBar>
    </>
  );
}

function Part({ title, step, children }: { title: string; step?: Step; children: ReactNode }) {
  const { search } = useLocation();
  return (
    <section
      aria-label={title}
      className="rounded-lg border border-line bg-surface px-4 py-4 shadow-card sm:px-5"
    >
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-sm font-medium text-muted">{title}</h2>
        {step && (
          <Link
            to={{ search: stepSearch(search, step) }}
            aria-label={`Change: ${title}`}
            className="-my-2.5 inline-flex min-h-11 items-center text-sm font-medium text-accent underline underline-offset-4"
          >
            Change
          </Link>
        )}
      </div>
      <div className="mt-1">{children}</div>
    </section>
  );
}

function Place({ flow: { catalogue, draft } }: { flow: LaterFlow }) {
  const { business } = catalogue.profile;
  const place = placeOf(catalogue, draft) ?? 'business';
  const address = visitAddress(draft, catalogue);
  if (address) {
    return (
      <>
        <p className="font-medium">{PLACES.client}</p>
        {addressLines(address).map((line) => (
          <p key={line} className="text-muted">
            {line}
          </p>
        ))}
      </>
    );
  }
  if (place !== 'business') return <p>{PLACES[place]}</p>;
  return (
    <>
      <p className="font-medium">{business.name}</p>
      {business.address &&
        addressLines(business.address).map((line) => (
          <p key={line} className="text-muted">
            {line}
          </p>
        ))}
    </>
  );
}
