/**
 * Every expected failure of the product. Words for people are in #app/messages.ts; translation
 * from Supabase, Dexie and the browser happens once, at the edge. The names of refusals are the
 * `code` values that the SQL functions answer.
 */
type Answers = {
  /**
   * `auto`: the machine may send the same request again. `person`: trying again makes sense once a
   * person has changed or allowed something. `no`: the same request gets the same answer for ever.
   */
  retry: 'auto' | 'person' | 'no';
  /** The person must sign in again before anything else works. */
  signIn: boolean;
};

const auto: Answers = { retry: 'auto', signIn: false };
const person: Answers = { retry: 'person', signIn: false };
const no: Answers = { retry: 'no', signIn: false };
const signIn: Answers = { retry: 'person', signIn: true };

export const ERRORS = {
  // Connection and server
  offline: auto,
  timeout: auto,
  server_unavailable: auto,
  rate_limited: auto,
  captive_portal: auto,
  payload_too_large: no,
  upgrade_needed: no,
  reset: auto,
  bad_answer: no,

  // Session and rights
  session_expired: signIn,
  signed_out: signIn,
  access_lost: no,
  not_allowed: no,
  no_session_in_url: signIn,
  invalid_credentials: person,
  credentials_missing: person,
  email_not_confirmed: person,
  email_taken: person,
  weak_password: person,
  same_password: person,
  code_invalid: person,
  code_expired: person,
  link_expired: person,
  mfa_required: person,
  mfa_failed: person,
  factor_name_taken: person,
  too_many_factors: person,
  captcha_failed: person,
  signup_disabled: no,
  reauthentication_needed: person,
  identity_already_exists: no,
  identity_not_found: no,
  single_identity_not_deletable: no,
  passkey_unsupported: no,
  passkey_aborted: person,
  passkey_registered: no,
  passkey_rp_invalid: no,
  passkey_unknown: no,
  passkeys_off: no,
  too_many_passkeys: person,

  // Device
  storage_full: person,
  storage_blocked: person,
  storage_failed: auto,
  browser_unsupported: no,
  file_too_large: person,
  file_type: person,
  file_missing: person,
  link_missing: no,
  link_unsafe: no,

  // What a person entered or asked for
  invalid: person,
  not_found: no,
  deleted: no,
  in_use: person,
  name_taken: person,
  slug_taken: person,
  duplicate: person,
  slug_reserved: person,
  currency_unsupported: no,
  currency_fixed: no,
  illegal_transition: no,
  undo_expired: no,
  patch_test_needed: no,
  last_owner: no,
  has_future_appointments: person,
  already_resolved: no,
  stale: person,

  // Booking
  slot_taken: person,
  overlap: person,
  class_full: person,
  outside_hours: person,
  too_soon: person,
  too_far: person,
  off_grid: person,
  not_offered: person,
  outside_area: person,
  too_many: person,
  day_full: person,
  blocked: no,
  audience: no,
  paused: no,
  policy_changed: person,
  price_changed: person,
  other_variant: person,
  fee_changed: person,
  payment_required: person,
  form_required: person,
  nothing_due: person,
  deposit_used: person,
  hold_expired: person,
  too_late: no,
  already_cancelled: no,
  past: no,
  cancel_disabled: no,
  reschedule_disabled: no,
  reschedule_limit: no,
  waitlist_off: no,
  already_closed: no,
  offer_over: no,

  // Money
  does_not_add_up: person,
  discount_too_large: person,
  already_completed: no,
  already_collected: person,
  already_refunded: person,
  gift_card_short: person,
  gift_card_closed: no,
  gift_card_leased: person,
  gift_card_used: no,
  package_short: no,
  package_used: no,

  /** Anything not in this list: shown with a reference that the person can quote. */
  unknown: no,
} as const satisfies Record<string, Answers>;

export type ErrorCode = keyof typeof ERRORS;

export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && Object.hasOwn(ERRORS, value);

/** The code itself when we know it, else `unknown`: servers may be newer than this device. */
export const toErrorCode = (value: unknown): ErrorCode => (isErrorCode(value) ? value : 'unknown');

export const mayRetryByItself = (code: ErrorCode): boolean => ERRORS[code].retry === 'auto';
export const mayRetryByPerson = (code: ErrorCode): boolean => ERRORS[code].retry !== 'no';
export const mustSignIn = (code: ErrorCode): boolean => ERRORS[code].signIn;
