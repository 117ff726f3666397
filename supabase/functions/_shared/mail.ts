import { renderInvitation } from './mails/invitation-mail.ts';
import type { InvitationData } from './mails/invitation-mail.ts';
import type { MailData, MailKind } from './mails/mail-data.ts';
import { renderMail } from './mails/render-mail.ts';

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
  | { subject: null; data: MailData | InvitationData }
);

/** The mail of a row; links lead to `siteUrl`. */
export function mailFromOutbox(row: OutboxMail, siteUrl: string): Mail {
  const { subject, text, html, ics, icsMethod } = contentOf(row, siteUrl);
  return {
    id: row.id,
    to: { email: oneLine(row.to_email), name: row.to_name === null ? null : oneLine(row.to_name) },
    subject: oneLine(subject),
    text,
    html,
    kind: row.kind,
    attachments: ics === null ? [] : [calendarPart(ics, icsMethod)],
  };
}

function contentOf(row: OutboxMail, siteUrl: string) {
  // What no template fits throws; the row keeps the reason and is tried again.
  if (row.subject === null) {
    if (!isInvitation(row))
      return renderMail(row.kind as MailKind, row.data as MailData, { siteUrl });
    return { ...renderInvitation(row.data, { siteUrl }), ics: null, icsMethod: null };
  }
  const { subject, text_body, html_body, ics, ics_method } = row;
  return { subject, text: text_body, html: html_body, ics, icsMethod: ics_method };
}

function isInvitation(row: {
  kind: string;
  data: object;
}): row is { kind: string; data: InvitationData } {
  return row.kind === 'invitation';
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
