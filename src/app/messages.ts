import type { ErrorCode } from '#domain/errors/codes.ts';
import type { AppError } from '#domain/errors/result.ts';

/**
 * The only place where an error becomes words. A sentence says what happened and, where a person
 * can do something, what. The texts marked "spec" are fixed by the specification, letter by letter.
 */
const words: Record<ErrorCode, string | ((error: AppError) => string)> = {
  // Connection and server
  offline: 'You are offline, or the server does not answer. Check your connection and try again.',
  timeout: 'The server took too long to answer. Please try again.',
  server_unavailable: 'The server cannot be reached at the moment. Please try again shortly.',
  rate_limited: ({ retryAfterSec }) =>
    retryAfterSec
      ? `Too many attempts. Please wait ${inWords(retryAfterSec)} and try again.`
      : 'Too many attempts. Please wait a moment and try again.',
  captive_portal:
    'This network wants you to sign in to it first. Open any web page, sign in there, and come back.',
  payload_too_large: 'This is too large to send.',
  upgrade_needed: 'This version is too old to sync. Reload to get the new one; nothing is lost.',
  reset: 'Your data is being loaded afresh from the server.',
  bad_answer: 'The server gave an answer that makes no sense. Please try again.',

  // Session and rights
  session_expired:
    'Your session has ended. Please sign in again; your work is kept on this device.',
  signed_out: 'Please sign in to go on.',
  access_lost: 'You no longer have access to this business.',
  not_allowed: 'Your role does not allow this.',
  no_session_in_url: 'No session defined in URL', // spec
  invalid_credentials: 'The e-mail or the password is not right.',
  credentials_missing: ({ rule }) =>
    rule === 'one_time_code'
      ? 'You must provide either an email or phone number' // spec
      : 'You must provide either an email or phone number and a password', // spec
  email_not_confirmed:
    'This e-mail address is not confirmed yet. Open the link in the mail we sent.',
  email_taken: 'There is already an account with this e-mail. Sign in instead.',
  weak_password: 'Choose a longer password: at least 8 characters.',
  same_password: 'The new password has to differ from the old one.',
  code_invalid: 'This code is not right. Check it and try again.',
  code_expired: 'This code has expired. Ask for a new one.',
  link_expired: 'This link has expired or was used before. Ask for a new one.',
  mfa_required: 'Confirm that it is you with the code from your authenticator app.',
  factor_name_taken: 'You have an app with this name already. Choose another name.',
  too_many_factors: 'These are as many apps as an account can have. Remove one first.',
  mfa_failed: 'This code is not right. Take the newest one from your authenticator app.',
  captcha_failed: 'We could not tell that you are a person. Please try again.',
  signup_disabled: 'New accounts cannot be created here. Ask the owner for an invitation.',
  reauthentication_needed: 'For this, please confirm your password once more.',
  identity_already_exists: 'This account is already connected.',
  identity_not_found: 'This connection does not exist any more.',
  single_identity_not_deletable: 'This is your only way to sign in, so it cannot be removed.',
  passkey_unsupported: 'Browser does not support WebAuthn', // spec
  passkey_aborted: 'The passkey was not confirmed. You can try again.',
  passkey_registered: 'This passkey is already registered.',
  passkey_rp_invalid: 'Passkeys do not work at this address.',
  passkey_unknown: 'This passkey opens no account here. Sign in another way.',
  passkeys_off: 'Passkeys are switched off here.',
  too_many_passkeys: 'You have as many passkeys as an account can have. Remove one first.',

  // Device
  storage_full: 'This device is out of space. Free some, then go on; nothing typed is lost yet.',
  storage_blocked:
    'The storage of this browser does not answer. Close the other tabs and try again.',
  storage_failed: 'The device could not save. We are trying again.',
  browser_unsupported:
    'This browser stores nothing here. Leave private mode, or update the browser.',
  file_too_large: 'This file is too large.',
  file_type: 'This kind of file is not supported.',
  file_missing: 'A photo or file did not arrive. Remove it, choose it again and send once more.',
  link_missing: 'Could not open the link because the URL is missing.', // spec
  link_unsafe: 'The provided link is invalid or unsafe.', // spec

  // What a person entered or asked for
  invalid: ({ rule }) => ruleText(rule),
  not_found: 'It does not exist, or not any more.',
  deleted: 'Somebody has deleted it in the meantime.',
  in_use: 'It is still in use, so it cannot be deleted. You can archive it instead.',
  name_taken: 'This name is already used.',
  slug_taken: 'This address is already taken. Choose another one.',
  duplicate: 'This is there already.',
  slug_reserved: 'This address is reserved. Choose another one.',
  currency_unsupported: 'Only currencies with two decimals are supported so far.',
  currency_fixed:
    'Somebody is booked at a price already, so the currency stays: what was agreed is in it.',
  illegal_transition: 'This step is not possible any more: the status has changed meanwhile.',
  undo_expired: 'It is too late to undo this.',
  patch_test_needed:
    'This service insists on a patch test. Add a test that counts, or choose another service.',
  last_owner: 'A business needs at least one owner.',
  has_future_appointments: 'There are appointments ahead. Move or cancel them first.',
  already_resolved: 'Somebody has already taken care of this.',
  stale: 'It was changed meanwhile. Look at the new state and try again.',

  // Booking
  slot_taken: 'This time has just been taken. Please choose another one.',
  overlap: 'This overlaps with another appointment.',
  class_full: 'There are not enough seats left.',
  outside_hours: 'This is outside the working hours.',
  too_soon: 'This is too soon to book online.',
  too_far: 'This is too far ahead to book yet.',
  off_grid: 'Appointments cannot start at this time.',
  not_offered: 'This is not offered at the moment.',
  outside_area: 'This address is outside the area that is visited.',
  too_many: 'These are too many at once.',
  day_full: 'This day is full.',
  blocked: 'Online booking is not possible. Please contact the business.',
  audience: 'This is not offered to you online. Please contact the business.',
  paused: 'Online booking is paused at the moment.',
  policy_changed: 'The booking terms have changed. Please read them again.',
  other_variant: 'Another option of this service is for you. Please choose it.',
  price_changed: 'The price has changed. Please check it before you go on.',
  fee_changed: 'What cancelling costs has changed. Please check it before you go on.',
  payment_required: 'A payment is needed to book this.',
  form_required: 'A form has to be filled in to book this.',
  deposit_used: 'The deposit was used or returned meanwhile. Remove it from the payments.',
  nothing_due: 'Nothing has to be paid before this appointment.',
  hold_expired: 'The time was held for you, but the hold has ended. Please choose again.',
  too_late: 'It is too late to change this online. Please contact the business.',
  already_cancelled: 'This appointment is already cancelled.',
  past: 'This is in the past.',
  cancel_disabled: 'This cannot be cancelled online. Please contact the business.',
  reschedule_disabled: 'This cannot be moved online. Please contact the business.',
  reschedule_limit: 'This was moved as often as is possible online. Please contact the business.',

  waitlist_off: 'There is no waitlist at the moment. Please contact the business.',
  already_closed: 'This place on the waitlist is over: you are booked, or its time has passed.',
  offer_over: 'This offer is over: it was answered, taken back, or its time has passed.',

  // Money
  does_not_add_up: 'The payments are not the total. Please check the amounts.',
  discount_too_large: 'Your role may not take off so much. Ask the owner or a manager.',
  already_completed: 'This sale was completed before, with other items or payments.',
  already_collected: 'That is more than is still to be collected.',
  already_refunded: 'That is more than was paid and not given back yet.',
  gift_card_short:
    'There is not so much on this gift card, or another checkout has it at the moment.',
  gift_card_closed: 'This gift card is blocked or has expired.',
  gift_card_leased: 'Another device keeps this gift card for work without signal.',
  gift_card_used: 'Some of this gift card was used already, so its sale cannot be taken back.',
  package_short: 'There is no visit left in this package, or it has expired.',
  package_used: 'Some of this package was used already, so it cannot go back like this.',

  unknown: ({ reference }) =>
    reference
      ? `Something unexpected happened. Reference: ${reference}`
      : 'Something unexpected happened. Please try again.',
};

