import type { OnlineRefunds } from '#domain/checkout/online-refunds.ts';
import type { Uuid } from '#domain/rows.ts';
import { callAsMember } from './rest.ts';

/** What goes back to the cards of clients because a person says so. */
export const onlineRefunds = (businessId: Uuid): OnlineRefunds => ({
  look: (paidFor) => callAsMember('online_payments', { business_id: businessId, ...paidFor }),
  ask: (paymentId, cents, reason, opId) =>
    callAsMember('ask_refund', {
      business_id: businessId,
      payment_id: paymentId,
      amount_cents: cents,
      reason,
      op_id: opId,
    }),
  takeBack: (paymentId) =>
    callAsMember('take_refund_back', { business_id: businessId, payment_id: paymentId }),
});
