import { brandHex } from '#domain/accent.ts';
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

export const CODE_KIND = 'client_code';

/** What `private.send_client_code` writes into a queued mail. */
export type CodeData = {
  business: MailData['business'];
  client: MailData['client'];
  /** Six digits. */
  code: string;
};

/** The code by which somebody shows that a mailbox is theirs. The same data gives the same mail. */
export const renderCode = ({
  business,
  code,
}: CodeData): { subject: string; text: string; html: string } => {
  const subject = `${code} is your code for ${business.name}`;
  const title = 'Your code';
  const lines = [
    `Type it on the booking page of ${business.name}. It counts for ten minutes, and once.`,
    'You did not ask for it? Then somebody typed your address. Nothing was told to them, and nothing is to be done.',
  ];
  return {
    subject,
    text: mailText([title, code, ...lines, contactText(business)]),
    html: mailFrame({
      lang: 'en',
      title: subject,
      preview: 'It counts for ten minutes.',
      senderName: business.name,
      accent: brandHex(business.brand_colour),
      content: html`${heading(title)}
        <p style="margin:0 0 12px;font-size:32px;line-height:40px;letter-spacing:4px;">
          <strong>${code}</strong>
        </p>
        ${lines.map(paragraph)}`,
      footer: contactLines(business),
    }),
  };
};
