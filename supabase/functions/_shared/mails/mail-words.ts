import { LINK_WORDS } from '#domain/appointments/link-words.ts';
import type { TemplateKey } from '#domain/messages/templates.ts';

/**
 * What surrounds the words of a message (src/domain/messages/templates.ts), which are the business's
 * to change. The same placeholders.
 */
type Words = {
  /** The line that inboxes show beside the subject. */
  preview: string;
  heading: string;
  /** What the button says; it goes to the manage page, or to the booking page after a cancellation. */
  button: string;
};

const DECLINED: Words = {
  preview: '{{business_name}} cannot take {{service_names}} on {{date}} at {{time}}.',
  heading: 'Your request could not be accepted',
  button: 'Choose another time',
};

const REMINDER: Words = {
  preview: '{{service_names}} on {{date}} at {{time}}.',
  heading: 'See you soon',
  button: LINK_WORDS.visit.manage,
};

/** The mails of the waitlist, of gift cards, bills, receipts and refunds have frames of their own. */
type Framed = Exclude<
  TemplateKey,
  | 'waitlist_joined'
  | 'waitlist_offer'
  | 'waitlist_closed'
  | 'gift_card'
  | 'bill'
  | 'receipt'
  | 'refund'
>;

export const MAIL_WORDS: Readonly<Record<Framed, Words>> = {
  booking_confirmed: {
    preview: '{{service_names}} on {{date}} at {{time}}.',
    heading: 'You’re booked',
    button: LINK_WORDS.visit.manage,
  },
  booking_requested: {
    preview: 'Not confirmed yet: {{business_name}} will answer by email.',
    heading: 'Request received',
    button: 'View or withdraw the request',
  },
  rescheduled: {
    preview: 'Your appointment moved to {{date}} at {{time}}.',
    heading: 'Your new time',
    button: LINK_WORDS.visit.manage,
  },
  changed: {
    preview: '{{service_names}} on {{date}} at {{time}}.',
    heading: 'Your appointment has changed',
    button: LINK_WORDS.visit.manage,
  },
  deposit_request: {
    preview: '{{deposit}} for {{date}} at {{time}}.',
    heading: 'A deposit for your appointment',
    button: 'Pay the deposit',
  },
  no_show: {
    preview: '{{service_names}} on {{date}} at {{time}}.',
    heading: 'We missed you',
    button: 'Book another time',
  },
  cancelled_by_client: {
    preview: '{{service_names}} on {{date}} at {{time}} is cancelled.',
    heading: 'Your appointment is cancelled',
    button: 'Book another time',
  },
  cancelled_by_business: {
    preview: '{{business_name}} had to cancel {{service_names}} on {{date}} at {{time}}.',
    heading: '{{business_name}} had to cancel',
    button: 'Book another time',
  },
  seats_waiting: {
    preview: 'You get seats as soon as enough come free.',
    heading: 'You’re on the waitlist',
    button: LINK_WORDS.waiting.manage,
  },
  seats_changed: {
    preview: '{{service_names}} on {{date}} at {{time}}.',
    heading: 'Your seats have changed',
    button: LINK_WORDS.visit.manage,
  },
  booking_declined: DECLINED,
  booking_expired: DECLINED,
  confirm_request: {
    preview: '{{service_names}} on {{date}} at {{time}}.',
    heading: 'Are you coming?',
    button: 'Yes, or change it',
  },
  form_request: {
    preview: 'It opens on your phone.',
    heading: 'A form for you',
    button: 'Open the form',
  },
  form_reminder: {
    preview: '{{service_names}} on {{date}} at {{time}}.',
    heading: 'A form is still missing',
    button: 'Open the form',
  },
  form_after: {
    preview: 'It opens on your phone.',
    heading: 'A form about your visit',
    button: 'Open the form',
  },
  reminder_1: REMINDER,
  reminder_2: REMINDER,
  reminder_3: REMINDER,
  daily_plan: {
    preview: 'Your first visit is at {{time}}.',
    heading: 'Your plan for {{date}}',
    button: 'Open the calendar',
  },
  staff_new: {
    preview: '{{date}} at {{time}}: {{service_names}}.',
    heading: 'A new visit',
    button: 'Open the calendar',
  },
  staff_changed: {
    preview: '{{date}} at {{time}}: {{service_names}}.',
    heading: 'A visit has changed',
    button: 'Open the calendar',
  },
  staff_cancelled: {
    preview: '{{date}} at {{time}}: {{service_names}}.',
    heading: 'A visit is gone',
    button: 'Open the calendar',
  },
  staff_form: {
    preview: 'What was answered is in the app.',
    heading: 'A form came in',
    button: 'Open the forms',
  },
  staff_waitlist: {
    preview: 'Waiting for {{service_names}}.',
    heading: 'On the waitlist',
    button: 'Open the waitlist',
  },
  low_stock: {
    preview: 'To be counted or ordered.',
    heading: 'Products run low',
    button: 'Open the products',
  },
  thank_you: {
    preview: 'It was good to have you here.',
    heading: 'Thank you',
    button: 'Book your next visit',
  },
  birthday: {
    preview: 'We hope that you have a lovely day.',
    heading: 'Happy birthday!',
    button: 'Book a time',
  },
  rebook: {
    preview: 'Choose a time whenever it suits you.',
    heading: 'Time to come again?',
    button: 'Book a time',
  },
};
