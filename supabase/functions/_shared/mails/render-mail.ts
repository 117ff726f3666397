import { brandHex, inkOn } from '#domain/accent.ts';
import { filledParagraphs, filledSubject, wordsInForce } from '#domain/messages/words.ts';
import { fillTemplate } from '#domain/text/template.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import { calendarAttachment } from './calendar-attachment.ts';
import {
  button,
  contactLines,
  contactText,
  fact,
  factTable,
  heading,
  mailFrame,
  mailText,
  noMoreLink,
  paragraph,
  small,
} from './mail-layout.ts';
import { mailFacts, unsubscribeLink } from './mail-facts.ts';
import type { MailFacts } from './mail-facts.ts';
import { MAIL_WORDS } from './mail-words.ts';
import type { MailData, MailKind, MailOptions, RenderedMail } from './mail-data.ts';

/**
 * The mail of an appointment event: subject, plain text, HTML and calendar file. The same data gives
 * the same mail but for its time stamp, so a mail may be rendered again after a crash.
 */
export const renderMail = (kind: MailKind, data: MailData, asked: MailOptions): RenderedMail => {
  const options = { now: new Date(), ...asked };
  const facts = mailFacts(data, options);
  const key = templateOf(kind, data);
  const frame = MAIL_WORDS[asksAgain(kind, data) ? 'confirm_request' : key];
  const words = wordsInForce(key, data.words);
  const fill = (template: string) => fillTemplate(template, facts.values).trim();
  const isCancelled = kind === 'cancelled_by_client' || kind === 'cancelled_by_business';
  const isOver = kind === 'thank_you' || kind === 'rebook';
  const isForm = kind === 'form_reminder' || kind === 'form_after';
  const bookAgain = isCancelled || isOver || kind === 'no_show';
  // It is in their calendar already, or over.
  const hasNoEvent = isOver || isForm || ['deposit_request', 'no_show'].includes(kind);

  const message: Message = {
    subject: filledSubject(words.subject, facts.values),
    preview: fill(frame.preview),
    heading: fill(frame.heading),
    paragraphs: [...filledParagraphs(words.body, facts.values), ...extraLines(kind, data, facts)],
    showsVisit: !isOver,
    prepNotes: bookAgain || kind === 'form_after' ? [] : facts.prepNotes,
    button: bookAgain
      ? { label: frame.button, href: facts.bookLink }
      : isForm && facts.forms[0]
        ? { label: frame.button, href: facts.forms[0].link }
        : facts.manageLink && { label: frame.button, href: facts.manageLink },
    closing: bookAgain || kind === 'form_after' ? null : deadlineLine(data, facts),
    unsubscribe: data.unsubscribe_token
      ? unsubscribeLink(options.siteUrl, data.unsubscribe_token)
      : null,
  };

  return {
    subject: message.subject,
    text: asText(message, data, facts),
    html: asHtml(message, data, facts),
    ics: hasNoEvent ? null : calendarAttachment(kind, data, facts, options),
    icsMethod: hasNoEvent ? null : isCancelled ? 'CANCEL' : 'REQUEST',
  };
};

/** They were asked whether they come and have not answered; a class is not confirmed seat by seat. */
const asksAgain = (kind: MailKind, { appointment }: MailData): boolean =>
  kind.startsWith('reminder_') &&
  appointment.confirmation === 'requested' &&
  appointment.seats === undefined;

/** A request that the business turned down was never booked, so nothing of it is cancelled. */
const templateOf = (
  kind: MailKind,
  { appointment }: MailData,
): MailKind | 'booking_declined' | 'booking_expired' =>
  appointment.status === 'declined'
    ? 'booking_declined'
    : appointment.status === 'expired'
      ? 'booking_expired'
      : kind;

type Message = {
  subject: string;
  preview: string;
  heading: string;
  paragraphs: string[];
  button: { label: string; href: string } | null | '';
  closing: string | null;
  /** How to prepare; nothing where nobody comes. */
  prepNotes: string[];
  /** What is over needs no details. */
  showsVisit: boolean;
  unsubscribe: string | null;
};

/** Facts that only some messages have, so templates cannot carry them. */
const extraLines = (kind: MailKind, data: MailData, facts: MailFacts): string[] => {
  if (kind === 'rescheduled' && facts.previously) return [`It was on ${facts.previously}.`];
  if (kind === 'cancelled_by_business' && data.appointment.cancel_reason) {
    return [`They wrote: “${data.appointment.cancel_reason}”`];
  }
  if (kind === 'deposit_request' && facts.keptUntil) {
    return [
      `The time is kept for you until ${facts.keptUntil}. Unpaid, it is given to somebody else.`,
    ];
  }
  if (data.called_off !== undefined) return [calledOffLine(data)];
  if (asksAgain(kind, data))
    return ['You have not told us yet that you are coming. It takes one press.'];
  return [];
};

const calledOffLine = ({ called_off: name, guests }: MailData): string => {
  if (name !== '') return `${name} does not come any more. Everything else stands.`;
  return `You do not come any more. ${guests ? 'Your guests still do.' : 'Your guest still does.'}`;
};

