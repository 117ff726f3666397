import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';

/** What a client paid online before a visit, in cents. */
export type VisitDeposit = {
  paid: number;
  returned: number;
  /** What no sale has taken up yet. */
  left: number;
};

/** Of visits that have one, as far as this device knows. */
export const depositsOf = async (
  db: DaybookDb,
  appointmentIds: readonly Uuid[],
): Promise<ReadonlyMap<Uuid, VisitDeposit>> => {
  const ofVisits = <T extends 'payments' | 'refunds'>(table: T) =>
    db
      .rows(table)
      .where('appointment_id')
      .anyOf([...appointmentIds])
      .toArray();
  const [payments, refunds] = await Promise.all([ofVisits('payments'), ofVisits('refunds')]);
  const saleIds = payments.flatMap(({ sale_id }) => sale_id ?? []);
  const voids = await db
    .rows('refunds')
    .where('sale_id')
    .anyOf(saleIds)
    .filter(({ kind }) => kind === 'void')
    .toArray();
  const taken = new Set(voids.map(({ sale_id }) => sale_id));
  const found = new Map<Uuid, VisitDeposit>();
  const add = (id: Uuid | null | undefined, part: Partial<VisitDeposit>): void => {
    if (!id) return;
    const { paid, returned, left } = found.get(id) ?? { paid: 0, returned: 0, left: 0 };
    found.set(id, {
      paid: paid + (part.paid ?? 0),
      returned: returned + (part.returned ?? 0),
      left: left + (part.left ?? 0),
    });
  };
  for (const { appointment_id, method, sale_id, amount_cents } of payments) {
    if (method === 'card_online') add(appointment_id, { paid: amount_cents, left: amount_cents });
    else if (!taken.has(sale_id)) add(appointment_id, { left: -amount_cents });
  }
  for (const { appointment_id, amount_cents } of refunds) {
    add(appointment_id, { returned: amount_cents, left: -amount_cents });
  }
  return found;
};
