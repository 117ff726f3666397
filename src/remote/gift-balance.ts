import type { Result } from '#domain/errors/result.ts';
import type { Day, GiftActivityKind, Instant, Uuid } from '#domain/rows.ts';
import type { BookRequest } from './public-booking.ts';
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

/** What is kept of a gift card for a booking whose time is held. */
export type GiftKept = {
  /** Goes into the request of the booking. */
  gift: Uuid;
  kept: number;
  /** What is left to be paid now. */
  due: number;
  /** Whether a card is to be left all the same, for fees. */
  asks_card: boolean;
};

/**
 * Keeps as much of a card as the visit costs, while its time is held. Codes: those of booking, and not_found,
 * hold_expired, nothing_due, gift_card_closed, gift_card_short, rate_limited.
 */
export const keepGiftCard = (
  slug: string,
  request: BookRequest,
  code: string,
): Promise<Result<GiftKept>> => callPublic('keep_gift_card', { slug, request, code });
