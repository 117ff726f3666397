import type { ReceiptFacts } from '#domain/checkout/receipt-lines.ts';
import type { Result } from '#domain/errors/result.ts';
import type { BusinessRow, Uuid } from '#domain/rows.ts';
import { callPublic } from './public-server.ts';

/** What a client sees of a sale that they pay by a link. */
export type BillStatus = {
  business: ReceiptFacts['business'] & Pick<BusinessRow, 'slug' | 'currency'>;
  bill: Omit<ReceiptFacts, 'business'>;
  /** What can be paid now, in minor units; 0 = nothing. */
  due: number;
  /** No real card is charged. */
  is_test: boolean;
};

/** The bill behind a link. Codes: not_found, rate_limited. */
export const billStatus = (token: string): Promise<Result<BillStatus>> =>
  callPublic('bill_status', { token });

/** Begins to pay it; the same `opId` is the same payment. Codes: not_found, nothing_due, rate_limited. */
export const payBill = (token: string, opId: Uuid): Promise<Result<object>> =>
  callPublic('pay_bill', { token, op_id: opId });
