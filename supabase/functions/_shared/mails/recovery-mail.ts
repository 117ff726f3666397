import { brandHex, inkOn } from '#domain/accent.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import type { Instant } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { html } from './html.ts';
import { button, heading, mailFrame, mailText, paragraph } from './mail-layout.ts';

export const RECOVERY_KIND = 'recovery_code_used';

/** What `private.mail_recovery` writes into a queued mail. */
export type RecoveryData = {
  used_at: Instant;
  clock: { time_zone: string; locale: string; time_format: 'h12' | 'h23' };
};

/** Tells a person that somebody, they themselves we hope, got in with a recovery code. */
export const renderRecovery = (
  { used_at, clock }: RecoveryData,
  { siteUrl }: { siteUrl: string },
): { subject: string; text: string; html: string } => {
  const accent = brandHex('');
  const formats = businessFormats(clock);
  const title = 'A recovery code was used';
  const when = `${formats.date(used_at)}, ${formats.time(used_at)} (${clock.time_zone})`;
  const lines = [
    `On ${when}, somebody signed in to your ${PRODUCT_NAME} account with your password and one of your recovery codes.`,
    'The authenticator apps of the account no longer count, and every other device is being signed out.',
    'If it was you: add a new app in the settings, under Security. It comes with new codes.',
    'If it was not you: choose a new password at once. That signs everybody else out. Then add a new app.',
  ];
  const link = `${siteUrl}/forgot-password`;
  return {
    subject: title,
    text: mailText([title, ...lines, `Choose a new password:\n${link}`, `--\n${PRODUCT_NAME}`]),
    html: mailFrame({
      lang: 'en',
      title,
      preview: 'If it was not you, choose a new password at once.',
      senderName: PRODUCT_NAME,
      accent,
      content: html`${heading(title)} ${lines.map(paragraph)}
      ${button('Choose a new password', link, { accent, ink: inkOn(accent) })}`,
      footer: html`<p style="margin:0;">You get this mail because it is about how you sign in.</p>`,
    }),
  };
};