const deadlineLine = ({ business }: MailData, facts: MailFacts): string | null => {
  if (facts.cancelUntil) {
    return `You can cancel or change it online until ${facts.cancelUntil} (${facts.zone}).`;
  }
  return business.phone ? `To change or cancel it, call ${business.phone}.` : null;
};

/** Who booked for others need not come along. */
const withWhom = ({ dependant }: MailFacts): string => `With ${dependant ?? 'you'}`;

const asText = (message: Message, { business }: MailData, facts: MailFacts): string => {
  const services = facts.services.map(
    ({ name, staff, price }) => `- ${name}${staff ? ` with ${staff}` : ''}: ${price}`,
  );
  const visit = [
    facts.dependant ? `For: ${facts.dependant}` : null,
    `When: ${facts.day}, ${facts.timeRange} (${facts.zone})`,
    facts.also.length > 0
      ? [
          'Also:',
          ...facts.also.map(({ when, link }) => `- ${when}${link ? `: ${link}` : ''}`),
        ].join('\n')
      : null,
    ['What:', ...services].join('\n'),
    facts.services.length > 1 ? `Total: ${facts.total}` : null,
    facts.guests.length > 0
      ? [`${withWhom(facts)}:`, ...facts.guests.map((guest) => `- ${guest}`)].join('\n')
      : null,
    facts.place.length > 0 ? ['Where:', ...facts.place].join('\n') : null,
    message.prepNotes.length > 0 ? ['Before you come:', ...message.prepNotes].join('\n') : null,
    facts.forms.length > 0
      ? [
          'Please fill in:',
          ...facts.forms.flatMap(({ name, link, hint }) => [
            `- ${name}: ${link}`,
            ...(hint ? [`  ${hint}`] : []),
          ]),
        ].join('\n')
      : null,
  ];
  const blocks = [
    message.heading,
    ...message.paragraphs,
    ...(message.showsVisit ? visit : []),
    message.button ? `${message.button.label}:\n${message.button.href}` : null,
    message.closing,
    contactText(business),
    message.unsubscribe && `No more of these mails:\n${message.unsubscribe}`,
  ];
  return mailText(blocks);
};

const asHtml = (message: Message, { business }: MailData, facts: MailFacts): string => {
  const accent = brandHex(business.brand_colour);
  const colours = { accent, ink: inkOn(accent) };
  const services = facts.services.map(
    ({ name, staff, price }): Html =>
      html`<div style="margin:2px 0;">
        <strong>${name}</strong>${staff && ` with ${staff}`}<br /><span
          class="muted"
          style="color:#625e56;"
          >${price}</span
        >
      </div>`,
  );
  const also = facts.also.map(
    ({ when, link }): Html =>
      html`${link ? html`<a href="${link}" class="ink" style="color:#1b1a17;">${when}</a>` : when}<br />`,
  );
  const inkLink = (href: string, label: string): Html =>
    html`<a href="${href}" class="ink" style="color:#1b1a17;">${label}</a>`;
  const prepNotes = message.prepNotes.map(
    (note): Html => html`<div>${note.split('\n').map((line): Html => html`${line}<br />`)}</div>`,
  );
  const forms = facts.forms.map(
    ({ name, link, hint }): Html =>
      html`<div>${inkLink(link, name)}${hint ? small(html`${hint}`) : null}</div>`,
  );
  const place = facts.place.map((line): Html => html`${line}<br />`);
  return mailFrame({
    // The words are English whatever the locale of dates and prices is.
    lang: 'en',
    title: message.subject,
    preview: message.preview,
    senderName: business.name,
    accent: colours.accent,
    content: html`${heading(message.heading)} ${message.paragraphs.map(paragraph)}
    ${
      message.showsVisit &&
      factTable([
        facts.dependant ? fact('For', html`<strong>${facts.dependant}</strong>`) : null,
        fact('When', html`<strong>${facts.day}</strong><br />${facts.timeRange} (${facts.zone})`),
        also.length > 0 ? fact('Also', html`${also}`) : null,
        fact('What', html`${services}`),
        facts.services.length > 1 ? fact('Total', html`<strong>${facts.total}</strong>`) : null,
        facts.guests.length > 0
          ? fact(withWhom(facts), html`${facts.guests.map((guest): Html => html`${guest}<br />`)}`)
          : null,
        place.length > 0
          ? fact(
              'Where',
              html`${place}${facts.mapLink ? html`<a href="${facts.mapLink}" class="ink" style="color:#1b1a17;">Directions</a>` : null}`,
            )
          : null,
        message.prepNotes.length > 0 ? fact('Before you come', html`${prepNotes}`) : null,
        forms.length > 0 ? fact('Please fill in', html`${forms}`) : null,
      ])
    }
    ${message.button ? button(message.button.label, message.button.href, colours) : null}
    ${message.closing ? small(html`${message.closing}`) : null}`,
    footer: html`${contactLines(business)}${message.unsubscribe && noMoreLink(message.unsubscribe)}`,
  });
};
