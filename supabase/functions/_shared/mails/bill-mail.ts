import { brandHex, inkOn } from '#domain/accent.ts';
import { receiptOf } from '#domain/checkout/receipt-lines.ts';
import type { ReceiptFacts } from '#domain/checkout/receipt-lines.ts';
import { receiptNumber } from '#domain/checkout/receipt.ts';
import { formatMoney } from '#domain/money/format.ts';
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
} from './mail-layout.ts';
import { ownWords, valuesAbout } from './own-words.ts';

export const BILL_KIND = 'bill';

/** What `private.mail_bill` writes into a queued mail. */
export type BillData = Pick<MailData, 'client' | 'words'> &
  Omit<ReceiptFacts, 'business'> & {
    business: MailData['business'] & Pick<ReceiptFacts['business'], 'tax_number'>;
    /** What is to be paid, in minor units. */
    due: number;
    /** Of the page on which it is paid. */
    token: string;
  };

/** What is still to be paid of a sale, with the page on which that is done. The same data gives the same mail. */
export const renderBill = (
  data: BillData,
  { siteUrl }: { siteUrl: string },
): { subject: string; text: string; html: string } => {
  const { business, client, sale } = data;
  const accent = brandHex(business.brand_colour);
  const page = `${siteUrl}/book/${encodeURIComponent(business.slug)}`;
  const link = `${page}/bill?token=${encodeURIComponent(data.token)}`;
  const due = formatMoney(data.due, sale.currency, business.locale);
  // What was promised at the till is what is to be paid, and stands on the button.
  const payments = data.payments.filter(({ state }) => state === 'captured');
  const receipt = receiptOf({ ...data, payments });
  const own = ownWords(data.words, valuesAbout({ business, client, bookLink: page }));
  const subject = own.subject ?? `Your bill from ${business.name}: ${due}`;
  const title = `${due} to pay`;
  const lines = [
    ...(own.lines ?? [
      `Dear ${client.first_name},`,
      'this is your bill. You can pay it by card on our page.',
    ]),
    ...(client.dependant ? [`For: ${client.dependant}`] : []),
    ...(receipt.paidBy ? [receipt.paidBy] : []),
    `${receiptNumber(sale)}, ${receipt.when}`,
    ...(receipt.taxNumber ? [receipt.taxNumber] : []),
  ];
  const facts = [
    ...receipt.items,
    ...receipt.sums,
    ...receipt.payments,
    { name: 'To pay', text: due, isStrong: true },
  ];
  const last = 'The link works for 30 days. If you have paid by now, there is nothing left to do.';
  return {
    subject,
    text: mailText([
      title,
      ...lines,
      facts.map(({ name, text }) => `${name}: ${text}`).join('\n'),
      `Pay ${due}:\n${link}`,
      last,
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
      ${factTable(
        facts.map(({ name, text, isStrong }) =>
          fact(name, isStrong ? html`<strong>${text}</strong>` : html`${text}`),
        ),
      )}
      ${button(`Pay ${due}`, link, { accent, ink: inkOn(accent) })} ${paragraph(last)}`,
      footer: contactLines(business),
    }),
  };
};
