import type { Result } from '#domain/errors/result.ts';
import type { Instant, Uuid } from '#domain/rows.ts';

/** What staff do about offers. Only the server sends them: none of it works offline (code `offline`). */
export type OfferServer = {
  /**
   * Offers a time to somebody who waits, and keeps it for them; `staffId`: who begins. Asked again it is
   * the same offer. Codes: not_allowed, not_found, illegal_transition (they do not wait), invalid (email:
   * there is none), paused, not_offered, too_soon, slot_taken.
   */
  offer: (
    businessId: Uuid,
    entryId: Uuid,
    time: { startsAt: Instant; staffId: Uuid },
  ) => Promise<Result<unknown>>;
  /** Codes: not_allowed, not_found, offer_over (it was answered meanwhile). */
  takeBack: (businessId: Uuid, offerId: Uuid) => Promise<Result<unknown>>;
};
