import type { MessageKey } from '#domain/rows.ts';

/** `after` counts from the end of the visit, `before` from its start. */
export type Timing = { side: 'before' | 'after'; offsetMin: number; enabled: boolean };

/**
 * What a client may say no to. `service`: about something they did or that was done to their visit,
 * always sent. `reminders`: sent unless they do not want it. `marketing`: sent only to who said yes.
 * `team`: not to clients at all.
 */
export type Purpose = 'service' | 'reminders' | 'marketing' | 'team';

export type MessageTemplate = {
  /** What it is called in settings. */
  label: string;
  purpose: Purpose;
  /** Sent when it happens, but only once somebody switched it on; absent = from the start. */
  offAtFirst?: true;
  /** Cannot be switched off: a person has asked for just this one, or paid for it. */
  always?: true;
  /** Sent by the clock; absent = sent when it happens. */
  timing?: Timing;
  /** When it is sent, in words, where that is neither by minutes nor by what happens. */
  when?: string;
  subject: string;
  /** Paragraphs, with an empty line between them. */
  body: string;
  /** The same in one breath, for the messages of a phone. */
  sms: string;
};

/** What a phone message may be long; longer ones arrive in pieces or not at all. */
export const SMS_MAX = 1024;
export const SUBJECT_MAX = 200;
export const BODY_MAX = 5000;

const DAY = 1440;

const remind = (label: string, offsetMin: number, enabled: boolean): MessageTemplate => ({
  label,
  purpose: 'reminders',
  timing: { side: 'before', offsetMin, enabled },
  subject: 'See you {{date}}, {{time}} at {{business_name}}',
  body: '{{greeting}} this is a reminder of your appointment at {{business_name}}.',
  sms: '{{greeting}} a reminder: {{service_names}} at {{business_name}} on {{date}} at {{time}}.',
});

/**
 * The messages to clients, and those to the team, with their built-in words. A business changes
 * subject, body, phone text, whether it is sent and when; what it has not changed follows this list.
 */
