import { Route, Routes, matchPath } from 'react-router-dom';
import type { ComponentType } from 'react';
import { lazyScreen } from '#ui/lazy-part.tsx';
import { DebugRoute } from './debug-route.tsx';
import { CalendarRoute, loadCalendar } from './calendar-route.tsx';
import { patterns } from './paths.ts';

const SignedInNotFoundScreen = lazyScreen(
  async () => (await import('./not-found-screen.tsx')).SignedInNotFoundScreen,
);

/** `preload`: its file may be fetched before it is drawn. */
type Screen = ComponentType & { preload?: () => Promise<void> };

const Checkout = lazyScreen(async () => (await import('./checkout-route.tsx')).CheckoutRoute);

// Clients' pages and the sign-in pages belong to other shells.
/** New forms and those that are there are written on one screen. */
const FormBuilder = lazyScreen(
  async () => (await import('#features/forms/builder-screen.tsx')).FormBuilderScreen,
);

const table = {
  dashboard: lazyScreen(
    async () => (await import('#features/dashboard/dashboard-screen.tsx')).DashboardScreen,
  ),
  onboarding: lazyScreen(async () => (await import('./onboarding-route.tsx')).OnboardingRoute),
  settings: lazyScreen(async () => (await import('./settings-route.tsx')).SettingsRoute),
  settingsMembers: lazyScreen(
    async () => (await import('#features/members/members-screen.tsx')).MembersScreen,
  ),
  settingsBlockOffReasons: lazyScreen(
    async () =>
      (await import('#features/settings/block-off-reasons-screen.tsx')).BlockOffReasonsScreen,
  ),
  settingsBilling: lazyScreen(async () => (await import('./billing-screen.tsx')).BillingScreen),
  settingsEmails: lazyScreen(
    async () => (await import('#features/settings/messages-screen.tsx')).MessagesScreen,
  ),
  settingsStripeReturn: lazyScreen(
    async () => (await import('./payments-screen.tsx')).PaymentsScreen,
  ),
  more: lazyScreen(async () => (await import('#features/more/more-screen.tsx')).MoreScreen),
  services: lazyScreen(
    async () => (await import('#features/services/services-screen.tsx')).ServicesScreen,
  ),
  resources: lazyScreen(
    async () => (await import('#features/resources/resources-screen.tsx')).ResourcesScreen,
  ),
  checkout: Checkout,
  // Before a visit's checkout: `preloadScreen` takes the first that fits.
  checkoutSuccess: lazyScreen(
    async () => (await import('#features/checkout/sale-screen.tsx')).SaleScreen,
  ),
  checkoutAppointment: Checkout,
  transactions: lazyScreen(
    async () => (await import('#features/checkout/transactions-screen.tsx')).TransactionsScreen,
  ),
  analytics: lazyScreen(
    async () => (await import('#features/analytics/analytics-screen.tsx')).AnalyticsScreen,
  ),
  calendar: Object.assign(CalendarRoute, { preload: loadCalendar }),
  importAppointments: lazyScreen(
    async () =>
      (await import('#features/clients/import-appointments-screen.tsx')).ImportAppointmentsScreen,
  ),
  appointment: lazyScreen(
    async () => (await import('#features/appointments/appointment-screen.tsx')).AppointmentScreen,
  ),
  clients: lazyScreen(
    async () => (await import('#features/clients/clients-screen.tsx')).ClientsScreen,
  ),
  // Before a client's own page: `preloadScreen` takes the first that fits.
  importClients: lazyScreen(
    async () => (await import('#features/clients/import-clients-screen.tsx')).ImportClientsScreen,
  ),
  clientDuplicates: lazyScreen(
    async () => (await import('#features/clients/duplicates-screen.tsx')).DuplicatesScreen,
  ),
  client: lazyScreen(
    async () => (await import('#features/clients/client-screen.tsx')).ClientScreen,
  ),
  waitlist: lazyScreen(async () => (await import('./waitlist-route.tsx')).WaitlistRoute),
  forms: lazyScreen(async () => (await import('./forms-route.tsx')).FormsRoute),
  newForm: FormBuilder,
  editForm: FormBuilder,
  inventory: lazyScreen(
    async () => (await import('#features/inventory/inventory-screen.tsx')).InventoryScreen,
  ),
  // Before a product's own page: `preloadScreen` takes the first that fits.
  countStock: lazyScreen(
    async () => (await import('#features/inventory/count-screen.tsx')).CountScreen,
  ),
  purchaseOrder: lazyScreen(
    async () => (await import('#features/inventory/order-screen.tsx')).OrderScreen,
  ),
  product: lazyScreen(
    async () => (await import('#features/inventory/product-screen.tsx')).ProductScreen,
  ),
  staff: lazyScreen(async () => (await import('#features/staff/staff-screen.tsx')).StaffScreen),
  pay: lazyScreen(async () => (await import('./pay-route.tsx')).PayRoute),
  debug: DebugRoute,
  giftCards: lazyScreen(async () => (await import('./gift-cards-route.tsx')).GiftCardsRoute),
} as const;

/** Fetches the screen of an address while the local database is still being opened. */
export const preloadScreen = (pathname: string): void => {
  const found = Object.entries<Screen>(table).find(
    ([name]) => matchPath(patterns[name as keyof typeof table], pathname) !== null,
  );
  void found?.[1].preload?.();
};

/** Every signed-in route of the specification. */
export function SignedInRoutes() {
  return (
    <Routes>
      {Object.entries(table).map(([name, Screen]) => (
        <Route key={name} path={patterns[name as keyof typeof table]} element={<Screen />} />
      ))}
      <Route path="*" element={<SignedInNotFoundScreen />} />
    </Routes>
  );
}
