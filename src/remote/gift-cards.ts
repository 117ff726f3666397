import type { GiftCardPost, GiftCardServer } from '#domain/checkout/gift-server.ts';
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

export const giftCardPost: GiftCardPost = {
  delivery: (businessId, cardId) =>
    callAsMember('gift_card_delivery', { business_id: businessId, card_id: cardId }),
  send: (businessId, { cardId, code, to, message, deliver_on }) =>
    callAsMember('send_gift_card', {
      business_id: businessId,
      card_id: cardId,
      code,
      recipient: to,
      message,
      deliver_on,
    }),
};
