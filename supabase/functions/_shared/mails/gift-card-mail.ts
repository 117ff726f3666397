import { brandHex, inkOn } from '#domain/accent.ts';
import { printedGiftCode } from '#domain/checkout/gift-code.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { Day } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { html } from './html.ts';
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

export const GIFT_CARD_KINDS = ['gift_card', 'gift_card_bought'] as const;
type GiftCardKind = (typeof GIFT_CARD_KINDS)[number];

/** What `private.mail_gift_card` writes into a queued mail. */
export type GiftCardData = {
  business: MailData['business'];
  /** Who gets the card. */
  to: { name: string; email: string };
  /** Who bought it; null = nobody is named. */
  from: string | null;
  /** Both are one. */
  is_own: boolean;
  cents: number;
  message: string | null;
  /** null = at once. */
  deliver_on: Day | null;
  /** The last day on which it can be used; null = it never expires. */
  expires_on?: Day | null;
  /** Of whoever paid for it online. */
  receipt: string | null;
  /** Only for who gets it. */
  code?: string;
  words?: MailData['words'];
};

/**
 * `gift_card`: the card itself, with its code; `gift_card_bought`: tells who bought it for somebody else that
 * it is paid and on its way. The same data gives the same mail.
 */
export const renderGiftCard = (
  kind: GiftCardKind,
  data: GiftCardData,
  { siteUrl }: { siteUrl: string },
): { subject: string; text: string; html: string } => {
  const { business, to, from, is_own: isOwn, message, receipt } = data;
  const accent = brandHex(business.brand_colour);
  const formats = businessFormats(business);
  const worth = formatMoney(data.cents, business.currency, business.locale);
  const bookLink = `${siteUrl}/book/${encodeURIComponent(business.slug)}`;
  const isCard = kind === 'gift_card';
  const code = isCard ? printedGiftCode(data.code ?? '') : null;
  const own = ownWords(
    isCard ? data.words : undefined,
    valuesAbout({
      business,
      client: { first_name: to.name, last_name: '' },
      bookLink,
      only: { gift_code: code ?? '', gift_balance: worth },
    }),
  );
  const title = isCard ? `A gift card of ${worth}` : `A gift card of ${worth} for ${to.name}`;
  const when = data.deliver_on === null ? 'now' : `on ${formats.date(data.deliver_on)}`;
  const lines = isCard
    ? [...(own.lines ?? [`Dear ${to.name},`]), ...(message ? [message] : [])]
    : [`Dear ${from ?? ''},`, `thank you. It goes to ${to.email} ${when}, with your message.`];
  // Behind the `#` the code reaches no server and no log.
  const checkLink = code === null ? null : `${bookLink}/gift-card?check=#${code}`;
  const by = isCard && !isOwn ? { name: 'From', value: from } : { name: 'Receipt', value: receipt };
  const until = data.expires_on ? formats.date(data.expires_on) : null;
  const facts = [
    { name: 'Code', value: code },
    { name: 'Worth', value: worth },
    { name: 'Can be used until', value: until },
    by,
  ].filter(({ value }) => value !== null);
  const hint = isCard ? 'Show the code when you pay. What is not used stays on the card.' : null;
  const subject = own.subject ?? subjectOf(kind, data);
  return {
    subject,
    text: mailText([
      title,
      ...lines,
      facts.map(({ name, value }) => `${name}: ${value}`).join('\n'),
      hint,
      checkLink === null ? null : `See what is left on it:\n${checkLink}`,
      isCard ? `Book a visit:\n${bookLink}` : null,
      contactText(business),
    ]),
    html: mailFrame({
      // The words are English whatever the locale of dates and prices is.
      lang: 'en',
      title: subject,
      preview: title,
      senderName: business.name,
      accent,
      content: html`${heading(title)} ${lines.map(paragraph)}
      ${factTable(facts.map(({ name, value }) => fact(name, html`<strong>${value}</strong>`)))}
      ${hint ? paragraph(hint) : null}
      ${checkLink && small(html`<a href="${checkLink}">See what is left on it</a>`)}
      ${isCard ? button('Book a visit', bookLink, { accent, ink: inkOn(accent) }) : null}`,
      footer: contactLines(business),
    }),
  };
};

const subjectOf = (kind: GiftCardKind, { business, to, from, is_own }: GiftCardData): string => {
  if (kind === 'gift_card_bought') return `Your gift card for ${to.name} is paid`;
  if (is_own) return `Your gift card for ${business.name}`;
  return from === null
    ? `A gift card for ${business.name}`
    : `${from} sends you a gift card for ${business.name}`;
};
