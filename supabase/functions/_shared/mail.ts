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

/** A row of private.mail_outbox, as private.claim_mail answers it. */
export type OutboxMail = {
  id: string;
  to_email: string;
  to_name: string | null;
  subject: string;
  text_body: string;
  html_body: string | null;
  ics: string | null;
  ics_method: string | null;
  kind: string;
};

export function mailFromOutbox(row: OutboxMail): Mail {
  return {
    id: row.id,
    to: { email: oneLine(row.to_email), name: row.to_name === null ? null : oneLine(row.to_name) },
    subject: oneLine(row.subject),
    text: row.text_body,
    html: row.html_body,
    kind: row.kind,
    attachments: row.ics === null ? [] : [calendarPart(row.ics, row.ics_method)],
  };
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
