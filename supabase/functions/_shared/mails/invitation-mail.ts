import { brandHex, inkOn } from '#domain/accent.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import type { Instant, Role } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { html } from './html.ts';
import { button, contactText, heading, mailFrame, paragraph, small } from './mail-layout.ts';

/** What `private.queue_invitation` writes into a queued mail. */
export type InvitationData = {
  business: {
    name: string;
    email: string | null;
    phone: string | null;
    brand_colour: string;
    time_zone: string;
    locale: string;
  };
  membership_id: string;
  role: Role;
  token: string;
  expires_at: Instant;
};

/** The link with which somebody joins a business; the app's own page for it. */
const joinLink = (siteUrl: string, token: string): string =>
  `${siteUrl}/join?token=${encodeURIComponent(token)}`;

const ROLES: Record<Role, string> = {
  owner: 'owner',
  manager: 'manager',
  front_desk: 'front desk',
  practitioner: 'practitioner',
  assistant: 'assistant',
};

/** The mail with which somebody is invited into a team. The same data gives the same mail. */
export const renderInvitation = (
  data: InvitationData,
  { siteUrl }: { siteUrl: string },
): { subject: string; text: string; html: string } => {
  const { business } = data;
  const accent = brandHex(business.brand_colour);
  const colours = { accent, ink: inkOn(accent) };
  const link = joinLink(siteUrl, data.token);
  const formats = businessFormats({ ...business, time_format: 'h12' });
  const title = `Join ${business.name} on ${PRODUCT_NAME}`;
  const lines = [
    `${business.name} has invited you to their calendar on ${PRODUCT_NAME}, as ${ROLES[data.role]}.`,
    'Sign in, or create an account, with the address to which this mail was sent.',
  ];
  const closing = [
    `The link works until ${formats.date(data.expires_at)}, and only for you.`,
    'If you do not know who this is, you need not do anything.',
  ].join(' ');
  const contact = [business.phone, business.email].filter(Boolean).join(' · ');
  return {
    subject: title,
    text: `${[title, ...lines, `Join the team:\n${link}`, closing, contactText(business)].join(
      '\n\n',
    )}\n`,
    html: mailFrame({
      lang: 'en',
      title,
      preview: lines[0] ?? title,
      senderName: business.name,
      accent,
      content: html`${heading(title)} ${lines.map(paragraph)}
      ${button('Join the team', link, colours)} ${small(html`${closing}`)}`,
      footer: html`<p style="margin:0;">${contact}</p>`,
    }),
  };
};
