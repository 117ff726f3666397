import type { Result } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';
import { callPublic } from './public-server.ts';

/** What a client is told of themselves once they have shown that the mailbox is theirs. */
export type KnownClient = {
  client: { first_name: string; last_name: string; email: string; phone: string };
  /** What they had last time, in its order; it may not be offered any more. */
  last: { variant_id: Uuid; staff_id: Uuid | null; add_on_ids: Uuid[] }[];
};

/** Mails a code to who is known by the address. The answer is the same for everybody else. */
export const askClientCode = (slug: string, email: string): Promise<Result<unknown>> =>
  callPublic('ask_client_code', { slug, email });

/** A code counts once. Codes: `invalid` (code: wrong, old, used or never sent), `rate_limited`. */
export const redeemClientCode = (
  slug: string,
  email: string,
  code: string,
): Promise<Result<KnownClient>> => callPublic('use_client_code', { slug, email, code });
