import { lazyPart } from '#ui/lazy-part.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Suspense, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { BookingJourney } from './booking-journey.tsx';
import { useBookingContext } from './booking-context.ts';
import { catalogueOf } from './catalogue.ts';

const Trouble = lazyPart(async () => (await import('./booking-trouble.tsx')).Trouble);
// Most sell nothing together.
const BundledJourney = lazyPart(async () => (await import('./bundled-journey.tsx')).BundledJourney);

/** The way from a service to a booked time. */
export function BookingScreen() {
  const { slug, profile, error, refresh } = useBookingContext();
  const [params] = useSearchParams();
  const linked = useMemo(() => params.getAll('service'), [params]);
  const catalogue = useMemo(() => profile && catalogueOf(profile, linked), [profile, linked]);
  const bundles = profile?.bundles ?? [];
  const isAnyOffered =
    catalogue?.sections.length ||
    bundles.some(({ id, visibility }) => visibility === 'public' || linked.includes(id));
  if (catalogue?.profile.business.booking_enabled && isAnyOffered) {
    const Journey = bundles.length > 0 ? BundledJourney : BookingJourney;
    return (
      <Suspense fallback={<Loading />}>
        <Journey
          slug={slug}
          catalogue={catalogue}
          linked={linked}
          error={error}
          refresh={refresh}
        />
      </Suspense>
    );
  }
  if (!catalogue && !error) return <Loading />;
  return (
    <Suspense fallback={<Loading />}>
      <Trouble profile={profile} error={error} refresh={refresh} />
    </Suspense>
  );
}

/** The shape of the first step, so that nothing jumps when it arrives. */
function Loading() {
  return (
    <div role="status" className="min-h-[120dvh] pt-8">
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
