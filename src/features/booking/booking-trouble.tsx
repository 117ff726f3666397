import { messageFor } from '#app/messages.ts';
import type { AppError } from '#domain/errors/result.ts';
import { DATE_WEEKDAY, formatDate } from '#domain/time/format.ts';
import type { PublicBusiness } from '#remote/public-booking.ts';
import { Button } from '#ui/button.tsx';
import { telLink } from '#ui/contact-links.tsx';
import { EmptyPage } from '#ui/empty-page.tsx';
import type { ProfileState } from './use-profile.ts';
import { CalendarOff, CloudOff, SearchX } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';

/** Why nothing can be booked here now. */
export function Trouble({ profile, error, refresh }: ProfileState) {
  if (profile) {
    return profile.business.booking_enabled ? (
      <NothingOffered business={profile.business} />
    ) : (
      <ClosedPage business={profile.business} />
    );
  }
  return error && <ProfileTrouble error={error} refresh={refresh} />;
}

/** The page of the business could not be loaded, and this browser has never seen it. */
export function ProfileTrouble({
  error,
  refresh,
}: {
  error: AppError;
  refresh: () => Promise<void>;
}) {
  const [isBusy, setBusy] = useState(false);
  if (error.code === 'not_found') {
    return (
      <EmptyPage icon={SearchX} title="This booking page does not exist">
        The address may be mistyped, or the business has moved to another one. Please ask them for
        the right link.
      </EmptyPage>
    );
  }
  const retry = async () => {
    setBusy(true);
    await refresh();
    setBusy(false);
  };
  return (
    <EmptyPage
      icon={CloudOff}
      title={error.code === 'offline' ? 'You are offline' : 'The page could not be loaded'}
      action={
        <Button variant="primary" busy={isBusy} onClick={() => void retry()}>
          Try again
        </Button>
      }
    >
      {error.code === 'offline' ? 'Connect to the internet and try again.' : messageFor(error)}
    </EmptyPage>
  );
}

/** Nothing can be booked at the moment; the business can still be reached. */
function ClosedPage({ business }: { business: PublicBusiness }) {
  return (
    <EmptyPage
      icon={CalendarOff}
      title="Online booking is paused"
      action={<Contact business={business} />}
    >
      {[
        business.paused_message ?? `${business.name} does not take online bookings at the moment.`,
        business.paused_until &&
          `Booking opens again on ${formatDate(business.paused_until, { locale: business.locale, parts: DATE_WEEKDAY })}.`,
      ]
        .filter(Boolean)
        .join(' ')}
    </EmptyPage>
  );
}

function NothingOffered({ business }: { business: PublicBusiness }) {
  return (
    <EmptyPage
      icon={CalendarOff}
      title="Nothing to book online yet"
      action={<Contact business={business} />}
    >
      {business.name} does not offer services online at the moment. Please ask them directly.
    </EmptyPage>
  );
}

const contactLook =
  'inline-flex min-h-11 items-center rounded-md border border-line bg-surface px-4 font-medium shadow-card hover:bg-raised';

function Contact({ business }: { business: PublicBusiness }): ReactNode {
  return (
    <>
      {business.phone && (
        <a href={telLink(business.phone)} className={contactLook}>
          Call {business.phone}
        </a>
      )}
      {business.email && (
        <a href={`mailto:${business.email}`} className={contactLook}>
          Write an email
        </a>
      )}
    </>
  );
}
