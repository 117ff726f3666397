import '#ui/public.css';
import { lazyExtra, lazyScreen } from '#ui/lazy-part.tsx';
import { ScreenSpinner } from '#ui/spinner.tsx';
import { StrictMode, Suspense, startTransition, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Route, Routes, useLocation } from 'react-router-dom';
import { audienceOf } from '#app/audience.ts';
import { LeaveApp } from '#app/leave-app.tsx';
import { PageBoundary } from '#app/page-boundary.tsx';
import { patterns } from '#app/paths.ts';
import { Toasts } from '#app/toasts.tsx';
import { EMBED, isEmbedded } from '#platform/embedded.ts';

const BookingLayout = lazyScreen(
  async () => (await import('#features/booking/booking-layout.tsx')).BookingLayout,
);
const BookingScreen = lazyScreen(
  async () => (await import('#features/booking/booking-screen.tsx')).BookingScreen,
);
const PublicPage = lazyScreen(async () => (await import('./public-pages.tsx')).PublicPage);
/** After the first step and what follows it: from there one goes on to these. */
const OTHER_PAGES_AFTER_MS = 1_000;
const Embedded = lazyExtra(async () => (await import('./embedded.tsx')).Embedded);

/** The clients' pages: no sign-in, no local database, nothing of the professional's side. */
function PublicApp() {
  useEffect(() => {
    const timer = setTimeout(() => void PublicPage.preload(), OTHER_PAGES_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <BrowserRouter basename={isEmbedded() ? EMBED : '/'}>
      {/* Pressing "Refresh Page" draws the same page again: a client has no other place to go. */}
      <PageBoundary onReset={() => undefined}>
        <Suspense fallback={<ScreenSpinner />}>
          <Routes>
            <Route path={patterns.book} element={<BookingLayout />}>
              <Route index element={<BookingScreen />} />
              <Route path="privacy" element={<PublicPage page="privacy" />} />
              <Route path="payment" element={<PublicPage page="payment" />} />
              <Route path="gift-card" element={<PublicPage page="giftCard" />} />
              <Route path="membership" element={<PublicPage page="membership" />} />
              <Route path="bill" element={<PublicPage page="bill" />} />
              <Route path="confirmation" element={<PublicPage page="confirmation" />} />
              <Route
                path="waitlist-confirmation"
                element={<PublicPage page="waitlistConfirmation" />}
              />
            </Route>
            <Route path={patterns.cancelAppointment} element={<PublicPage page="cancel" />} />
            <Route path={patterns.unsubscribe} element={<PublicPage page="unsubscribe" />} />
            <Route path={patterns.formSubmitted} element={<PublicPage page="formSubmitted" />} />
            <Route path={patterns.form} element={<PublicPage page="form" />} />
            <Route path="*" element={<Elsewhere />} />
          </Routes>
        </Suspense>
      </PageBoundary>
      <Toasts />
      <Suspense>{isEmbedded() ? <Embedded /> : <KeepForOffline />}</Suspense>
    </BrowserRouter>
  );
}

function Elsewhere() {
  return audienceOf(window.location.pathname) === 'public' ? (
    <PublicPage page="notFound" />
  ) : (
    <LeaveApp />
  );
}

export const startPublic = (root: HTMLElement): void => {
  document.documentElement.dataset.ready = '';
  // What can wait for a touch does: drawing stops every few milliseconds to look for one.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <PublicApp />
      </StrictMode>,
    ),
  );
};

/**
 * The first step is drawn once, when everything of it is there: until then its frame stands in the page
 * (boot/booking-shell.tsx), and React would only draw the same again.
 */
export const startBooking = async (root: HTMLElement, profile: Promise<void>): Promise<void> => {
  document.documentElement.dataset.ready = '';
  // What does not come is asked for again by whoever draws it.
  await Promise.allSettled([profile, BookingLayout.preload(), BookingScreen.preload()]);
  startPublic(root);
};

/**
 * Whoever has booked or waits may look at the confirmation without network. Before that nothing is stored on
 * a client's phone.
 */
function KeepForOffline() {
  const { pathname } = useLocation();
  const isConfirmation = /^\/book\/[^/]+\/(waitlist-)?confirmation\/?$/.test(pathname);
  useEffect(() => {
    if (!isConfirmation) return;
    const keep = async (): Promise<void> => {
      const { startServiceWorker } = await import('#platform/service-worker.ts');
      await startServiceWorker({ wantsApp: false });
    };
    // Without it the confirmation still is in the mail.
    void keep().catch(() => undefined);
  }, [isConfirmation]);
  return null;
}
