import type { GiftCardServer } from '#domain/checkout/gift-server.ts';
import { callAsMember } from './rest.ts';

export const giftCardServer: GiftCardServer = {
  lease: (businessId, { deviceId, leaseId, cardId, cents, held }) =>
    callAsMember('lease_gift_card', {
      business_id: businessId,
      client_id: deviceId,
      lease_id: leaseId,
      card_id: cardId,
      amount_cents: cents,
      held,
    }),
};
