import { CreditCard } from 'lucide-react';
import { useRef, useState } from 'react';
import { messageFor } from '#app/messages.ts';
import { everyMonths } from '#domain/checkout/membership-words.ts';
import type { ErrorCode } from '#domain/errors/codes.ts';
import type { AppError } from '#domain/errors/result.ts';
import { formatMoney } from '#domain/money/format.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { cancelMembership, startMembershipPage } from '#remote/public-memberships.ts';
import type { MembershipStatus } from '#remote/public-memberships.ts';
import { askedStanding } from '#remote/public-payments.ts';
import type { AskedStanding } from '#remote/public-payments.ts';
import { useSureAction } from '#remote/use-sure-action.ts';
import { ActionNotices } from '#ui/action-notices.tsx';
import { Button } from '#ui/button.tsx';
import { Fact, FactCard } from '#ui/fact-card.tsx';
import { Notice } from '#ui/notice.tsx';
import { StepHeading } from '#ui/step-heading.tsx';
import { useOnline } from '#ui/use-online.ts';
import { keepMembership } from './membership-store.ts';

/** What a membership costs and brings, how it stands, and what its client can do. */
export function MembershipPage({
  token,
  status,
  standing,
  refresh,
  goTo = (url) => location.assign(url),
}: {
  token: string;
  status: MembershipStatus;
  /** Of the page that this tab has been to; null = none. */
  standing: AskedStanding | null;
  refresh: () => Promise<void>;
  goTo?: (url: string) => void;
}) {
  const { business, membership, due, takes_cards: takesCards, is_test: isTest } = status;
  const online = useOnline();
  const action = useSureAction();
  const [isAsking, setAsking] = useState(false);
  const began = useRef<AskedStanding | null>(null);
  const money = (cents: number): string => formatMoney(cents, business.currency, business.locale);
  const formats = businessFormats(business);
  const { state, paid_until: until } = membership;
  const isChecking = standing?.state === 'checking';
  const isOver = state === 'ended';
  // Paid for one period where its client was; nobody has left a card for the next one.
  const isByDesk = state === 'active' && membership.cancel_at_end && !membership.card_last4;

  const begin = (what: 'pay' | 'card'): void => {
    began.current = null;
    action.start(
      async (opId) => {
        const begun = await startMembershipPage(token, what, opId);
        if (!begun.ok) return begun;
        keepMembership({ token, opId });
        const answer = await askedStanding(opId);
        if (answer.ok) began.current = answer.value;
        return answer;
      },
      () => {
        const url = began.current?.url ?? null;
        // Only where a browser can go.
        if (url !== null && /^https?:\/\//.test(url)) goTo(url);
        else void refresh();
      },
    );
  };
  const end = (): void =>
    action.start(
      () => cancelMembership(token),
      () => {
        setAsking(false);
        void refresh();
      },
    );

  return (
    <div className="mx-auto w-full max-w-xl py-6">
      <div aria-live="polite">
        <StepHeading key={titleOf(status)} title={titleOf(status)} place={business.name}>
          {state === 'pending' &&
            'You pay the first time now, and leave the card for the times to come.'}
          {state === 'past_due' &&
            (membership.decline === 'authentication_required'
              ? 'Your bank wants you to confirm the payment. Do that on the page of your card.'
              : membership.decline === 'no_answer'
                ? `${business.name} looks whether your last payment arrived. You need not do anything.`
                : 'Your card could not be charged. Pay now, or use another card.')}
          {state === 'paused' && 'Nothing is charged until it goes on.'}
          {state === 'active' &&
            until !== null &&
            (membership.cancel_at_end
              ? `It is paid until ${formats.date(until)} and ends then.`
              : `It is paid until ${formats.date(until)}, and renews after that.`)}
          {isOver && 'Nothing is charged any more.'}
        </StepHeading>
      </div>
      <FactCard
        title={membership.name}
        subtitle={`${money(membership.price_cents)} ${everyMonths(membership.renews_months)}`}
      >
        <Fact name="Brings">
          {membership.credits === 1 ? '1 visit' : `${membership.credits} visits`} each time
        </Fact>
        <Fact name="For">{membership.services.join(', ')}</Fact>
        {membership.card_last4 && <Fact name="Card">ending in {membership.card_last4}</Fact>}
      </FactCard>
      {isChecking && (
        <div className="mt-5">
          <Notice
            live
            title="Your bank is being asked"
            action={
              <Button size="sm" onClick={() => void refresh()}>
                Look again
              </Button>
            }
          >
            You need not pay again.
          </Notice>
        </div>
      )}
      {standing?.state === 'open' && standing.decline !== null && (
        <div className="mt-5">
          <Notice tone="danger" live title="Your card was declined">
            Nothing was charged. Try again, or use another card.
          </Notice>
        </div>
      )}
      {isTest && !isOver && (
        <p className="mt-4 text-sm text-muted">
          Payments are being tried out here: no real card is charged.
        </p>
      )}
      {!online && (
        <p role="status" className="mt-4 text-sm text-warning">
          You are offline. This page needs a connection.
        </p>
      )}
      <ActionNotices action={action} words={wordsOf} />
      <div className="mt-5 grid gap-3">
        {due > 0 && !isChecking && (
          <>
            <Button
              variant="primary"
              icon={CreditCard}
              wide
              busy={action.isUnderway}
              disabled={!online}
              onClick={() => begin('pay')}
            >
              Pay {money(due)}
            </Button>
            <p className="text-sm text-muted">
              You agree that {business.name} charges {money(membership.price_cents)}{' '}
              {everyMonths(membership.renews_months)} to this card, until you end it here. You enter
              your card on a secure page and come back.
            </p>
          </>
        )}
        {takesCards && (
          <Button wide disabled={!online || action.isUnderway} onClick={() => begin('card')}>
            {isByDesk ? 'Renew by card' : 'Use another card'}
          </Button>
        )}
        {takesCards && isByDesk && until !== null && (
          <p className="text-sm text-muted">
            Then you agree that {business.name} charges {money(membership.price_cents)}{' '}
            {everyMonths(membership.renews_months)} to this card from the day after{' '}
            {formats.date(until)}, until you end it here. Nothing is charged now.
          </p>
        )}
        {!isOver && !membership.cancel_at_end && !isAsking && (
          <Button variant="quiet" disabled={!online} onClick={() => setAsking(true)}>
            End the membership…
          </Button>
        )}
        {isAsking && (
          <section aria-label="End the membership" className="grid gap-3">
            <p>
              {until !== null && (state === 'active' || state === 'paused')
                ? `It goes on until ${formats.date(until)}, and nothing is charged after that.`
                : 'It ends now, and nothing is charged.'}
            </p>
            <div className="grid gap-3 sm:grid-cols-2">
              <Button variant="danger" busy={action.isUnderway} autoFocus onClick={end}>
                End it
              </Button>
              <Button onClick={() => setAsking(false)}>Keep it</Button>
            </div>
          </section>
        )}
      </div>
    </div>
  );
}

const titleOf = ({ membership: { state, cancel_at_end, decline } }: MembershipStatus): string => {
  if (state === 'pending') return 'Begin your membership';
  if (state === 'past_due') {
    return decline === 'no_answer' ? 'Your payment is looked for' : 'Your payment is open';
  }
  if (state === 'paused') return 'Your membership is paused';
  if (state === 'ended') return 'Your membership is over';
  return cancel_at_end ? 'Your membership ends' : 'Your membership';
};

const wordsOf = (error: AppError): string => WORDS[error.code] ?? messageFor(error);

const WORDS: Partial<Record<ErrorCode, string>> = {
  in_use: 'Your card is being charged just now. Look again in a minute.',
  // In another tab, or on another device.
  nothing_due: 'It is paid already. Load this page again.',
};
