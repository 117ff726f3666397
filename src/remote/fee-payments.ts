import type { FeePayments } from '#domain/appointments/fee-payment.ts';
import type { Uuid } from '#domain/rows.ts';
import { callAsMember, callFunctionAsMember } from './rest.ts';

/** Fees of a business and the cards of its clients. */
export const feePayments = (businessId: Uuid): FeePayments => ({
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
