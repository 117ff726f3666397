import { BIRTHDAY_KIND, renderBirthday } from './mails/birthday-mail.ts';
import type { BirthdayData } from './mails/birthday-mail.ts';
import { CLOSING_KINDS, renderClosing } from './mails/closing-mail.ts';
import type { ClosingData } from './mails/closing-mail.ts';
import { CODE_KIND, renderCode } from './mails/code-mail.ts';
import type { CodeData } from './mails/code-mail.ts';
import { GIFT_CARD_KINDS, renderGiftCard } from './mails/gift-card-mail.ts';
import type { GiftCardData } from './mails/gift-card-mail.ts';
import { renderInvitation } from './mails/invitation-mail.ts';
import type { InvitationData } from './mails/invitation-mail.ts';
import { FORM_REQUEST_KIND, renderFormRequest } from './mails/form-mail.ts';
import type { FormRequestData } from './mails/form-mail.ts';
import type { MailData, MailKind } from './mails/mail-data.ts';
import { MEMBERSHIP_KINDS, renderMembership } from './mails/membership-mail.ts';
import type { MembershipData } from './mails/membership-mail.ts';
import { PLAN_KIND, renderPlan } from './mails/plan-mail.ts';
import type { PlanData } from './mails/plan-mail.ts';
import { BILL_KIND, renderBill } from './mails/bill-mail.ts';
import type { BillData } from './mails/bill-mail.ts';
import { RECEIPT_KIND, renderReceipt } from './mails/receipt-mail.ts';
import type { ReceiptData } from './mails/receipt-mail.ts';
import { RECOVERY_KIND, renderRecovery } from './mails/recovery-mail.ts';
import type { RecoveryData } from './mails/recovery-mail.ts';
import { REFUND_KIND, renderRefund } from './mails/refund-mail.ts';
import type { RefundData } from './mails/refund-mail.ts';
import { renderMail } from './mails/render-mail.ts';
import { renderTeam, TEAM_KINDS } from './mails/team-mail.ts';
import type { TeamData } from './mails/team-mail.ts';
import { renderWaitlist, WAITLIST_KINDS } from './mails/waitlist-mail.ts';
import type { WaitlistData } from './mails/waitlist-mail.ts';

/** One mail, ready to be handed to whatever carries it. */
export type Mail = {
  /** The same mail sent twice has the same id: receivers and the mailbox can tell. */
  id: string;
  to: { email: string; name: string | null };
  subject: string;
  text: string;
  html: string | null;
  /** What it is about: `auth` or the kind of the outbox row. */
  kind: string;
  attachments: Attachment[];
  /** Where mail programs post to when somebody wants no more of its kind; null = it is no such mail. */
  unsubscribeUrl?: string | null;
};

export type Attachment = { filename: string; contentType: string; content: string };

/** Hands a mail over; resolves when somebody else is responsible for it. */
export type SendMail = (mail: Mail) => Promise<void>;

/**
 * A row of private.mail_outbox, as private.claim_mail answers it: written out already, or (subject
 * null) as the facts that a mail of its kind is made from.
 */
export type OutboxMail = {
  id: string;
  to_email: string;
  to_name: string | null;
  kind: string;
} & (
  | {
      subject: string;
      text_body: string;
      html_body: string | null;
      ics: string | null;
      ics_method: string | null;
    }
  | {
      subject: null;
      data:
        | MailData
        | InvitationData
        | ClosingData
        | RecoveryData
        | WaitlistData
        | BirthdayData
        | FormRequestData
        | PlanData
        | TeamData
        | CodeData
        | BillData
        | ReceiptData
        | GiftCardData
        | MembershipData
        | RefundData;
    }
);

/** The mail of a row; links lead to `siteUrl`, what programs call to `apiUrl`. */
export function mailFromOutbox(row: OutboxMail, siteUrl: string, apiUrl = siteUrl): Mail {
  const token =
    row.subject === null && 'unsubscribe_token' in row.data && row.data.unsubscribe_token;
  const { subject, text, html, ics, icsMethod } = contentOf(row, siteUrl);
  return {
    id: row.id,
    to: { email: oneLine(row.to_email), name: row.to_name === null ? null : oneLine(row.to_name) },
    subject: oneLine(subject),
    text,
    html,
    kind: row.kind,
    attachments: ics === null ? [] : [calendarPart(ics, icsMethod)],
    unsubscribeUrl: token
      ? `${apiUrl}/functions/v1/unsubscribe?token=${encodeURIComponent(token)}`
      : null,
  };
}

function contentOf(row: OutboxMail, siteUrl: string) {
  // What no template fits throws; the row keeps the reason and is tried again.
  if (row.subject === null) {
    const own = ownContent(row.kind, row.data, siteUrl);
    if (own) return { ...own, ics: null, icsMethod: null };
    return renderMail(row.kind as MailKind, row.data as MailData, { siteUrl });
  }
  const { subject, text_body, html_body, ics, ics_method } = row;
  return { subject, text: text_body, html: html_body, ics, icsMethod: ics_method };
}

/** Of the mails that are about no appointment; null for those that are. */
function ownContent(kind: string, data: object, siteUrl: string) {
  const closing = CLOSING_KINDS.find((one) => one === kind);
  if (closing) return renderClosing(closing, data as ClosingData, { siteUrl });
  const waitlist = WAITLIST_KINDS.find((one) => one === kind);
  if (waitlist) return renderWaitlist(waitlist, data as WaitlistData, { siteUrl });
  if (kind === FORM_REQUEST_KIND) return renderFormRequest(data as FormRequestData, { siteUrl });
  if (kind === BIRTHDAY_KIND) return renderBirthday(data as BirthdayData, { siteUrl });
  if (kind === PLAN_KIND) return renderPlan(data as PlanData, { siteUrl });
  const team = TEAM_KINDS.find((one) => one === kind);
  if (team) return renderTeam(team, data as TeamData, { siteUrl });
  if (kind === 'invitation') return renderInvitation(data as InvitationData, { siteUrl });
  const gift = GIFT_CARD_KINDS.find((one) => one === kind);
  if (gift) return renderGiftCard(gift, data as GiftCardData, { siteUrl });
  if (kind === BILL_KIND) return renderBill(data as BillData, { siteUrl });
  if (kind === RECEIPT_KIND) return renderReceipt(data as ReceiptData, { siteUrl });
  if (kind === CODE_KIND) return renderCode(data as CodeData);
  const membership = MEMBERSHIP_KINDS.find((one) => one === kind);
  if (membership) return renderMembership(membership, data as MembershipData, { siteUrl });
  if (kind === REFUND_KIND) return renderRefund(data as RefundData, { siteUrl });
  if (kind === RECOVERY_KIND) return renderRecovery(data as RecoveryData, { siteUrl });
  return null;
}

function calendarPart(ics: string, method: string | null): Attachment {
  const known = /^[A-Z]+$/.test(method ?? '') ? `; method=${method}` : '';
  return {
    filename: method === 'CANCEL' ? 'cancelled.ics' : 'appointment.ics',
    contentType: `text/calendar; charset=utf-8${known}`,
    content: ics,
  };
}

/** A line break in a header would start another header: names and subjects are one line. */
function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').trim();
}

/** The headers by which mail programs offer to end such mails with one press (RFC 8058). */
export function unsubscribeHeaders({ unsubscribeUrl }: Mail): Record<string, string> {
  if (!unsubscribeUrl) return {};
  return {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
