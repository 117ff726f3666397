import { brandHex } from '#domain/accent.ts';
import { formatMoney } from '#domain/money/format.ts';
import { html } from './html.ts';
import type { MailData } from './mail-data.ts';
import {
  contactLines,
  contactText,
  heading,
  mailFrame,
  mailText,
  paragraph,
} from './mail-layout.ts';
import { ownWords, valuesAbout } from './own-words.ts';

export const REFUND_KIND = 'refund';

/** What `private.mail_refund` writes into a queued mail. */
export type RefundData = {
  business: MailData['business'];
  client: { first_name: string | null };
  cents: number;
  /** ISO 4217. */
  currency: string;
  /** Else a deposit, or what `is_bill` says. */
  is_gift_card: boolean;
  /** Paid for a sale. Absent in older mails. */
  is_bill?: boolean;
  /** null = not known by its number. */
  card: { brand: string; last4: string } | null;
  words?: MailData['words'];
};

/** Tells who paid online that it, or a part of it, has gone back. The same data gives the same mail. */
export const renderRefund = (
  data: RefundData,
  { siteUrl }: { siteUrl: string },
): { subject: string; text: string; html: string } => {
  const { business, client, card } = data;
  const sum = formatMoney(data.cents, data.currency, business.locale);
  const own = ownWords(
    data.words,
    valuesAbout({
      business,
      client: { first_name: client.first_name ?? '', last_name: '' },
      bookLink: `${siteUrl}/book/${encodeURIComponent(business.slug)}`,
    }),
  );
  const subject = own.subject ?? `${business.name} gives you ${sum} back`;
  const title = `${sum} goes back to your card`;
  const what = data.is_gift_card
    ? 'the gift card that you bought'
    : data.is_bill
      ? 'what you paid online'
      : 'your deposit';
  const where = card ? `the card ending in ${card.last4}` : 'the card that you paid with';
  const lines = [
    ...(own.lines ?? (client.first_name ? [`Dear ${client.first_name},`] : [])),
    `${business.name} has given back ${sum} of ${what}. It goes to ${where}; your bank may need some days to show it.`,
  ];
  return {
    subject,
    text: mailText([title, ...lines, contactText(business)]),
    html: mailFrame({
      // The words are English whatever the locale of dates and prices is.
      lang: 'en',
      title: subject,
      preview: title,
      senderName: business.name,
      accent: brandHex(business.brand_colour),
      content: html`${heading(title)} ${lines.map(paragraph)}`,
      footer: contactLines(business),
    }),
  };
};
