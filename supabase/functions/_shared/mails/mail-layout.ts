import { PRODUCT_NAME } from '#domain/product.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';

type Frame = {
  lang: string;
  title: string;
  /** Shown by inboxes beside the subject, hidden in the mail itself. */
  preview: string;
  senderName: string;
  accent: string;
  content: Html;
  footer: Html;
};

/** A name without a place to break would make a phone scroll sideways. Older programs know one word for it. */
const TYPE =
  "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;word-break:break-word;overflow-wrap:anywhere";

/**
 * The frame of every mail: one column of 560 px at most. Tables and inline styles because Outlook
 * knows little else; the style block only adds what may be lost (dark colours, narrow screens).
 */
export const mailFrame = (frame: Frame): string =>
  `<!doctype html>\n${
    html`<html lang="${frame.lang}" xmlns="http://www.w3.org/1999/xhtml">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no" />
        <title>${frame.title}</title>
        <style>
          :root {
            color-scheme: light dark;
          }
          @media (prefers-color-scheme: dark) {
            .canvas {
              background: #131211 !important;
            }
            .card {
              background: #1c1b19 !important;
              border-right-color: #33302c !important;
              border-bottom-color: #33302c !important;
              border-left-color: #33302c !important;
            }
            .ink,
            .ink a {
              color: #f3f1ec !important;
            }
            .muted,
            .muted a {
              color: #aaa59a !important;
            }
            .rule {
              border-color: #33302c !important;
            }
          }
          @media (max-width: 480px) {
            .pad {
              padding-left: 20px !important;
              padding-right: 20px !important;
            }
          }
        </style>
      </head>
      <body class="canvas" style="margin:0;padding:0;background:#f8f7f4;">
        <div style="display:none;max-height:0;overflow:hidden;">${frame.preview}</div>
        <table
          role="presentation"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          class="canvas"
          style="background:#f8f7f4;"
        >
          <tr>
            <td align="center" style="padding:24px 12px;">
              <table
                role="presentation"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                style="max-width:560px;"
              >
                <tr>
                  <td
                    class="ink pad"
                    style="padding:0 32px 16px;${TYPE};font-size:16px;line-height:24px;font-weight:600;color:#1b1a17;"
                  >
                    ${frame.senderName}
                  </td>
                </tr>
                <tr>
                  <td
                    class="card"
                    style="background:#ffffff;border:1px solid #e2dfd8;border-top:4px solid ${frame.accent};border-radius:12px;"
                  >
                    <table role="presentation" width="100%" cellpadding="0" cellspacing="0">
                      <tr>
                        <td
                          class="ink pad"
                          style="padding:32px;${TYPE};font-size:16px;line-height:24px;color:#1b1a17;"
                        >
                          ${frame.content}
                        </td>
                      </tr>
                    </table>
                  </td>
                </tr>
                <tr>
                  <td
                    class="muted pad"
                    style="padding:20px 32px;${TYPE};font-size:14px;line-height:21px;color:#625e56;"
                  >
                    ${frame.footer}
                    <p style="margin:12px 0 0;">Sent by ${PRODUCT_NAME} for ${frame.senderName}.</p>
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`.markup
  }\n`;

export const heading = (text: string): Html =>
  html`<h1 style="margin:0 0 12px;font-size:26px;line-height:32px;font-weight:700;">${text}</h1>`;

/** What programs without HTML show: blocks with a line between them; null = this mail has no such block. */
export const mailText = (blocks: readonly (string | null)[]): string =>
  `${blocks.filter((block) => block !== null).join('\n\n')}\n`;

export const paragraph = (text: string): Html => html`<p style="margin:0 0 12px;">${text}</p>`;

/** Label and value, one above the other: survives every width and reads in order. */
export const fact = (label: string, value: Html): Html =>
  html`<tr>
    <td class="rule" style="padding:14px 0;border-top:1px solid #e2dfd8;">
      <div class="muted" style="font-size:14px;line-height:20px;color:#625e56;">${label}</div>
      <div>${value}</div>
    </td>
  </tr>`;

export const factTable = (rows: (Html | null)[]): Html =>
  html`<table
    role="presentation"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    style="margin:20px 0 8px;"
  >
    ${rows}
  </table>`;

/** A link that looks like a button and is 44 px tall; the cell is coloured too, for Outlook. */
export const button = (
  label: string,
  href: string,
  colours: { accent: string; ink: string },
): Html =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:20px 0 4px;">
    <tr>
      <td
        align="center"
        bgcolor="${colours.accent}"
        style="border-radius:10px;background:${colours.accent};"
      >
        <a
          href="${href}"
          style="display:inline-block;padding:12px 24px;font-size:16px;line-height:20px;font-weight:600;color:${colours.ink};text-decoration:none;border-radius:10px;"
          >${label}</a
        >
      </td>
    </tr>
  </table>`;

export const small = (content: Html): Html =>
  html`<p class="muted" style="margin:12px 0 0;font-size:14px;line-height:21px;color:#625e56;">
    ${content}
  </p>`;

type Contact = { name: string; phone: string | null; email: string | null };

/** How the business is reached, for the end of a mail. */
export const contactLines = (business: Contact): Html => {
  const link = (href: string, label: string) =>
    html`<a href="${href}" style="color:#625e56;">${label}</a>`;
  return html`<p style="margin:0;">
    Questions? Contact
    ${business.name}${
      business.phone &&
      html` on ${link(`tel:${business.phone.replace(/[^+\d]/g, '')}`, business.phone)}`
    }${business.email && html`${business.phone ? ' or' : null} at ${link(`mailto:${business.email}`, business.email)}`}.
  </p>`;
};

/** Ends mails of this kind. */
export const noMoreLink = (href: string): Html =>
  html`<p style="margin:12px 0 0;">
    <a href="${href}" style="color:#625e56;">No more of these mails</a>
  </p>`;

export const contactText = ({ name, phone, email }: Contact): string =>
  ['--', name, phone, email].filter(Boolean).join('\n');
