import { standingOf } from '#domain/checkout/standing.ts';
import { lostOfSale } from '#domain/checkout/disputes.ts';
import type { AppointmentRow, SaleRow, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { depositsOf } from './deposits.ts';
import { paidFees } from './settled-visits.ts';

/** What a client owes, as far as this device knows. */
type Balance = {
  /** Sales of which something is still to be collected, the oldest first. */
  sales: { sale: SaleRow; due_cents: number }[];
  /** Visits with an owed fee that is in no sale, less what was kept of deposits, the oldest first. */
  fees: AppointmentRow[];
  cents: number;
};

/** With what was sold to records that became part of theirs: sales stay where they were written. */
export const balanceOf = async (db: DaybookDb, clientId: Uuid): Promise<Balance> => {
  const aliases = await db.rows('clients').where('merged_into').equals(clientId).primaryKeys();
  const ids = [clientId, ...aliases];
  const [sales, owed] = await Promise.all([
    owedBy(db, ids),
    db
      .rows('appointments')
      .where('client_id')
      .anyOf(ids)
      .filter(({ fee_state, fee_cents = 0 }) => fee_state === 'owed' && fee_cents > 0)
      .sortBy('starts_at'),
  ]);
  const saleIds = sales.map(({ id }) => id);
  const owedIds = owed.map(({ id }) => id);
  const [payments, refunds, paid] = await Promise.all([
    db.rows('payments').where('sale_id').anyOf(saleIds).toArray(),
    db.rows('refunds').where('sale_id').anyOf(saleIds).toArray(),
    paidFees(db, owedIds),
  ]);
  const deposits = await depositsOf(db, [
    ...new Set([...owedIds, ...payments.flatMap(({ appointment_id }) => appointment_id ?? [])]),
  ]);
  const open = sales.flatMap((sale) => {
    const isOf = ({ sale_id }: { sale_id: Uuid | null }): boolean => sale_id === sale.id;
    const own = payments.filter(isOf);
    const lost = lostOfSale(own, deposits);
    const { due_cents } = standingOf(own, refunds.filter(isOf), lost);
    return due_cents > 0 ? [{ sale, due_cents }] : [];
  });
  // What was kept of a deposit is not owed any more; what a bank took of one is not owed as a fee.
  const fees = owed.flatMap((visit) => {
    const cents = (visit.fee_cents ?? 0) - Math.max(0, deposits.get(visit.id)?.left ?? 0);
    return paid.has(visit.id) || cents <= 0 ? [] : [{ ...visit, fee_cents: cents }];
  });
  return {
    sales: open,
    fees,
    cents:
      open.reduce((sum, { due_cents }) => sum + due_cents, 0) +
      fees.reduce((sum, { fee_cents }) => sum + fee_cents, 0),
  };
};

/** What they were sold and pay themselves, and what they pay for others of their family. */
const owedBy = async (db: DaybookDb, ids: readonly Uuid[]): Promise<SaleRow[]> => {
  const [own, paid] = await Promise.all([
    db
      .rows('sales')
      .where('client_id')
      .anyOf([...ids])
      .filter(({ payer_id }) => !payer_id)
      .toArray(),
    db
      .rows('sales')
      .where('payer_id')
      .anyOf([...ids])
      .toArray(),
  ]);
  return [...own, ...paid].toSorted((a, b) => (a.occurred_at < b.occurred_at ? -1 : 1));
};
