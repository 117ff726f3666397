import type { DaybookDb } from '#db/open.ts';
import type { Bills } from '#domain/checkout/bills.ts';
import type { OnlineRefunds } from '#domain/checkout/online-refunds.ts';
import type { Uuid } from '#domain/rows.ts';
import { askDeposit } from '#remote/asked-deposits.ts';
import { bills } from '#remote/bills.ts';
import { feePayments } from '#remote/fee-payments.ts';
import { appointmentHistory } from '#remote/history.ts';
import { memberships } from '#remote/client-memberships.ts';
import { messagesOf } from '#remote/messages.ts';
import { onlineRefunds } from '#remote/online-refunds.ts';

/** What screens ask the server about a visit or a client; it is not kept on the device. */
type Questions = {
  [K in 'fetchHistory' | 'fetchMessages' | 'feePayments' | 'askDeposit']: NonNullable<DaybookDb[K]>;
} & {
  bills: Bills;
  onlineRefunds: OnlineRefunds;
  memberships: ReturnType<typeof memberships>;
};

export const askServer = (businessId: Uuid): Questions => ({
  fetchHistory: (id, before) => appointmentHistory(businessId, id, before),
  fetchMessages: (of, id) => messagesOf(businessId, of, id),
  feePayments: feePayments(businessId),
  askDeposit: (...about) => askDeposit(businessId, ...about),
  bills: bills(businessId),
  onlineRefunds: onlineRefunds(businessId),
  memberships: memberships(businessId),
});
