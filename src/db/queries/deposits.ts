import { depositsByVisit, voidedSales } from '#domain/checkout/deposits.ts';
import type { VisitDeposit } from '#domain/checkout/deposits.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';

/** What was paid before these visits, as far as this device knows; a visit without is not in it. */
export const depositsOf = async (
  db: DaybookDb,
  appointmentIds: readonly Uuid[],
): Promise<ReadonlyMap<Uuid, VisitDeposit>> => {
  const ids = [...appointmentIds];
  const [payments, refunds] = await Promise.all([
    db.rows('payments').where('appointment_id').anyOf(ids).toArray(),
    db.rows('refunds').where('appointment_id').anyOf(ids).toArray(),
  ]);
  const saleIds = payments.flatMap(({ sale_id }) => sale_id ?? []);
  const ofSales = await db.rows('refunds').where('sale_id').anyOf(saleIds).toArray();
  return depositsByVisit(payments, refunds, voidedSales(ofSales));
};
