import { brandHex } from '#domain/accent.ts';
import { receiptOf, receiptText } from '#domain/checkout/receipt-lines.ts';
import type { ReceiptFacts } from '#domain/checkout/receipt-lines.ts';
import { html } from './html.ts';
import type { MailData } from './mail-data.ts';
import {
  contactLines,
  contactText,
  fact,
  factTable,
  heading,
  mailFrame,
  mailText,
  paragraph,
} from './mail-layout.ts';
import { ownWords, valuesAbout } from './own-words.ts';

export const RECEIPT_KIND = 'receipt';

/** What `private.mail_receipt` writes into a queued mail. */
export type ReceiptData = Pick<MailData, 'client' | 'words'> &
  Omit<ReceiptFacts, 'business'> & {
    business: MailData['business'] & Pick<ReceiptFacts['business'], 'receipt_text' | 'tax_number'>;
  };

/** The receipt of a sale. The same data gives the same mail. */
export const renderReceipt = (
  data: ReceiptData,
  { siteUrl }: { siteUrl: string },
): { subject: string; text: string; html: string } => {
  const { business, client } = data;
  const { title, when, taxNumber, items, sums, payments, closing, paidBy } = receiptOf(data);
  const own = ownWords(
    data.words,
    valuesAbout({
      business,
      client,
      bookLink: `${siteUrl}/book/${encodeURIComponent(business.slug)}`,
    }),
  );
  const lines = own.lines ?? [];
  const subject = own.subject ?? `${title} of ${business.name}`;
  const line = ({ name, text, isStrong }: (typeof sums)[number]) =>
    fact(name, isStrong ? html`<strong>${text}</strong>` : html`${text}`);
  const forWhom = client.dependant ? `For: ${client.dependant}` : null;
  return {
    subject,
    text: mailText([...lines, receiptText(data), forWhom, contactText(business)]),
    html: mailFrame({
      // The words are English whatever the locale of dates and prices is.
      lang: 'en',
      title: subject,
      preview: when,
      senderName: business.name,
      accent: brandHex(business.brand_colour),
      content: html`${heading(title)} ${lines.map(paragraph)} ${paragraph(when)}
      ${forWhom ? paragraph(forWhom) : null} ${paidBy ? paragraph(paidBy) : null}
      ${taxNumber ? paragraph(taxNumber) : null}
      ${factTable([...items, ...sums, ...payments].map(line))}
      ${closing ? closing.split('\n').map(paragraph) : null}`,
      footer: contactLines(business),
    }),
  };
};
