import { brandHex, inkOn } from '#domain/accent.ts';
import { filledParagraphs, filledSubject, wordsInForce } from '#domain/messages/words.ts';
import { messageValues } from '#domain/messages/values.ts';
import type { Instant } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { DATE_WEEKDAY } from '#domain/time/format.ts';
import { html } from './html.ts';
import type { MailData } from './mail-data.ts';
import { formLink } from './mail-facts.ts';
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
import { MAIL_WORDS } from './mail-words.ts';

export const FORM_REQUEST_KIND = 'form_request';

/** What `private.mail_form_request` writes into a queued mail. */
export type FormRequestData = {
  business: MailData['business'];
  client: MailData['client'];
  form: { name: string; key: string };
  form_token: string;
  /** Of the visit it is for; null = it is for none. */
  starts_at: Instant | null;
  words?: MailData['words'];
};

/** The mail by which staff ask somebody to fill in a form. The same data gives the same mail. */
export const renderFormRequest = (
  data: FormRequestData,
  { siteUrl }: { siteUrl: string },
): { subject: string; text: string; html: string } => {
  const { business, client, form, starts_at: visit } = data;
  const accent = brandHex(business.brand_colour);
  const formats = businessFormats(business);
  const link = formLink(siteUrl, form.key, data.form_token);
  const words = wordsInForce(FORM_REQUEST_KIND, data.words);
  const frame = MAIL_WORDS[FORM_REQUEST_KIND];
  const at = visit ?? '1970-01-01T00:00:00+00:00';
  const values = {
    ...messageValues({
      business,
      client,
      starts_at: at,
      ends_at: at,
      segments: [],
      address: '',
      note: null,
      cancelUntil: '',
      manageLink: '',
      bookLink: `${siteUrl}/book/${encodeURIComponent(business.slug)}`,
      formLink: link,
    }),
    // Of a visit that is not meant nothing is said.
    ...(visit === null ? { date: '', time: '' } : {}),
    duration: '',
    price: '',
  };
  const subject = filledSubject(words.subject, values);
  const lines = filledParagraphs(words.body, values);
  const day = visit && `${formats.date(visit, DATE_WEEKDAY)}, ${formats.time(visit)}`;
  const blocks = [
    frame.heading,
    ...lines,
    client.dependant ? `For: ${client.dependant}` : null,
    day ? `Before your visit: ${day} (${business.time_zone})` : null,
    `${form.name}:\n${link}`,
    contactText(business),
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
      ${factTable([
        client.dependant ? fact('For', html`<strong>${client.dependant}</strong>`) : null,
        fact('Please fill in', html`<strong>${form.name}</strong>`),
        day ? fact('Before your visit', html`${day} (${business.time_zone})`) : null,
      ])}
      ${button(frame.button, link, { accent, ink: inkOn(accent) })}`,
      footer: contactLines(business),
    }),
  };
};
