import type { OfferServer } from '#domain/waitlist/offer-server.ts';
import { callAsMember } from './rest.ts';

export const offerServer: OfferServer = {
  offer: (businessId, entryId, { startsAt, staffId }) =>
    callAsMember('offer_time', {
      business_id: businessId,
      entry_id: entryId,
      starts_at: startsAt,
      staff_id: staffId,
    }),
  takeBack: (businessId, offerId) =>
    callAsMember('withdraw_offer', { business_id: businessId, offer_id: offerId }),
};
