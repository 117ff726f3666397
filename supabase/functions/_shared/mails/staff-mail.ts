import { brandHex, inkOn } from '#domain/accent.ts';
import { html } from './html.ts';
import type { MailData } from './mail-data.ts';
import { button, fact, factTable, heading, mailFrame, mailText, paragraph } from './mail-layout.ts';

/** What stands around the words of a mail; each may hold placeholders. */
type Frame = { heading: string; preview: string; button: string };

/**
 * A mail to one person of the team: words, a list and one way into the app. `fill` puts values in the
 * place of placeholders.
 */
export const staffMail = ({
  business,
  subject,
  frame,
  fill,
  lines,
  facts,
  link,
}: {
  business: MailData['business'];
  subject: string;
  frame: Frame;
  fill: (template: string) => string;
  lines: readonly string[];
  facts: readonly { name: string; value: string }[];
  link: string;
}): { subject: string; text: string; html: string } => {
  const accent = brandHex(business.brand_colour);
  return {
    subject,
    text: mailText([
      fill(frame.heading),
      ...lines,
      facts.map(({ name, value }) => `- ${name}: ${value}`).join('\n'),
      `${frame.button}:\n${link}`,
    ]),
    html: mailFrame({
      // The words are English whatever the locale of dates is.
      lang: 'en',
      title: subject,
      preview: fill(frame.preview),
      senderName: business.name,
      accent,
      content: html`${heading(fill(frame.heading))} ${lines.map(paragraph)}
      ${factTable(facts.map(({ name, value }) => fact(name, html`${value}`)))}
      ${button(frame.button, link, { accent, ink: inkOn(accent) })}`,
      footer: html`Which of these mails you get, you choose in the settings under “Mails to you”.`,
    }),
  };
};
