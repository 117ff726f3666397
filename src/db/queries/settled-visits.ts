import type { SaleLineRow, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';

/** Visits that are checked out, with the sale that did it; one that was taken back does not count. */
export const settledVisits = (
  db: DaybookDb,
  appointmentIds: readonly Uuid[],
): Promise<ReadonlyMap<Uuid, Uuid>> => salesAbout(db, appointmentIds, ({ kind }) => kind !== 'fee');

/** Visits whose fee is paid, with the sale that it is in. */
export const paidFees = (
  db: DaybookDb,
  appointmentIds: readonly Uuid[],
): Promise<ReadonlyMap<Uuid, Uuid>> => salesAbout(db, appointmentIds, ({ kind }) => kind === 'fee');

const salesAbout = async (
  db: DaybookDb,
  appointmentIds: readonly Uuid[],
  isMeant: (line: SaleLineRow) => boolean,
): Promise<ReadonlyMap<Uuid, Uuid>> => {
  const lines = await db
    .rows('sale_lines')
    .where('appointment_id')
    .anyOf([...appointmentIds])
    .filter(isMeant)
    .toArray();
  const saleIds = [...new Set(lines.map(({ sale_id }) => sale_id))];
  const refunds = await db.rows('refunds').where('sale_id').anyOf(saleIds).toArray();
  const taken = new Set(
    refunds.flatMap(({ kind, sale_id }) => (kind === 'void' ? (sale_id ?? []) : [])),
  );
  return new Map(
    lines.flatMap(({ sale_id, appointment_id }) =>
      appointment_id !== null && !taken.has(sale_id) ? [[appointment_id, sale_id] as const] : [],
    ),
  );
};
