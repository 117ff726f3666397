import { lazyScreen } from '#ui/lazy-part.tsx';

/**
 * The pages of clients besides the one where they book. Apart from the shell: the names of all of their
 * files would come before that page.
 */
const PAGES = {
  privacy: lazyScreen(
    async () => (await import('#features/booking/privacy-screen.tsx')).PrivacyScreen,
  ),
  payment: lazyScreen(
    async () => (await import('#features/booking/payment-screen.tsx')).PaymentScreen,
  ),
  giftCard: lazyScreen(
    async () => (await import('#features/booking/gift-card-screen.tsx')).GiftCardScreen,
  ),
  membership: lazyScreen(
    async () => (await import('#features/booking/membership-screen.tsx')).MembershipScreen,
  ),
  bill: lazyScreen(async () => (await import('#features/cancel/bill-screen.tsx')).BillScreen),
  confirmation: lazyScreen(
    async () => (await import('#features/booking/confirmation-screen.tsx')).ConfirmationScreen,
  ),
  waitlistConfirmation: lazyScreen(
    async () =>
      (await import('#features/booking/waitlist-confirmation-screen.tsx'))
        .WaitlistConfirmationScreen,
  ),
  cancel: lazyScreen(async () => (await import('#features/cancel/cancel-screen.tsx')).CancelScreen),
  unsubscribe: lazyScreen(
    async () => (await import('#features/cancel/unsubscribe-screen.tsx')).UnsubscribeScreen,
  ),
  form: lazyScreen(
    async () => (await import('#features/public-forms/public-form-screen.tsx')).PublicFormScreen,
  ),
  formSubmitted: lazyScreen(
    async () =>
      (await import('#features/public-forms/form-submitted-screen.tsx')).FormSubmittedScreen,
  ),
  notFound: lazyScreen(async () => (await import('#app/not-found-screen.tsx')).NotFoundScreen),
} as const;

export function PublicPage({ page }: { page: keyof typeof PAGES }) {
  const Page = PAGES[page];
  return <Page />;
}