export const MESSAGE_TEMPLATES = {
  booking_confirmed: {
    label: 'Booked',
    purpose: 'service',
    subject: 'Booked: {{date}}, {{time}} at {{business_name}}',
    body: '{{greeting}} your appointment at {{business_name}} is confirmed.',
    sms: '{{greeting}} your appointment at {{business_name}} is confirmed: {{service_names}} on {{date}} at {{time}}.',
  },
  booking_requested: {
    label: 'Request received',
    purpose: 'service',
    subject: 'Request received: {{date}}, {{time}} at {{business_name}}',
    body: '{{greeting}} {{business_name}} has your request and will answer by email.\n\nThe appointment is not confirmed until you hear from them.',
    sms: '{{greeting}} {{business_name}} has your request for {{date}} at {{time}}. It is not confirmed yet.',
  },
  booking_declined: {
    label: 'Request declined',
    purpose: 'service',
    subject: 'Not possible: {{date}}, {{time}} at {{business_name}}',
    body: '{{greeting}} {{business_name}} cannot take you at this time. Nothing is booked.',
    sms: '{{greeting}} unfortunately {{business_name}} cannot take you on {{date}} at {{time}}. Nothing is booked.',
  },
  booking_expired: {
    label: 'Request not answered in time',
    purpose: 'service',
    subject: 'Not possible: {{date}}, {{time}} at {{business_name}}',
    body: '{{greeting}} {{business_name}} cannot take you at this time. Nothing is booked.',
    sms: '{{greeting}} unfortunately {{business_name}} cannot take you on {{date}} at {{time}}. Nothing is booked.',
  },
  rescheduled: {
    label: 'New time',
    purpose: 'service',
    subject: 'New time: {{date}}, {{time}} at {{business_name}}',
    body: '{{greeting}} your appointment at {{business_name}} has moved.',
    sms: '{{greeting}} your appointment at {{business_name}} has moved to {{date}} at {{time}}.',
  },
  changed: {
    label: 'Changed, at the same time',
    purpose: 'service',
    subject: 'Changed: {{date}}, {{time}} at {{business_name}}',
    body: '{{greeting}} something about your appointment at {{business_name}} has changed. This is how it stands now.',
    sms: '{{greeting}} your appointment at {{business_name}} on {{date}} at {{time}} has changed: {{service_names}}, {{price}}.',
  },
  deposit_request: {
    label: 'Please pay a deposit',
    purpose: 'service',
    subject: 'Please pay a deposit: {{date}}, {{time}} at {{business_name}}',
    body: '{{greeting}} {{business_name}} asks you for a deposit of {{deposit}} for your appointment.',
    sms: '{{greeting}} {{business_name}} asks you for a deposit of {{deposit}} for {{date}}: {{manage_link}}',
  },
  refund: {
    label: 'Money sent back',
    purpose: 'service',
    subject: 'Money back from {{business_name}}',
    body: '{{greeting}} this is about money that {{business_name}} gives back to you.',
    sms: '{{greeting}} {{business_name}} has given money back to the card that you paid with.',
  },
  no_show: {
    label: 'Did not come',
    purpose: 'service',
    offAtFirst: true,
    subject: 'We missed you: {{date}}, {{time}} at {{business_name}}',
    body: '{{greeting}} you had an appointment at {{business_name}}, and we missed you. Please call us if something went wrong.',
    sms: '{{greeting}} we missed you at {{business_name}} on {{date}} at {{time}}. Please call us if something went wrong.',
  },
  cancelled_by_client: {
    label: 'Cancelled by the client',
    purpose: 'service',
    subject: 'Cancelled: {{date}}, {{time}} at {{business_name}}',
    body: '{{greeting}} you cancelled this appointment at {{business_name}}.',
    sms: '{{greeting}} your appointment at {{business_name}} on {{date}} at {{time}} is cancelled, as you asked.',
  },
  cancelled_by_business: {
    label: 'Cancelled by you',
    purpose: 'service',
    subject: 'Cancelled by {{business_name}}: {{date}}, {{time}}',
    body: '{{greeting}} unfortunately your appointment cannot take place.',
    sms: '{{greeting}} unfortunately your appointment at {{business_name}} on {{date}} at {{time}} cannot take place.',
  },
  seats_waiting: {
    label: 'Waiting for seats in a class',
    purpose: 'service',
    subject: 'Waitlist: {{date}}, {{time}} at {{business_name}}',
    body: '{{greeting}} this class at {{business_name}} is full, and you are on its waitlist.\n\nWhen seats for all of you come free they are yours at once, and you get a message. Until then nothing is booked.',
    sms: '{{greeting}} the class at {{business_name}} on {{date}} at {{time}} is full; you are on its waitlist.',
  },
  seats_changed: {
    label: 'Seats in a class changed',
    purpose: 'service',
    subject: 'Changed: {{date}}, {{time}} at {{business_name}}',
    body: '{{greeting}} these are your seats at {{business_name}} now.',
    sms: '{{greeting}} your seats at {{business_name}} on {{date}} at {{time}} have changed.',
  },
  waitlist_joined: {
    label: 'On the waitlist',
    purpose: 'service',
    subject: 'You’re on the waitlist of {{business_name}}',
    body: '{{greeting}} you are on the waitlist of {{business_name}}. They look at it when a time comes free, and get in touch with you.\n\nNothing is booked yet.',
    sms: '{{greeting}} you are on the waitlist of {{business_name}} for {{service_names}}. Nothing is booked yet.',
  },
  waitlist_offer: {
    label: 'A time for who waits',
    purpose: 'service',
    subject: 'A time came free at {{business_name}}: {{date}}, {{time}}',
    body: '{{greeting}} a time came free at {{business_name}} that suits you: {{date}}, {{time}}.\n\nYou can take it until {{offer_expires}}. Nothing is booked until you say yes.',
    sms: '{{greeting}} a time came free at {{business_name}}: {{date}}, {{time}}. Take it until {{offer_expires}}: {{offer_link}}',
  },
  waitlist_closed: {
    label: 'No longer on the waitlist',
    purpose: 'service',
    subject: 'No longer on the waitlist of {{business_name}}',
    body: '{{greeting}} your place on the waitlist of {{business_name}} has ended.\n\nNothing is booked.',
    sms: '{{greeting}} your place on the waitlist of {{business_name}} has ended. Nothing is booked.',
  },
  gift_card: {
    label: 'Gift card',
    purpose: 'service',
    always: true,
    subject: 'A gift card of {{gift_balance}} for {{business_name}}',
    body: 'Dear {{client_name}},',
    sms: 'A gift card of {{gift_balance}} for {{business_name}}: {{gift_code}}',
  },
  bill: {
    label: 'Bill to pay online',
    purpose: 'service',
    always: true,
    subject: 'Your bill from {{business_name}}',
    body: '{{greeting}} this is your bill. You can pay it by card on our page.',
    sms: '{{greeting}} there is a bill of {{business_name}} for you.',
  },
  receipt: {
    label: 'Receipt',
    purpose: 'service',
    always: true,
    subject: 'Your receipt of {{business_name}}',
    body: '{{greeting}} thank you. This is your receipt.',
    sms: '{{greeting}} thank you for coming to {{business_name}}!',
  },
  confirm_request: {
    label: 'Please confirm',
    purpose: 'reminders',
    timing: { side: 'before', offsetMin: 2 * DAY, enabled: true },
    subject: 'Please confirm: {{date}}, {{time}} at {{business_name}}',
    body: '{{greeting}} please tell {{business_name}} that you are coming. It takes one press.',
    sms: '{{greeting}} are you coming to {{business_name}} on {{date}} at {{time}}? Please tell us.',
  },
  form_request: {
    label: 'Please fill in a form',
    purpose: 'service',
    subject: 'Please fill in a form for {{business_name}}',
    body: '{{greeting}} {{business_name}} asks you to fill in a form. You can do it on your phone, and go on later on the same device.',
    sms: '{{greeting}} please fill in this form for {{business_name}}: {{form_link}}',
  },
  form_reminder: {
    label: 'A form is still missing',
    purpose: 'reminders',
    timing: { side: 'before', offsetMin: DAY, enabled: true },
    subject: 'Before {{date}}: a form for {{business_name}}',
    body: '{{greeting}} {{business_name}} still needs a form from you before your appointment.',
    sms: '{{greeting}} {{business_name}} still needs a form from you before {{date}}: {{form_link}}',
  },
  reminder_1: remind('First reminder', DAY, true),
  reminder_2: remind('Second reminder', 120, false),
  reminder_3: remind('Third reminder', 60, false),
  form_after: {
    label: 'A form after the visit',
    purpose: 'reminders',
    timing: { side: 'after', offsetMin: 60, enabled: true },
    subject: 'After your visit: a form for {{business_name}}',
    body: '{{greeting}} thank you for coming. {{business_name}} asks you to fill in a form about your visit.',
    sms: '{{greeting}} {{business_name}} asks you to fill in a form about your visit: {{form_link}}',
  },
  thank_you: {
    label: 'Thank you after the visit',
    purpose: 'reminders',
    timing: { side: 'after', offsetMin: 180, enabled: false },
    subject: 'Thank you from {{business_name}}',
    body: '{{greeting}} thank you for coming to {{business_name}}. We hope to see you again soon.',
    sms: '{{greeting}} thank you for coming to {{business_name}}!',
  },
  rebook: {
    label: 'Time to come again',
    purpose: 'marketing',
    timing: { side: 'after', offsetMin: 28 * DAY, enabled: false },
    subject: 'Time for your next visit to {{business_name}}?',
    body: '{{greeting}} it has been a while since {{service_names}}. Choose your next time whenever it suits you.',
    sms: '{{greeting}} time for your next visit to {{business_name}}? Book here: {{book_link}}',
  },
  birthday: {
    label: 'Birthday wishes',
    purpose: 'marketing',
    offAtFirst: true,
    when: 'in the morning of the day',
    subject: 'Happy birthday from {{business_name}}',
    body: '{{greeting}} happy birthday from all of us at {{business_name}}. We hope that you have a lovely day.',
    sms: '{{greeting}} happy birthday from all of us at {{business_name}}!',
  },
  daily_plan: {
    label: 'Plan for the next day',
    purpose: 'team',
    // Before midnight: at six in the evening.
    timing: { side: 'before', offsetMin: 360, enabled: false },
    subject: 'Your {{date}} at {{business_name}}',
    body: 'Hello {{staff_name}}, this is your plan for {{date}}.',
    sms: 'Hello {{staff_name}}, your first visit on {{date}} is at {{time}}.',
  },
  staff_new: {
    label: 'A new visit',
    purpose: 'team',
    offAtFirst: true,
    subject: 'New: {{date}}, {{time}}, {{service_names}}',
    body: 'Hello {{staff_name}}, a new visit is yours at {{business_name}}.',
    sms: 'Hello {{staff_name}}, a new visit is yours: {{date}} at {{time}}.',
  },
  staff_changed: {
    label: 'A visit that changed',
    purpose: 'team',
    offAtFirst: true,
    subject: 'Changed: {{date}}, {{time}}, {{service_names}}',
    body: 'Hello {{staff_name}}, a visit of yours at {{business_name}} has changed. This is how it stands now.',
    sms: 'Hello {{staff_name}}, a visit of yours has changed: {{date}} at {{time}}.',
  },
  staff_cancelled: {
    label: 'A visit that is gone',
    purpose: 'team',
    offAtFirst: true,
    subject: 'Cancelled: {{date}}, {{time}}, {{service_names}}',
    body: 'Hello {{staff_name}}, this visit is no longer yours at {{business_name}}.',
    sms: 'Hello {{staff_name}}, this visit is no longer yours: {{date}} at {{time}}.',
  },
  staff_form: {
    label: 'A form that came in',
    purpose: 'team',
    offAtFirst: true,
    subject: '{{client_name}} has filled in a form',
    body: 'Hello {{staff_name}}, {{client_name}} has filled in a form of {{business_name}}.',
    sms: 'Hello {{staff_name}}, {{client_name}} has filled in a form.',
  },
  staff_waitlist: {
    label: 'Somebody joins the waitlist',
    purpose: 'team',
    offAtFirst: true,
    subject: '{{client_name}} waits for {{service_names}}',
    body: 'Hello {{staff_name}}, {{client_name}} has joined the waitlist of {{business_name}}.',
    sms: 'Hello {{staff_name}}, {{client_name}} waits for {{service_names}}.',
  },
  low_stock: {
    label: 'Products that run low',
    purpose: 'team',
    offAtFirst: true,
    subject: 'Products run low at {{business_name}}',
    body: 'Hello {{staff_name}}, these products run low at {{business_name}}.',
    sms: 'Hello {{staff_name}}, some products run low at {{business_name}}.',
  },
} as const satisfies Partial<Record<MessageKey, MessageTemplate>>;

/** The messages that are sent by now; the database knows the names of all that are planned. */
export type TemplateKey = keyof typeof MESSAGE_TEMPLATES;

export const TEMPLATE_KEYS = Object.keys(MESSAGE_TEMPLATES) as readonly TemplateKey[];

export const isTemplateKey = (key: string): key is TemplateKey =>
  Object.hasOwn(MESSAGE_TEMPLATES, key);

/** A template with the type of all of them: some have no timing. */
export const builtIn = (key: TemplateKey): MessageTemplate => MESSAGE_TEMPLATES[key];
