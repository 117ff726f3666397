import { brandHex, inkOn } from '#domain/accent.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { Day, Instant, Uuid } from '#domain/rows.ts';
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
} from './mail-layout.ts';

export const MEMBERSHIP_KINDS = ['membership_failed', 'membership_ended'] as const;
type MembershipKind = (typeof MEMBERSHIP_KINDS)[number];

/** What `private.mail_membership` writes into a queued mail. */
export type MembershipData = {
  business: MailData['business'];
  to: MailData['client'];
  membership: {
    id: Uuid;
    name: string;
    cents: number;
    last4: string | null;
    decline: string | null;
    paid_until: Day | null;
    /** null = the card is not asked again by itself. */
    next_try_at: Instant | null;
  };
  /** Of the page on which it is paid. */
  token: string;
};

/**
 * `membership_failed`: a period could not be charged, and what to do; `membership_ended`: it is over because
 * nobody paid. The same data gives the same mail.
 */
export const renderMembership = (
  kind: MembershipKind,
  { business, to, membership, token }: MembershipData,
  { siteUrl }: { siteUrl: string },
): { subject: string; text: string; html: string } => {
  const accent = brandHex(business.brand_colour);
  const formats = businessFormats(business);
  const price = formatMoney(membership.cents, business.currency, business.locale);
  const page = `${siteUrl}/book/${encodeURIComponent(business.slug)}/membership`;
  const link = `${page}?token=${encodeURIComponent(token)}`;
  const hasFailed = kind === 'membership_failed';
  const card = membership.last4 ? `your card ending in ${membership.last4}` : 'your card';
  const isBank = membership.decline === 'authentication_required';
  const subject = hasFailed
    ? isBank
      ? `Your bank wants you to confirm ${membership.name}`
      : `Your card could not be charged for ${membership.name}`
    : `Your membership ${membership.name} has ended`;
  const title = hasFailed ? 'Your payment is open' : 'Your membership has ended';
  const lines = hasFailed
    ? [
        `Dear ${to.first_name},`,
        isBank
          ? `your bank did not let us charge ${card} without you. Please confirm the payment on the page of your card.`
          : `we could not charge ${card}. You can pay now, or use another card.`,
        membership.next_try_at === null
          ? 'Your membership goes on as soon as it is paid.'
          : `The card is asked again on ${formats.date(membership.next_try_at)}. If there is enough on it by then, you need not do anything.`,
      ]
    : [
        `Dear ${to.first_name},`,
        'it could not be paid for two weeks, so it has ended and nothing more is charged.',
      ];
  const facts = [
    { name: 'Membership', value: membership.name },
    { name: 'Price', value: price },
  ];
  return {
    subject,
    text: mailText([
      title,
      ...lines,
      facts.map(({ name, value }) => `${name}: ${value}`).join('\n'),
      hasFailed ? `Pay or use another card:\n${link}` : null,
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
      ${hasFailed ? button('Pay or use another card', link, { accent, ink: inkOn(accent) }) : null}`,
      footer: contactLines(business),
    }),
  };
};
