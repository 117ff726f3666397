import type { Bills } from '#domain/checkout/bills.ts';
import type { Uuid } from '#domain/rows.ts';
import { callAsMember, callFunctionAsMember } from './rest.ts';

/** Bills of a business. */
export const bills = (businessId: Uuid): Bills => ({
  ask: (saleId, opId, byMail) =>
    callAsMember('ask_sale_payment', {
      business_id: businessId,
      sale_id: saleId,
      op_id: opId,
      by_mail: byMail,
    }),
  lookAtCard: (saleId) => callAsMember('sale_card', { business_id: businessId, sale_id: saleId }),
  async chargeCard(saleId, opId, agreedCents) {
    const asked = await callAsMember('charge_sale', {
      business_id: businessId,
      sale_id: saleId,
      op_id: opId,
      agreed_cents: agreedCents,
    });
    return asked.ok ? callFunctionAsMember('payments', { op_id: opId }) : asked;
  },
});
