import type { DaybookDb } from '#db/open.ts';
import type { Uuid } from '#domain/rows.ts';
import { askDeposit } from '#remote/asked-deposits.ts';
import { feePayments } from '#remote/fee-payments.ts';
import { appointmentHistory } from '#remote/history.ts';
import { appointmentMessages, clientMessages } from '#remote/messages.ts';

type Asked =
  | 'fetchHistory'
  | 'fetchMessages'
  | 'fetchClientMessages'
  | 'feePayments'
  | 'askDeposit';

/** What screens ask the server about a visit or a client; it is not kept on the device. */
type Questions = { [K in Asked]: NonNullable<DaybookDb[K]> };

export const askServer = (businessId: Uuid): Questions => ({
  fetchHistory: (id, before) => appointmentHistory(businessId, id, before),
  fetchMessages: (id) => appointmentMessages(businessId, id),
  fetchClientMessages: (id) => clientMessages(businessId, id),
  feePayments: feePayments(businessId),
  askDeposit: (id, cents, opId) => askDeposit(businessId, id, cents, opId),
});
