import type { Result } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';

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
