import { feeOf } from '#domain/appointments/fee.ts';
import type { Uuid } from '#domain/rows.ts';
import { withServices } from '../commands/fees.ts';
import type { DaybookDb } from '../open.ts';

export type ProposedFees = { count: number; cents: number };

/** What it would cost to cancel these now, together. */
export const feesOfCancelling = async (
  db: DaybookDb,
  ids: readonly Uuid[],
  by: 'client' | 'staff',
): Promise<ProposedFees> => {
  const [rows, segments, rules] = await Promise.all([
    db.rows('appointments').bulkGet([...ids]),
    db
      .rows('appointment_segments')
      .where('appointment_id')
      .anyOf([...ids])
      .toArray(),
    db.rows('booking_rules').get(db.businessId),
  ]);
  const work = await withServices(
    { getMany: (table, wanted) => db.rows(table).bulkGet([...wanted]) },
    segments,
  );
  const fees = rows.flatMap((row) => {
    if (!row) return [];
    const own = work.filter(({ appointment_id }) => appointment_id === row.id);
    return feeOf(row, own, rules, { to: 'cancelled', by, at: db.now() }) ?? [];
  });
  return { count: fees.length, cents: fees.reduce((sum, { cents }) => sum + cents, 0) };
};
