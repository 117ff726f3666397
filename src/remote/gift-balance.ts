import type { Result } from '#domain/errors/result.ts';
import type { Day, GiftActivityKind, Instant } from '#domain/rows.ts';
import { callPublic } from './public-server.ts';

/** What the holder of a gift card is told; nobody is named. */
export type GiftBalance = {
  /** `closed`: the business has blocked it. */
  state: 'active' | 'empty' | 'closed' | 'expired';
  balance_cents: number;
  currency: string;
  /** The last day on which it can be used; null = it never expires. */
  expires_on: Day | null;
  /** What changed the balance, the newest first. */
  history: { at: Instant; kind: GiftActivityKind; amount_cents: number }[];
};

/** What is left on the card with this code. Codes: not_found, rate_limited. */
export const giftBalance = (slug: string, code: string): Promise<Result<GiftBalance>> =>
  callPublic('gift_card_balance', { slug, code });
