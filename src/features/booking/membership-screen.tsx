import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { AppError } from '#domain/errors/result.ts';
import { onOnlineChange } from '#platform/online.ts';
import { membershipStatus } from '#remote/public-memberships.ts';
import type { MembershipStatus } from '#remote/public-memberships.ts';
import { askedStanding } from '#remote/public-payments.ts';
import type { AskedStanding } from '#remote/public-payments.ts';
import { PageLoading } from '#ui/skeleton.tsx';
import { ProfileTrouble } from './booking-trouble.tsx';
import { MembershipPage } from './membership-page.tsx';
import { keepMembership, keptMembership } from './membership-store.ts';
import { NotHereYet } from './not-here-yet.tsx';

/** The page behind the link of a membership. Opening it changes nothing; only its buttons do. */
export function MembershipScreen() {
  const [params] = useSearchParams();
  // Back from the page of the card: the link stayed in this tab.
  const [kept] = useState(keptMembership);
  const token = params.get('token') ?? kept?.token ?? '';
  const [status, setStatus] = useState<MembershipStatus | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const [standing, setStanding] = useState<AskedStanding | null>(null);

  const refresh = useCallback(async (): Promise<void> => {
    const paying = keptMembership();
    if (paying?.token === token && paying.opId !== null) {
      // Nobody but the server knows what came of it.
      const seen = await askedStanding(paying.opId);
      if (seen.ok) setStanding(seen.value);
      if (seen.ok && seen.value.state !== 'open' && seen.value.state !== 'checking') {
        // The link stays: whoever loads the page again comes to the same address.
        keepMembership({ token, opId: null });
      }
    }
    const answer = await membershipStatus(token);
    if (answer.ok) setStatus(answer.value);
    setError(answer.ok ? null : answer.error);
  }, [token]);

  useEffect(() => {
    const ask = () => void refresh();
    ask();
    // By the browser's button the page comes back as it was left.
    const onShow = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) ask();
    };
    window.addEventListener('pageshow', onShow);
    const stop = onOnlineChange(ask);
    return () => {
      window.removeEventListener('pageshow', onShow);
      stop();
    };
  }, [refresh]);

  if (!status) {
    if (error?.code === 'not_found') {
      return (
        <NotHereYet title="This link does not work any more">
          It may be incomplete or too old. Use the link in the newest message, or ask the business.
        </NotHereYet>
      );
    }
    return error ? <ProfileTrouble error={error} refresh={refresh} /> : <PageLoading />;
  }
  return <MembershipPage token={token} status={status} standing={standing} refresh={refresh} />;
}