/** What a person reads when `error` happened. */
export const messageFor = (error: AppError): string => {
  const entry = words[error.code] ?? words.unknown;
  return typeof entry === 'string' ? entry : entry(error);
};

/** What a person reads under a field that breaks `rule`. */
export const ruleText = (rule: string | undefined): string =>
  (rule !== undefined && Object.hasOwn(rules, rule) && rules[rule]) || 'Please check this entry.';

const rules: Record<string, string> = {
  required: 'Please fill this in.',
  too_short: 'This is too short.',
  too_long: 'This is too long.',
  too_large: 'This is too much.',
  too_small: 'This is too little.',
  too_few: 'Add at least one.',
  too_many: 'These are too many.',
  wrong_type: 'Please check this entry.',
  wrong_format: 'Please enter this as it is asked for.',
  not_a_choice: 'Please choose one of the possibilities.',
  not_an_email: 'Please enter an e-mail address, like name@example.com.',
  not_a_phone: 'Please enter a phone number with its area code.',
  not_a_day: 'This is not a day of the calendar.',
  not_a_time: 'Please enter a time.',
  not_a_zone: 'Please choose a time zone.',
  not_a_colour: 'Please choose a colour.',
  not_a_link: 'Please enter an address that starts with https://.',
  step: 'Please use steps of five minutes.',
  overlap: 'These times overlap.',
  duplicate: 'This is already there.',
  in_the_future: 'This is in the future.',
  free_has_price: 'What is free has no price.',
  needs_name_or_contact: 'Enter a name, a phone number or an e-mail.',
  notice_beyond_window: 'The notice is longer than the time in which clients can book.',
  min_above_max: 'The least is more than the most.',
  gift_years_us: 'In the United States gift cards last at least 5 years.',
  not_the_password: 'This is not your current password.',
  not_the_name: 'This is not the name of the business.',
  same_email: 'This is your address already.',
  wrong_code: 'This code is not right. Take the newest one from your authenticator app.',
  negative: 'This cannot be less than zero.',
  not_a_number: 'Please enter a number.',
  not_whole: 'Please enter a whole number.',
  email: 'Please enter an e-mail address, like name@example.com.',
  phone: 'Please enter a phone number with its area code.',
  url: 'Please enter an address that starts with https://.',
  not_a_slug: 'Use small letters, digits and hyphens.',
  not_a_barcode: 'Enter the 8 to 14 digits under the bars.',
  reserved: 'This word is reserved. Choose another one.',
  day: 'Please choose a day.',
  time: 'Please choose a time.',
  zone: 'Please choose a time zone.',
  order: 'The end has to be after the start.',
  past: 'This is in the past.',
  unknown: 'This choice does not exist any more.',
};

const inWords = (seconds: number): string => {
  if (seconds < 90) return `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
};
