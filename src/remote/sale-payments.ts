import type { Result } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';
import { callAsMember } from './rest.ts';

/** See `DaybookDb.askSalePayment`. */
export const askSalePayment = (
  businessId: Uuid,
  saleId: Uuid,
  opId: Uuid,
): Promise<Result<{ token: string; slug: string; amount: number }>> =>
  callAsMember('ask_sale_payment', { business_id: businessId, sale_id: saleId, op_id: opId });
