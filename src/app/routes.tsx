import { lazy } from 'react';
import { Route, Routes, matchPath } from 'react-router-dom';
import { DebugRoute } from './debug-route.tsx';
import { CalendarRoute, loadCalendar } from './calendar-route.tsx';
import { lazyScreen } from './lazy-screen.tsx';
import type { Screen } from './lazy-screen.tsx';
import { SignedInNotFoundScreen } from './not-found-screen.tsx';
import { patterns } from './paths.ts';
import type { PromisedName } from './promised-screen.tsx';
import { SettingsRoute } from './settings-route.tsx';

// A screen takes its place here as soon as its file exists; until then its route says what will be
// there. Clients' pages and the sign-in pages belong to other shells.
const files = import.meta.glob([
  '/src/features/*/*-screen.tsx',
  '!/src/features/{auth,booking,cancel,public-forms,calendar}/**',
]);

const PromisedScreen = lazy(async () => ({
  default: (await import('./promised-screen.tsx')).PromisedScreen,
}));

const screen = (file: string, exportName: string, instead: PromisedName) =>
  lazyScreen(files, file, exportName, () => <PromisedScreen name={instead} />);

const table = {
  dashboard: screen('dashboard/dashboard-screen.tsx', 'DashboardScreen', 'dashboard'),
  onboarding: screen('onboarding/onboarding-screen.tsx', 'OnboardingScreen', 'onboarding'),
  settings: SettingsRoute,
  settingsMembers: screen('members/members-screen.tsx', 'MembersScreen', 'settings'),
  settingsBlockOffReasons: screen(
    'settings/block-off-reasons-screen.tsx',
    'BlockOffReasonsScreen',
    'blockOffReasons',
  ),
  settingsBilling: screen('settings/billing-screen.tsx', 'BillingScreen', 'billing'),
  settingsEmails: screen('settings/emails-screen.tsx', 'EmailsScreen', 'emails'),
  settingsStripeReturn: screen(
    'settings/stripe-return-screen.tsx',
    'StripeReturnScreen',
    'stripeReturn',
  ),
  more: screen('more/more-screen.tsx', 'MoreScreen', 'more'),
  services: screen('services/services-screen.tsx', 'ServicesScreen', 'services'),
  resources: screen('resources/resources-screen.tsx', 'ResourcesScreen', 'services'),
  checkout: screen('checkout/checkout-screen.tsx', 'CheckoutScreen', 'checkout'),
  checkoutSuccess: screen('checkout/success-screen.tsx', 'SuccessScreen', 'checkout'),
  checkoutAppointment: screen('checkout/checkout-screen.tsx', 'CheckoutScreen', 'checkout'),
  transactions: screen(
    'transactions/transactions-screen.tsx',
    'TransactionsScreen',
    'transactions',
  ),
  analytics: screen('analytics/analytics-screen.tsx', 'AnalyticsScreen', 'analytics'),
  calendar: Object.assign(CalendarRoute, { preload: loadCalendar }),
  importAppointments: screen(
    'clients/import-appointments-screen.tsx',
    'ImportAppointmentsScreen',
    'clients',
  ),
  appointment: screen('appointments/appointment-screen.tsx', 'AppointmentScreen', 'dashboard'),
  clients: screen('clients/clients-screen.tsx', 'ClientsScreen', 'clients'),
  // Before a client's own page: `preloadScreen` takes the first that fits.
  importClients: screen('clients/import-clients-screen.tsx', 'ImportClientsScreen', 'clients'),
  clientDuplicates: screen('clients/duplicates-screen.tsx', 'DuplicatesScreen', 'clients'),
  client: screen('clients/client-screen.tsx', 'ClientScreen', 'clients'),
  waitlist: screen('waitlist/waitlist-screen.tsx', 'WaitlistScreen', 'waitlist'),
  forms: screen('forms/forms-screen.tsx', 'FormsScreen', 'forms'),
  newForm: screen('forms/form-editor-screen.tsx', 'FormEditorScreen', 'forms'),
  editForm: screen('forms/form-editor-screen.tsx', 'FormEditorScreen', 'forms'),
  inventory: screen('inventory/inventory-screen.tsx', 'InventoryScreen', 'inventory'),
  staff: screen('staff/staff-screen.tsx', 'StaffScreen', 'staff'),
  debug: DebugRoute,
  giftCards: screen('gift-cards/gift-cards-screen.tsx', 'GiftCardsScreen', 'giftCards'),
} as const;

/** Fetches the screen of an address while the local database is still being opened. */
export const preloadScreen = (pathname: string): void => {
  const found = Object.entries<Screen>(table).find(
    ([name]) => matchPath(patterns[name as keyof typeof table], pathname) !== null,
  );
  // What does not come now is asked for again when it is drawn, and complains then.
  found?.[1].preload?.().catch(() => undefined);
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
