import { brandHex, inkOn } from '#domain/accent.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import type { Instant } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { html } from './html.ts';
import { button, heading, mailFrame, mailText, paragraph } from './mail-layout.ts';

export const CLOSING_KINDS = ['business_closed', 'business_erase_soon', 'business_erased'] as const;
type ClosingKind = (typeof CLOSING_KINDS)[number];

/** What `private.mail_owner` writes into a queued mail. */
export type ClosingData = {
  business: {
    name: string;
    brand_colour: string;
    time_zone: string;
    locale: string;
    time_format: 'h12' | 'h23';
  };
  /** When it is or was erased. */
  erase_at: Instant;
};

/** The mails to the owner of a business that is closed for good: at once, shortly before, and after. */
export const renderClosing = (
  kind: ClosingKind,
  { business, erase_at }: ClosingData,
  { siteUrl }: { siteUrl: string },
): { subject: string; text: string; html: string } => {
  const accent = brandHex(business.brand_colour);
  const { name } = business;
  const formats = businessFormats(business);
  const when = `${formats.date(erase_at)}, ${formats.time(erase_at)}`;
  const back = `Until then you can take it back: sign in to ${PRODUCT_NAME} and choose “Take it back”.`;
  const stranger = 'If this was not you, take it back at once and change your password.';
  const { title, lines } = {
    business_closed: {
      title: `${name} is closed`,
      lines: [
        `You have closed ${name} on ${PRODUCT_NAME}. Nobody can book or sign in to it any more, and the devices of your team remove their copies.`,
        `On ${when}, everything is erased for good: clients, appointments, notes, photos and settings.`,
        back,
        stranger,
      ],
    },
    business_erase_soon: {
      title: `${name} is erased in two days`,
      lines: [
        `On ${when}, everything of ${name} on ${PRODUCT_NAME} is erased for good.`,
        back,
        stranger,
      ],
    },
    business_erased: {
      title: `${name} is erased`,
      lines: [
        `Everything of ${name} is erased from ${PRODUCT_NAME}: clients, appointments, notes, photos and settings. Nobody can bring it back.`,
        'Your own account is still there, and you can begin anew with it.',
      ],
    },
  }[kind];
  const isOver = kind === 'business_erased';
  return {
    subject: title,
    text: mailText([
      title,
      ...lines,
      ...(isOver ? [] : [`Sign in:\n${siteUrl}/`]),
      `--\n${PRODUCT_NAME}`,
    ]),
    html: mailFrame({
      lang: 'en',
      title,
      preview: lines[0] ?? title,
      senderName: PRODUCT_NAME,
      accent,
      content: html`${heading(title)} ${lines.map(paragraph)}
      ${isOver ? '' : button('Sign in', `${siteUrl}/`, { accent, ink: inkOn(accent) })}`,
      footer: html`<p style="margin:0;">${name}</p>`,
    }),
  };
};
