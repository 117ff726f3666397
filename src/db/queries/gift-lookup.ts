/** What a checkout asks of gift cards before anybody pays with one. */
import { visitLeases } from '#domain/checkout/gift-cards.ts';
import type { VisitLease } from '#domain/checkout/gift-cards.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';

/** The cards that a sale sold. */
export const giftCardsOfSale = async (db: DaybookDb, saleId: Uuid): Promise<Uuid[]> => {
  const rows = await db.rows('gift_activities').where('sale_id').equals(saleId).toArray();
  return rows.flatMap(({ kind, card_id }) => (kind === 'activate' ? card_id : []));
};

/** What is kept of gift cards for visits since they were booked, with the end of each code. */
export const giftsKeptFor = async (
  db: DaybookDb,
  appointmentIds: readonly Uuid[],
): Promise<(VisitLease & { code_last4: string })[]> => {
  if (appointmentIds.length === 0) return [];
  const leases = await db
    .rows('gift_activities')
    .filter(({ kind, appointment_id }) =>
      Boolean(kind === 'lease' && appointment_id && appointmentIds.includes(appointment_id)),
    )
    .toArray();
  const ids = [...new Set(leases.map(({ card_id }) => card_id))];
  const [ledger, cards] = await Promise.all([
    db.rows('gift_activities').where('card_id').anyOf(ids).toArray(),
    db.rows('gift_cards').bulkGet(ids),
  ]);
  return visitLeases(ledger, appointmentIds, db.now()).flatMap((lease) => {
    const card = cards.find((one) => one?.id === lease.card_id);
    return card ? { ...lease, code_last4: card.code_last4 } : [];
  });
};
