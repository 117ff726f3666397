import { lazyPart } from '#ui/lazy-part.tsx';
import { Suspense, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { BookingJourney } from './booking-journey.tsx';
import { useBookingContext } from './booking-context.ts';
import { catalogueOf } from './catalogue.ts';
import { FirstStepLoading } from './first-step-loading.tsx';

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
      <Suspense fallback={<FirstStepLoading />}>
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
  if (!catalogue && !error) return <FirstStepLoading />;
  return (
    <Suspense fallback={<FirstStepLoading />}>
      <Trouble profile={profile} error={error} refresh={refresh} />
    </Suspense>
  );
}
