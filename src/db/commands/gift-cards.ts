/** What is done with a gift card beside sales. */
import type { Result } from '#domain/errors/result.ts';
import { fail } from '#domain/errors/result.ts';
import { isGiftBlocked } from '#domain/checkout/gift-cards.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { Decision } from '../write.ts';
import { giftOp } from './sale-gifts.ts';

/** Blocks a card, or opens it again; nothing is taken off it. Codes: not_found. */
export const blockGiftCard = (
  db: DaybookDb,
  cardId: Uuid,
  blocked: boolean,
  reason = '',
): Promise<Result<Uuid>> =>
  write(
    db,
    blocked ? 'gift_card.block' : 'gift_card.unblock',
    async (scope): Promise<Decision<Uuid>> => {
      if (!(await scope.get('gift_cards', cardId))) {
        return fail('not_found', { rows: [`gift_cards:${cardId}`] });
      }
      const ledger = await scope.list('gift_activities', 'card_id', cardId);
      if (isGiftBlocked(ledger) === blocked) return { ops: [], value: cardId };
      const kind = blocked ? 'block' : 'unblock';
      const value = { kind, amount_cents: 0, sale_id: null, reason } as const;
      return { ops: [giftOp(scope, scope.newId(), cardId, value)], value: cardId };
    },
  );

/** Gives back what is kept of a card for a device: others may use it. */
export const returnGiftLease = (
  db: DaybookDb,
  cardId: Uuid,
  leaseId: Uuid,
): Promise<Result<Uuid>> =>
  write(db, 'gift_card.return', (scope): Decision<Uuid> => {
    const value = {
      kind: 'lease_return',
      amount_cents: 0,
      sale_id: null,
      lease_id: leaseId,
    } as const;
    return { ops: [giftOp(scope, scope.newId(), cardId, value)], value: leaseId };
  });
