import '#ui/public.css';
import { lazyExtra, lazyScreen } from '#ui/lazy-part.tsx';
import { ScreenSpinner } from '#ui/spinner.tsx';
import { StrictMode, Suspense, useEffect } from 'react';
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
const PrivacyScreen = lazyScreen(
  async () => (await import('#features/booking/privacy-screen.tsx')).PrivacyScreen,
);
const PaymentScreen = lazyScreen(
  async () => (await import('#features/booking/payment-screen.tsx')).PaymentScreen,
);
const GiftCardScreen = lazyScreen(
  async () => (await import('#features/booking/gift-card-screen.tsx')).GiftCardScreen,
);
const MembershipScreen = lazyScreen(
  async () => (await import('#features/booking/membership-screen.tsx')).MembershipScreen,
);
const BillScreen = lazyScreen(
  async () => (await import('#features/cancel/bill-screen.tsx')).BillScreen,
);
const ConfirmationScreen = lazyScreen(
  async () => (await import('#features/booking/confirmation-screen.tsx')).ConfirmationScreen,
);
const WaitlistConfirmationScreen = lazyScreen(
  async () =>
    (await import('#features/booking/waitlist-confirmation-screen.tsx')).WaitlistConfirmationScreen,
);
const CancelScreen = lazyScreen(
  async () => (await import('#features/cancel/cancel-screen.tsx')).CancelScreen,
);

const UnsubscribeScreen = lazyScreen(
  async () => (await import('#features/cancel/unsubscribe-screen.tsx')).UnsubscribeScreen,
);

const PublicFormScreen = lazyScreen(
  async () => (await import('#features/public-forms/public-form-screen.tsx')).PublicFormScreen,
);
const FormSubmittedScreen = lazyScreen(
  async () =>
    (await import('#features/public-forms/form-submitted-screen.tsx')).FormSubmittedScreen,
);

const NotFoundScreen = lazyScreen(
  async () => (await import('#app/not-found-screen.tsx')).NotFoundScreen,
);

const Embedded = lazyExtra(async () => (await import('./embedded.tsx')).Embedded);

/** The clients' pages: no sign-in, no local database, nothing of the professional's side. */
function PublicApp() {
  return (
    <BrowserRouter basename={isEmbedded() ? EMBED : '/'}>
      {/* Pressing "Refresh Page" draws the same page again: a client has no other place to go. */}
      <PageBoundary onReset={() => undefined}>
        <Suspense fallback={<ScreenSpinner />}>
          <Routes>
            <Route path={patterns.book} element={<BookingLayout />}>
              <Route index element={<BookingScreen />} />
              <Route path="privacy" element={<PrivacyScreen />} />
              <Route path="payment" element={<PaymentScreen />} />
              <Route path="gift-card" element={<GiftCardScreen />} />
              <Route path="membership" element={<MembershipScreen />} />
              <Route path="bill" element={<BillScreen />} />
              <Route path="confirmation" element={<ConfirmationScreen />} />
              <Route path="waitlist-confirmation" element={<WaitlistConfirmationScreen />} />
            </Route>
            <Route path={patterns.cancelAppointment} element={<CancelScreen />} />
            <Route path={patterns.unsubscribe} element={<UnsubscribeScreen />} />
            <Route path={patterns.formSubmitted} element={<FormSubmittedScreen />} />
            <Route path={patterns.form} element={<PublicFormScreen />} />
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
  return audienceOf(window.location.pathname) === 'public' ? <NotFoundScreen /> : <LeaveApp />;
}

export const startPublic = (root: HTMLElement): void => {
  createRoot(root).render(
    <StrictMode>
      <PublicApp />
    </StrictMode>,
  );
  document.documentElement.dataset.ready = '';
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
