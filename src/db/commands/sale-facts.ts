/** What selling and giving back ask of sales alike. */
import { depositsByVisit, voidedSales } from '#domain/checkout/deposits.ts';
import { lostOfSale } from '#domain/checkout/disputes.ts';
import { standingOf } from '#domain/checkout/standing.ts';
import { isPromise } from '#domain/checkout/tenders.ts';
import { fail } from '#domain/errors/result.ts';
import type { PaymentRow, Uuid } from '#domain/rows.ts';
import type { WriteScope } from '../write.ts';
import type { SoldSale } from './sale-gifts.ts';

/** What deposits of visits there are, and what is left of each. */
export const depositsHere = async (
  scope: WriteScope,
  ids: readonly Uuid[],
): Promise<ReturnType<typeof depositsByVisit>> => {
  const before = await scope.listAny('payments', 'appointment_id', ids);
  const back = await scope.listAny('refunds', 'appointment_id', ids);
  const disputes = await scope.listAny('dispute_entries', 'appointment_id', ids);
  const saleIds = before.flatMap(({ sale_id }) => sale_id ?? []);
  const voided = voidedSales(await scope.listAny('refunds', 'sale_id', saleIds));
  return depositsByVisit(before, back, voided, disputes);
};

/** A sale with what happened to its money. */
export const saleOf = async (scope: WriteScope, id: Uuid): Promise<SoldSale | undefined> => {
  const sale = await scope.get('sales', id);
  if (!sale) return undefined;
  const payments = await scope.list('payments', 'sale_id', id);
  const refunds = await scope.list('refunds', 'sale_id', id);
  const visits = payments.flatMap(({ appointment_id }) => appointment_id ?? []);
  const deposits = await depositsHere(scope, visits);
  const standing = standingOf(payments, refunds, lostOfSale(payments, deposits));
  return { sale, payments, refunds, standing };
};

type Paid = Pick<PaymentRow, 'method' | 'label' | 'amount_cents' | 'tendered_cents'> & {
  appointment_id?: Uuid | null | undefined;
};

/** The field that no payment can have like this. */
export const wrongPayment = (payments: readonly Paid[]): string | null => {
  for (const { method, label, amount_cents, tendered_cents, appointment_id } of payments) {
    if ((method === 'deposit') !== Boolean(appointment_id)) return 'payments';
    if (method === 'cash' ? (tendered_cents ?? 0) < amount_cents : tendered_cents !== null) {
      return 'tendered_cents';
    }
    if (label !== null && method !== 'other' && method !== 'gift_card') return 'label';
  }
  return payments.filter(({ method }) => isPromise(method)).length > 1 ? 'payments' : null;
};

export const sumOf = (parts: readonly { amount_cents: number }[]): number =>
  parts.reduce((all, { amount_cents }) => all + amount_cents, 0);

export const saleNotFound = (id: Uuid) => fail('not_found', { rows: [`sales:${id}`] });
