import { brandHex, inkOn } from '#domain/accent.ts';
import { filledParagraphs, filledSubject, wordsInForce } from '#domain/messages/words.ts';
import { html } from './html.ts';
import type { MailData } from './mail-data.ts';
import { unsubscribeLink } from './mail-facts.ts';
import {
  button,
  contactLines,
  contactText,
  heading,
  mailFrame,
  mailText,
  noMoreLink,
  paragraph,
} from './mail-layout.ts';
import { MAIL_WORDS } from './mail-words.ts';
import { valuesAbout } from './own-words.ts';

export const BIRTHDAY_KIND = 'birthday';

/** What `private.send_birthday` writes into a queued mail: never the birthday itself. */
export type BirthdayData = {
  business: MailData['business'];
  client: MailData['client'];
  unsubscribe_token: string;
  words?: MailData['words'];
};

/** Wishes on somebody's birthday. The same data gives the same mail. */
export const renderBirthday = (
  data: BirthdayData,
  { siteUrl }: { siteUrl: string },
): { subject: string; text: string; html: string } => {
  const { business, client } = data;
  const accent = brandHex(business.brand_colour);
  const bookLink = `${siteUrl}/book/${encodeURIComponent(business.slug)}`;
  const words = wordsInForce(BIRTHDAY_KIND, data.words);
  const frame = MAIL_WORDS[BIRTHDAY_KIND];
  const values = valuesAbout({ business, client, bookLink });
  const subject = filledSubject(words.subject, values);
  const lines = filledParagraphs(words.body, values);
  const noMore = unsubscribeLink(siteUrl, data.unsubscribe_token);
  const blocks = [
    frame.heading,
    ...lines,
    `${frame.button}:\n${bookLink}`,
    contactText(business),
    `No more of these mails:\n${noMore}`,
  ];
  return {
    subject,
    text: mailText(blocks),
    html: mailFrame({
      // The words are English whatever the locale of dates is.
      lang: 'en',
      title: subject,
      preview: frame.preview,
      senderName: business.name,
      accent,
      content: html`${heading(frame.heading)} ${lines.map(paragraph)}
      ${button(frame.button, bookLink, { accent, ink: inkOn(accent) })}`,
      footer: html`${contactLines(business)}${noMoreLink(noMore)}`,
    }),
  };
};
