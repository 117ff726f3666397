import { Skeleton } from '#ui/skeleton.tsx';
import { useMemo } from 'react';
import { BookingJourney } from './booking-journey.tsx';
import { ClosedPage, NothingOffered, ProfileTrouble } from './booking-trouble.tsx';
import { useBookingContext } from './booking-context.ts';
import { catalogueOf } from './catalogue.ts';

/** The way from a service to a booked time. */
export function BookingScreen() {
  const { slug, profile, error, refresh } = useBookingContext();
  const catalogue = useMemo(() => profile && catalogueOf(profile), [profile]);
  if (!catalogue) return error ? <ProfileTrouble error={error} refresh={refresh} /> : <Loading />;
  const { business } = catalogue.profile;
  if (!business.booking_enabled) return <ClosedPage business={business} />;
  if (catalogue.sections.length === 0) return <NothingOffered business={business} />;
  return <BookingJourney slug={slug} catalogue={catalogue} error={error} refresh={refresh} />;
}

/** The shape of the first step, so that nothing jumps when it arrives. */
function Loading() {
  return (
    <div role="status" className="pt-8">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-1.5 w-full" />
      <Skeleton className="mt-12 h-7 w-64" />
      <div className="mt-8 grid gap-3">
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} className="h-24 w-full !rounded-lg" />
        ))}
      </div>
    </div>
  );
}
