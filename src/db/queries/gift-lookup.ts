/** What a checkout asks of gift cards before anybody pays with one. */
import { giftState, isGiftOpen, visitLeases } from '#domain/checkout/gift-cards.ts';
import type { VisitLease } from '#domain/checkout/gift-cards.ts';
import type { Uuid } from '#domain/rows.ts';
import { wallAt } from '#domain/time/clock-text.ts';
import type { DaybookDb } from '../open.ts';

/** The cards that a sale sold. */
export const giftCardsOfSale = async (db: DaybookDb, saleId: Uuid): Promise<Uuid[]> => {
  const rows = await db.rows('gift_activities').where('sale_id').equals(saleId).toArray();
  return rows.flatMap(({ kind, card_id }) => (kind === 'activate' ? card_id : []));
};

/**
 * What is kept of gift cards for visits since they were booked, with the end of each code; of cards that
 * are over or blocked there is nothing.
 */
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
  const [business, ledger, cards] = await Promise.all([
    db.rows('businesses').get(db.businessId),
    db.rows('gift_activities').where('card_id').anyOf(ids).toArray(),
    db.rows('gift_cards').bulkGet(ids),
  ]);
  const today = wallAt(business?.time_zone ?? 'UTC', db.now()).day;
  return visitLeases(ledger, appointmentIds, db.now()).flatMap((lease) => {
    const card = cards.find((one) => one?.id === lease.card_id);
    const rows = ledger.filter(({ card_id }) => card_id === lease.card_id);
    return card && isGiftOpen(giftState(card, rows, today))
      ? { ...lease, code_last4: card.code_last4 }
      : [];
  });
};
