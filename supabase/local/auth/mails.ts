import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AuthContext } from './context.ts';
import type { Purpose } from './one-time.ts';

/** The same files hosted Supabase is told to use (config.toml). */
const templates = new URL('../../templates/', import.meta.url);

const MAILS = {
  signup: { file: 'confirmation.html', subject: 'Confirm your e-mail address' },
  recovery: { file: 'recovery.html', subject: 'Set a new password' },
  magiclink: { file: 'magic_link.html', subject: 'Your sign-in link' },
  email_change: { file: 'email_change.html', subject: 'Confirm your new e-mail address' },
  reauthentication: { file: 'reauthentication.html', subject: 'Your confirmation code' },
} as const satisfies Record<Purpose, { file: string; subject: string }>;

/** Sends the code and the link that stand for `token`. The link leads back to `redirectTo`. */
export async function sendAuthMail(
  context: AuthContext,
  purpose: Purpose,
  to: string,
  values: { code: string; token: string; redirectTo: string; newEmail?: string },
): Promise<void> {
  const { file, subject } = MAILS[purpose];
  const siteUrl = context.siteUrl();
  const link = new URL('/auth/v1/verify', siteUrl);
  link.searchParams.set('token', values.token);
  link.searchParams.set('type', purpose);
  link.searchParams.set('redirect_to', values.redirectTo);

  const template = await readFile(fileURLToPath(new URL(file, templates)), 'utf8');
  const html = fillIn(template, {
    ConfirmationURL: link.href,
    Token: values.code,
    TokenHash: values.token,
    SiteURL: siteUrl,
    RedirectTo: values.redirectTo,
    Email: to,
    NewEmail: values.newEmail ?? '',
  });
  await context.send({
    id: randomUUID(),
    to: { email: to, name: null },
    subject,
    text: textOf(purpose, values.code, link.href),
    html,
    kind: `auth/${purpose}`,
    attachments: [],
  });
}

function textOf(purpose: Purpose, code: string, link: string): string {
  const code6 = `Or enter this code: ${code}`;
  const ignore = 'If this was not you, ignore this mail; nothing has changed.';
  if (purpose === 'reauthentication') return `Your confirmation code: ${code}\n\n${ignore}\n`;
  return `${MAILS[purpose].subject}:\n${link}\n\n${code6}\n\n${ignore}\n`;
}

/** Go's template syntax as far as the templates use it; every value is escaped. */
function fillIn(template: string, values: Record<string, string>): string {
  return template.replace(/\{\{\s*\.(\w+)\s*\}\}/g, (whole, name: string) =>
    name in values ? escapeHtml(values[name]!) : whole,
  );
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}
