import type { CardCharges } from '#domain/checkout/card-charges.ts';
import type { Uuid } from '#domain/rows.ts';
import { callAsMember, callFunctionAsMember } from './rest.ts';

/** Fees of a business and the cards of its clients. */
export const feePayments = (businessId: Uuid): CardCharges => ({
  look: (appointmentId) =>
    callAsMember('fee_payment', { business_id: businessId, appointment_id: appointmentId }),
  async charge(appointmentId, opId) {
    const asked = await callAsMember('charge_fee', {
      business_id: businessId,
      appointment_id: appointmentId,
      op_id: opId,
    });
    return asked.ok ? callFunctionAsMember('payments', { op_id: opId }) : asked;
  },
});
