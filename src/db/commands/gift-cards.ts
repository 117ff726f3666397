/** What is done with a gift card beside sales. */
import type { Result } from '#domain/errors/result.ts';
import { fail } from '#domain/errors/result.ts';
import {
  GIFT_MAX_CENTS,
  giftBalance,
  giftHeld,
  isGiftBlocked,
} from '#domain/checkout/gift-cards.ts';
import { patchOp } from '#domain/commands/op.ts';
import type { Day, Uuid } from '#domain/rows.ts';
import { isDay } from '#domain/time/day.ts';
import { invalid } from '#domain/validation/validate.ts';
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

/** The longest reason that a line of the ledger takes. */
export const GIFT_REASON_MAX = 500;

/**
 * Puts something on a card or takes it off (`cents` below nothing), with the reason; no money moves.
 * Codes: invalid, not_found, gift_card_short (less is on it, or is kept for somebody).
 */
export const adjustGiftCard = (
  db: DaybookDb,
  cardId: Uuid,
  cents: number,
  reason: string,
): Promise<Result<Uuid>> =>
  write(db, 'gift_card.adjust', async (scope): Promise<Decision<Uuid>> => {
    const words = reason.trim();
    if (!Number.isInteger(cents) || cents === 0) return invalid('amount_cents', 'required');
    if (words === '') return invalid('reason', 'required');
    if (words.length > GIFT_REASON_MAX) return invalid('reason', 'too_long');
    if (!(await scope.get('gift_cards', cardId))) {
      return fail('not_found', { rows: [`gift_cards:${cardId}`] });
    }
    const ledger = await scope.list('gift_activities', 'card_id', cardId);
    const after = giftBalance(ledger) + cents;
    if (cents > 0 && after > GIFT_MAX_CENTS) return invalid('amount_cents', 'too_large');
    if (cents < 0 && after < giftHeld(ledger, scope.now)) {
      return fail('gift_card_short', { field: 'amount_cents' });
    }
    const value = {
      kind: cents > 0 ? 'adjust_up' : 'adjust_down',
      amount_cents: cents,
      sale_id: null,
      reason: words,
    } as const;
    return { ops: [giftOp(scope, scope.newId(), cardId, value)], value: cardId };
  });

/** A card can be used longer; null = for ever. It is never made shorter. Codes: invalid, not_found. */
export const extendGiftCard = (
  db: DaybookDb,
  cardId: Uuid,
  expiresOn: Day | null,
): Promise<Result<Uuid>> =>
  write(db, 'gift_card.extend', async (scope): Promise<Decision<Uuid>> => {
    const card = await scope.get('gift_cards', cardId);
    if (!card) return fail('not_found', { rows: [`gift_cards:${cardId}`] });
    if (expiresOn !== null && !isDay(expiresOn)) return invalid('expires_on', 'not_a_day');
    if (expiresOn === card.expires_on) return { ops: [], value: cardId };
    const isLonger =
      expiresOn === null || (card.expires_on !== null && expiresOn > card.expires_on);
    if (!isLonger) return invalid('expires_on', 'too_small');
    return { ops: [patchOp('gift_cards', cardId, { expires_on: expiresOn })], value: cardId };
  });
