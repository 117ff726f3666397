import type { MailKind } from './mail-data.ts';

/** The built-in text of a message. Placeholders are those of the message templates. */
type Words = {
  subject: string;
  /** The line that inboxes show beside the subject. */
  preview: string;
  heading: string;
  /** Paragraphs under the heading. */
  body: string[];
  /** What the button says; it goes to the manage page, or to the booking page after a cancellation. */
  button: string;
};

/** A request that the business turned down goes out as cancelled_by_business, and never was booked. */
export type WordsKey = MailKind | 'declined';

export const MAIL_WORDS: Readonly<Record<WordsKey, Words>> = {
  booking_confirmed: {
    subject: 'Booked: {{date}}, {{time}} at {{business_name}}',
    preview: '{{service_names}} on {{date}} at {{time}}.',
    heading: 'You’re booked',
    body: ['{{greeting}} your appointment at {{business_name}} is confirmed.'],
    button: 'Change or cancel',
  },
  booking_requested: {
    subject: 'Request received: {{date}}, {{time}} at {{business_name}}',
    preview: 'Not confirmed yet: {{business_name}} will answer by email.',
    heading: 'Request received',
    body: [
      '{{greeting}} {{business_name}} has your request and will answer by email.',
      'The appointment is not confirmed until you hear from them.',
    ],
    button: 'View or withdraw the request',
  },
  rescheduled: {
    subject: 'New time: {{date}}, {{time}} at {{business_name}}',
    preview: 'Your appointment moved to {{date}} at {{time}}.',
    heading: 'Your new time',
    body: ['{{greeting}} your appointment at {{business_name}} has moved.'],
    button: 'Change or cancel',
  },
  cancelled_by_client: {
    subject: 'Cancelled: {{date}}, {{time}} at {{business_name}}',
    preview: '{{service_names}} on {{date}} at {{time}} is cancelled.',
    heading: 'Your appointment is cancelled',
    body: ['{{greeting}} you cancelled this appointment at {{business_name}}.'],
    button: 'Book another time',
  },
  cancelled_by_business: {
    subject: 'Cancelled by {{business_name}}: {{date}}, {{time}}',
    preview: '{{business_name}} had to cancel {{service_names}} on {{date}} at {{time}}.',
    heading: '{{business_name}} had to cancel',
    body: ['{{greeting}} unfortunately your appointment cannot take place.'],
    button: 'Book another time',
  },
  seats_waiting: {
    subject: 'Waiting list: {{date}}, {{time}} at {{business_name}}',
    preview: 'You get seats as soon as enough come free.',
    heading: 'You’re on the waiting list',
    body: [
      '{{greeting}} this class at {{business_name}} is full, and you are on its waiting list.',
      'When seats for all of you come free they are yours at once, and you get a message. Until then nothing is booked.',
    ],
    button: 'Look or leave the list',
  },
  seats_changed: {
    subject: 'Changed: {{date}}, {{time}} at {{business_name}}',
    preview: '{{service_names}} on {{date}} at {{time}}.',
    heading: 'Your seats have changed',
    body: ['{{greeting}} these are your seats at {{business_name}} now.'],
    button: 'Change or cancel',
  },
  declined: {
    subject: 'Not possible: {{date}}, {{time}} at {{business_name}}',
    preview: '{{business_name}} cannot take {{service_names}} on {{date}} at {{time}}.',
    heading: 'Your request could not be accepted',
    body: ['{{greeting}} {{business_name}} cannot take you at this time. Nothing is booked.'],
    button: 'Choose another time',
  },
};
