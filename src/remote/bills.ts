import type { Bills } from '#domain/checkout/bills.ts';
import type { Uuid } from '#domain/rows.ts';
import { callAsMember, callFunctionAsMember } from './rest.ts';

/** Bills of a business. */
export const bills = (businessId: Uuid): Bills => ({
  ask: (saleId, opId) =>
    callAsMember('ask_sale_payment', { business_id: businessId, sale_id: saleId, op_id: opId }),
  card: {
    look: (saleId) => callAsMember('sale_card', { business_id: businessId, sale_id: saleId }),
    async charge(saleId, opId) {
      const asked = await callAsMember('charge_sale', {
        business_id: businessId,
        sale_id: saleId,
        op_id: opId,
      });
      return asked.ok ? callFunctionAsMember('payments', { op_id: opId }) : asked;
    },
  },
});
