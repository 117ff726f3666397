/**
 * Every place of the product. `pattern` is what the router matches; the functions below build
 * links, so that a path is written down once. The exact paths are part of the specification.
 */
export const patterns = {
  // Anybody
  login: '/login',
  signUp: '/sign-up',
  forgotPassword: '/forgot-password',
  updatePassword: '/update-password',
  verifyEmail: '/verify-email',
  authCallback: '/auth/callback',
  formSubmitted: '/form/submitted',
  form: '/form/:publicKey',
  cancelAppointment: '/cancel-appointment',
  unsubscribe: '/unsubscribe',
  book: '/book/:proUrl',
  bookPrivacy: '/book/:proUrl/privacy',
  bookPayment: '/book/:proUrl/payment',
  bookGiftCard: '/book/:proUrl/gift-card',
  bookMembership: '/book/:proUrl/membership',
  bookBill: '/book/:proUrl/bill',
  bookConfirmation: '/book/:proUrl/confirmation',
  bookWaitlistConfirmation: '/book/:proUrl/waitlist-confirmation',
  debug: '/debug',
  // Signed in, with or without a business
  join: '/join',
  // Signed in
  dashboard: '/',
  onboarding: '/onboarding',
  settings: '/settings',
  settingsMembers: '/settings/members',
  settingsBlockOffReasons: '/settings/block-off-reasons',
  settingsBilling: '/settings/billing',
  settingsEmails: '/settings/emails',
  settingsStripeReturn: '/settings/stripe/return',
  more: '/more',
  services: '/more/services',
  resources: '/more/resources',
  checkout: '/checkout',
  checkoutSuccess: '/checkout/success',
  checkoutAppointment: '/checkout/:appointmentId',
  transactions: '/transactions',
  analytics: '/analytics',
  calendar: '/calendar',
  importAppointments: '/calendar/import',
  appointment: '/appointments/:appointmentId',
  clients: '/clients',
  importClients: '/clients/import',
  clientDuplicates: '/clients/duplicates',
  client: '/clients/:clientId',
  waitlist: '/waitlist',
  forms: '/forms',
  newForm: '/forms/new',
  editForm: '/forms/:formId/edit',
  inventory: '/inventory',
  countStock: '/inventory/count',
  purchaseOrder: '/inventory/orders/:orderId',
  product: '/inventory/:productId',
  staff: '/staff',
  pay: '/staff/pay',
  giftCards: '/gift-cards',
} as const;

export type PathName = keyof typeof patterns;

type Params<Pattern extends string> = Pattern extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name]: string } & Params<`/${Rest}`>
  : Pattern extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : unknown;

type Arguments<Pattern extends string> = Pattern extends `${string}:${string}`
  ? [params: Params<Pattern>, query?: Record<string, string>]
  : [params?: null, query?: Record<string, string>];

/** A link: `pathTo('client', { clientId })`, `pathTo('calendar', null, { day: '2026-11-21' })`. */
export const pathTo = <Name extends PathName>(
  name: Name,
  ...[params, query]: Arguments<(typeof patterns)[Name]>
): string => {
  const values = (params ?? {}) as Record<string, string>;
  const path = patterns[name].replace(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(values[key] ?? ''),
  );
  return query ? `${path}?${new URLSearchParams(query)}` : path;
};
