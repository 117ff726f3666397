import type { Result } from '#domain/errors/result.ts';
import type { Day, Uuid } from '#domain/rows.ts';

/** What only the server decides about gift cards; none of it works offline (code `offline`). */
export type GiftCardServer = {
  /**
   * Keeps so many cents of a card for a device: for the checkout that is open (15 minutes), or for a day
   * without signal. With the same `leaseId` it may be asked again. Codes: not_allowed, not_found,
   * gift_card_closed, gift_card_leased, gift_card_short.
   */
  lease: (
    businessId: Uuid,
    request: {
      deviceId: Uuid;
      leaseId: Uuid;
      cardId: Uuid;
      cents: number;
      held: 'checkout' | 'offline';
    },
  ) => Promise<Result<unknown>>;
};

/** How it stands with the mail that brings a card to its holder. */
export type GiftDelivery = {
  /** `none`: nobody gets it by mail; `queued`: it waits for its day, and can be changed. */
  state: 'none' | 'queued' | 'sending' | 'sent' | 'failed' | 'suppressed';
  to: { name: string; email: string } | null;
  message: string | null;
  /** In the morning of that day; null = at once. */
  deliver_on: Day | null;
};

/** Cards by mail; none of it works offline (code `offline`). */
export type GiftCardPost = {
  /** Codes: not_allowed. */
  delivery: (businessId: Uuid, cardId: Uuid) => Promise<Result<{ delivery: GiftDelivery }>>;
  /**
   * Sends a card in place of the mail that waits; to `null` = to nobody. `code` is null on devices that
   * have not sold the card: only a mail that waits can be changed there. Codes: not_allowed, not_found,
   * invalid (code, recipient, message, deliver_on), gift_card_closed, rate_limited.
   */
  send: (
    businessId: Uuid,
    request: Pick<GiftDelivery, 'to' | 'message' | 'deliver_on'> & {
      cardId: Uuid;
      code: string | null;
    },
  ) => Promise<Result<{ delivery: GiftDelivery }>>;
};
