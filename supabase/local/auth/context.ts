import type { Database } from '#supabase/local/database/database.ts';
import type { SendMail } from '#supabase/functions/_shared/mail.ts';
import type { Secrets } from '#supabase/local/secrets.ts';
import type { Limits } from './limits.ts';
import type { AuthSettings } from './settings.ts';
import type { Tokens } from './tokens.ts';

/** What the sign-in routes work with. */
export type AuthContext = {
  database: Database;
  secrets: Secrets;
  tokens: Tokens;
  settings: AuthSettings;
  limits: Limits;
  send: SendMail;
  /** The app's own address, known once the server listens. Links in mails begin with it. */
  siteUrl: () => string;
  now: () => Date;
};

/** One call of a route. */
export type AuthCall = {
  context: AuthContext;
  request: Request;
  url: URL;
  /** The JSON body; empty when there is none. */
  body: Record<string, unknown>;
  /** The caller's network address, as the server saw it. */
  address: string;
};

export function stringOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
