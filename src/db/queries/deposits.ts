import { depositsByVisit, voidedSales } from '#domain/checkout/deposits.ts';
import type { VisitDeposit } from '#domain/checkout/deposits.ts';
import { onlineSum } from '#domain/checkout/disputes.ts';
import type { DisputeEntryRow, Instant, PaymentRow, RefundRow, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';

/** What was paid before these visits, as far as this device knows; a visit without is not in it. */
export const depositsOf = async (
  db: DaybookDb,
  appointmentIds: readonly Uuid[],
): Promise<ReadonlyMap<Uuid, VisitDeposit>> => {
  const ids = [...appointmentIds];
  const [payments, refunds, disputes] = await Promise.all([
    db.rows('payments').where('appointment_id').anyOf(ids).toArray(),
    db.rows('refunds').where('appointment_id').anyOf(ids).toArray(),
    db.rows('dispute_entries').where('appointment_id').anyOf(ids).toArray(),
  ]);
  const saleIds = payments.flatMap(({ sale_id }) => sale_id ?? []);
  const ofSales = await db.rows('refunds').where('sale_id').anyOf(saleIds).toArray();
  return depositsByVisit(payments, refunds, voidedSales(ofSales), disputes);
};

/** What was paid online before visits in [from, to), and what went back or was disputed then; in no order. */
export const onlineBetween = async (
  db: DaybookDb,
  from: Instant,
  to: Instant,
): Promise<{ payments: PaymentRow[]; refunds: RefundRow[]; disputes: DisputeEntryRow[] }> => {
  const within = <T extends 'payments' | 'refunds' | 'dispute_entries'>(table: T) =>
    db.rows(table).where('occurred_at').between(from, to, true, false);
  const [payments, refunds, disputes] = await Promise.all([
    within('payments').filter(isOnline).toArray(),
    within('refunds').filter(isOnline).toArray(),
    within('dispute_entries').toArray(),
  ]);
  return { payments, refunds, disputes };
};

/** What was paid online before visits in [from, to), less what went back and what disputes took, in cents. */
export const depositsBetween = async (db: DaybookDb, from: Instant, to: Instant): Promise<number> =>
  onlineSum(await onlineBetween(db, from, to));

/** What was paid online before these visits, and what of it went back. */
export const onlineOfVisits = async (
  db: DaybookDb,
  appointmentIds: readonly Uuid[],
): Promise<{ payments: PaymentRow[]; refunds: RefundRow[] }> => {
  const ids = [...appointmentIds];
  const [payments, refunds] = await Promise.all([
    db.rows('payments').where('appointment_id').anyOf(ids).filter(isOnline).toArray(),
    db.rows('refunds').where('appointment_id').anyOf(ids).filter(isOnline).toArray(),
  ]);
  return { payments, refunds };
};

/** Whether what a sale was paid with came online, before it: as with a gift card that was bought online. */
export const isPaidOnline = async (db: DaybookDb, saleId: Uuid): Promise<boolean> => {
  const payments = await db.rows('payments').where('sale_id').equals(saleId).toArray();
  return payments.some(({ method }) => method === 'deposit');
};

const isOnline = ({ sale_id }: { sale_id: Uuid | null }): boolean => sale_id === null;
