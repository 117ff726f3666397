import { unsubscribeHeaders } from './mail.ts';
import type { SendMail } from './mail.ts';
import { MAIL_ID_TAG } from './resend-events.ts';

/**
 * Sends through Resend's HTTP interface: edge functions cannot open SMTP connections. The mail's
 * id is the idempotency key, so that a second try after a lost answer sends nothing twice.
 */
export function resendSender(apiKey: string, from: string): SendMail {
  return async (mail) => {
    const response = await fetch('https://api.resend.com/emails', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': mail.id,
      },
      body: JSON.stringify({
        from,
        to: [mail.to.name ? `${quoted(mail.to.name)} <${mail.to.email}>` : mail.to.email],
        subject: mail.subject,
        headers: unsubscribeHeaders(mail),
        // What the provider tells of it later names it by this.
        tags: [{ name: MAIL_ID_TAG, value: mail.id }],
        text: mail.text,
        ...(mail.html === null ? {} : { html: mail.html }),
        attachments: mail.attachments.map(({ filename, contentType, content }) => ({
          filename,
          content_type: contentType,
          content: base64(content),
        })),
      }),
    });
    if (!response.ok) throw new Error(`the mail provider answered ${response.status}`);
  };
}

function quoted(name: string): string {
  return `"${name.replace(/["\\]/g, '')}"`;
}

function base64(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
