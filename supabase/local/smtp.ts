import { createTransport } from 'nodemailer';
import { unsubscribeHeaders } from '#supabase/functions/_shared/mail.ts';
import type { SendMail } from '#supabase/functions/_shared/mail.ts';

/** A server that does not answer must not hold up the mails behind it. */
const SMTP_TIMEOUT_MS = 15_000;

/** Sends through an SMTP server, `smtp://user:password@host:587` or `smtps://…`. */
export function smtpSender(url: string, from: string): SendMail {
  const transport = createTransport({
    url,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  });
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';
  return async (mail) => {
    await transport.sendMail({
      from,
      to: { address: mail.to.email, name: mail.to.name ?? '' },
      subject: mail.subject,
      text: mail.text,
      ...(mail.html === null ? {} : { html: mail.html }),
      headers: unsubscribeHeaders(mail),
      messageId: `<${mail.id}@${domain}>`,
      attachments: mail.attachments.map(({ filename, contentType, content }) => ({
        filename,
        contentType,
        content,
      })),
    });
  };
}
