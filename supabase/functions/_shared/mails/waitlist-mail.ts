import { brandHex, inkOn } from '#domain/accent.ts';
import type { Instant, WaitlistOfferState, WaitlistState, WaitlistWindow } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { DATE_WEEKDAY } from '#domain/time/format.ts';
import { windowWords } from '#domain/waitlist/window-words.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import type { MailData } from './mail-data.ts';
import {
  button,
  contactLines,
  contactText,
  fact,
  factTable,
  heading,
  mailFrame,
  mailText,
  paragraph,
  small,
} from './mail-layout.ts';
import { ownWords, valuesAbout } from './own-words.ts';

export const WAITLIST_KINDS = [
  'waitlist_joined',
  'waitlist_offer',
  'waitlist_offer_over',
  'waitlist_closed',
] as const;
type WaitlistKind = (typeof WAITLIST_KINDS)[number];

/** What `private.mail_waitlist` writes into a queued mail. */
export type WaitlistData = {
  business: MailData['business'];
  client: MailData['client'];
  entry: {
    id: string;
    state: WaitlistState;
    items: { service_name: string; staff_names: string[] }[];
    windows: WaitlistWindow[];
    expires_at: Instant;
    time_zone: string;
  };
  /** Opens the page of their place on the list; absent when there is none any more. */
  token: string | null;
  /** What is or was offered, in mails about offers. */
  offer?: {
    id: string;
    starts_at: Instant;
    ends_at: Instant;
    expires_at: Instant;
    state: WaitlistOfferState;
    /** In the order of the items; none where people are no topic. */
    staff_names: string[];
  } | null;
  words?: MailData['words'];
};

type Words = { subject: string; lines: string[]; closing: string | null; goLabel: string };

const VIEW_OR_LEAVE = 'View or leave the waitlist';

const wordsOf = (kind: WaitlistKind, data: WaitlistData): Words => {
  const { business, entry, token, offer } = data;
  const { name } = business;
  const formats = businessFormats(business);
  const moment = offer ? formats.dateTime(offer.starts_at) : '';
  if (kind === 'waitlist_offer' && offer) {
    return {
      subject: `A time came free at ${name}: ${moment}`,
      lines: [
        `a time came free at ${name} that suits you: ${moment}.`,
        `You can take it until ${formats.dateTime(offer.expires_at)}. Nothing is booked until you say yes.`,
      ],
      closing: 'If it does not suit you, please say so, so that others can have it.',
      goLabel: 'Take it or say no',
    };
  }
  if (kind === 'waitlist_offer_over') {
    return {
      subject: `No longer free at ${name}: ${moment}`,
      lines: [
        offer?.state === 'withdrawn'
          ? `${name} had to take back what they offered you: ${moment}.`
          : `somebody else was faster: ${moment} at ${name} is taken.`,
        'Nothing is booked. You are still on the waitlist, and hear from them when another time comes free.',
      ],
      closing: null,
      goLabel: VIEW_OR_LEAVE,
    };
  }
  if (kind === 'waitlist_joined') {
    return {
      subject: `You’re on the waitlist of ${name}`,
      lines: [
        `you are on the waitlist of ${name}. They look at it when a time comes free, and get in touch with you.`,
        'Nothing is booked yet.',
      ],
      closing:
        token &&
        'If you found another time, please leave the waitlist, so that others can have it.',
      goLabel: VIEW_OR_LEAVE,
    };
  }
  const isOver = entry.state === 'expired';
  return {
    subject: `No longer on the waitlist of ${name}`,
    lines: [
      isOver
        ? `no time came free at ${name} in the days you asked for, and they are over now.`
        : `${name} has taken you off their waitlist.`,
      'Nothing is booked.',
    ],
    closing: null,
    goLabel: VIEW_OR_LEAVE,
  };
};

/** The mails about a place on the waitlist. The same data gives the same mail. */
export const renderWaitlist = (
  kind: WaitlistKind,
  data: WaitlistData,
  { siteUrl }: { siteUrl: string },
): { subject: string; text: string; html: string } => {
  const { business, client, entry, token, offer } = data;
  const accent = brandHex(business.brand_colour);
  const builtIn = wordsOf(kind, data);
  const { lines: said, closing, goLabel } = builtIn;
  const greeting = client.first_name ? `Hello ${client.first_name},` : 'Hello,';
  const formats = businessFormats(business);
  const times = offer
    ? [
        `${formats.date(offer.starts_at, DATE_WEEKDAY)}, ${formats.timeRange(offer.starts_at, offer.ends_at)}`,
      ]
    : entry.windows.map((window) => windowWords(window, formats, business.locale));
  const services = entry.items.map(({ service_name, staff_names }, index) => {
    const names = offer ? offer.staff_names.slice(index, index + 1) : staff_names;
    return names.length > 0 ? `${service_name} with ${names.join(' or ')}` : service_name;
  });
  const bookLink = `${siteUrl}/book/${encodeURIComponent(business.slug)}`;
  const go =
    token === null
      ? { label: 'Look for another time', href: bookLink }
      : {
          label: goLabel,
          href: `${bookLink}/waitlist-confirmation?token=${encodeURIComponent(token)}`,
        };
  const own = ownWords(
    data.words,
    valuesAbout({
      business,
      client,
      services: entry.items.map(({ service_name }) => service_name),
      bookLink,
      ...(offer
        ? {
            staff: offer.staff_names,
            at: offer,
            only: { offer_link: go.href, offer_expires: formats.dateTime(offer.expires_at) },
          }
        : {}),
    }),
  );
  const subject = own.subject ?? builtIn.subject;
  const lines = own.lines ?? [`${greeting} ${said[0] ?? ''}`, ...said.slice(1)];
  const blocks = [
    subject,
    ...lines,
    client.dependant ? `For: ${client.dependant}` : null,
    ['What:', ...services.map((service) => `- ${service}`)].join('\n'),
    [`When (${business.time_zone}):`, ...times.map((time) => `- ${time}`)].join('\n'),
    `${go.label}:\n${go.href}`,
    closing,
    contactText(business),
  ];
  const asLines = (texts: string[]): Html[] => texts.map((text) => html`<div>${text}</div>`);
  return {
    subject,
    text: mailText(blocks),
    html: mailFrame({
      // The words are English whatever the locale of dates is.
      lang: 'en',
      title: subject,
      preview: said[1] ?? subject,
      senderName: business.name,
      accent,
      content: html`${heading(subject)} ${lines.map(paragraph)}
      ${factTable([
        client.dependant ? fact('For', html`<strong>${client.dependant}</strong>`) : null,
        fact('What', html`${asLines(services)}`),
        fact(`When (${business.time_zone})`, html`${asLines(times)}`),
      ])}
      ${button(go.label, go.href, { accent, ink: inkOn(accent) })}
      ${closing ? small(html`${closing}`) : null}`,
      footer: contactLines(business),
    }),
  };
};
