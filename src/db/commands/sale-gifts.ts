/** What a sale and its refunds do to gift cards: rows beside those of the sale, in the same mutation. */
import type { Counted } from '#domain/checkout/cart.ts';
import {
  giftBalance,
  giftExpiry,
  giftState,
  isGiftOpen,
  payableByGift,
  spendableHere,
  visitLeases,
} from '#domain/checkout/gift-cards.ts';
import type { SaleInput } from '#domain/checkout/schema.ts';
import type { Standing } from '#domain/checkout/standing.ts';
import { putOp } from '#domain/commands/op.ts';
import type { NewRow, Op } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type {
  GiftActivityRow,
  GiftCardRow,
  PaymentRow,
  RefundRow,
  SaleRow,
  Uuid,
} from '#domain/rows.ts';
import { businessToday } from '../business-day.ts';
import { giftCodeHash } from '../gift-code-hash.ts';
import type { GiftCodesMeta } from '../schema.ts';
import type { WriteScope } from '../write.ts';

export type SoldSale = {
  sale: SaleRow;
  payments: PaymentRow[];
  refunds: RefundRow[];
  standing: Standing;
};

/** Of each line that sells a card; hashing would end a transaction. */
export const giftHashes = (
  businessId: Uuid,
  lines: SaleInput['lines'],
): Promise<(string | null)[]> =>
  Promise.all(
    lines.map(async ({ gift_card }) =>
      gift_card ? giftCodeHash(businessId, gift_card.code) : null,
    ),
  );

/** No card is bought with a card, nor on trust, nor with anything off; `tips` in cents. */
export const paysCards = (sale: SaleInput, counted: Counted, tips: number): boolean => {
  const lines = sale.lines.map(({ kind }, place) => ({ kind, ...counted.lines[place]! }));
  const byCard = sale.payments.reduce(
    (sum, { method, amount_cents }) => (method === 'gift_card' ? sum + amount_cents : sum),
    0,
  );
  return (
    byCard <= payableByGift(counted.total_cents + tips, lines) &&
    sale.lines.every(
      ({ kind, gift_card, qty, discount, tax }) =>
        (kind === 'gift_card') === Boolean(gift_card) &&
        (kind !== 'gift_card' || (qty === 1 && discount === null && tax === null)),
    ) &&
    (sale.lines.every(({ kind }) => kind !== 'gift_card') ||
      sale.payments.every(({ method }) => method !== 'card' && method !== 'owed'))
  );
};

type GiftParts = { cards: Op[]; activities: Op[]; lineIds: Uuid[]; paymentIds: Uuid[] };

/** Cards that are sold and cards that pay. Codes: not_found, gift_card_short. */
export const giftParts = async (
  scope: WriteScope,
  saleId: Uuid,
  sale: SaleInput,
  hashes: readonly (string | null)[],
): Promise<Result<GiftParts>> => {
  const { newId, businessId, now } = scope;
  const lineIds = sale.lines.map(() => newId());
  const paymentIds = sale.payments.map(() => newId());
  const cards: Op[] = [];
  const activities: Op[] = [];
  const codes: GiftCodesMeta['list'] = [];
  const today = await businessToday(scope);
  const years = (await scope.get('businesses', businessId))?.gift_card_years;
  for (const [place, { gift_card, unit_price_cents }] of sale.lines.entries()) {
    if (!gift_card) continue;
    const { code, ...about } = gift_card;
    const card: NewRow<'gift_cards'> = {
      ...about,
      expires_on: about.expires_on ?? giftExpiry(today, years),
      id: newId(),
      business_id: businessId,
      code_hash: hashes[place] ?? null,
      code_last4: code.slice(-4),
      kind: 'digital',
      initial_cents: unit_price_cents,
      purchaser_client_id: sale.client_id,
    };
    cards.push(putOp('gift_cards', card));
    codes.push({ card_id: card.id, code });
    activities.push(
      giftOp(scope, lineIds[place]!, card.id, {
        kind: 'activate',
        amount_cents: unit_price_cents,
        sale_id: saleId,
      }),
    );
  }
  const device = (await scope.meta('device'))?.client_id ?? null;
  for (const [place, { method, amount_cents, card_id, lease_id }] of sale.payments.entries()) {
    if (method !== 'gift_card') continue;
    const card = card_id ? await scope.get('gift_cards', card_id) : undefined;
    if (!card) return fail('not_found', { rows: [`gift_cards:${card_id}`] });
    const rows = await scope.list('gift_activities', 'card_id', card.id);
    const lease = lease_id ? rows.find(({ id }) => id === lease_id) : undefined;
    // The server has just granted it: its row is still on the way.
    const isFresh = Boolean(lease_id) && lease === undefined;
    // What was kept for a visit when it was booked is used by the sale of that visit, on any device, if the
    // card may be used at all.
    const visits = sale.lines.flatMap(({ appointment_id }) => appointment_id ?? []);
    const kept = isGiftOpen(giftState(card, rows, today))
      ? visitLeases(rows, visits, now).find((one) => one.lease_id === lease_id)
      : undefined;
    const here = kept ?? spendableHere(card, rows, device, now, today);
    const before = sale.payments
      .slice(0, place)
      .reduce((sum, one) => (one.card_id === card_id ? sum + one.amount_cents : sum), 0);
    if (!isFresh && here.cents < before + amount_cents) {
      return fail('gift_card_short', { field: 'payments' });
    }
    activities.push(
      giftOp(scope, paymentIds[place]!, card.id, {
        kind: 'redeem',
        amount_cents: -amount_cents,
        sale_id: saleId,
        lease_id: lease_id ?? here.lease_id,
      }),
    );
    // What the visit did not need is free again.
    if (kept) {
      activities.push(
        giftOp(scope, newId(), card.id, {
          kind: 'lease_return',
          amount_cents: 0,
          sale_id: null,
          lease_id: kept.lease_id,
        }),
      );
    }
  }
  if (codes.length > 0) {
    const known = await scope.meta('gift_codes');
    const list = [...codes, ...(known?.list ?? [])].slice(0, CODES_KEPT);
    await scope.putMeta({ key: 'gift_codes', v: 1, list });
  }
  return ok({ cards, activities, lineIds, paymentIds });
};

/** Codes are printed again on the device that made them, those of the last cards. */
const CODES_KEPT = 200;

/**
 * What refunds do to cards: money for a card goes back with the card, money by a card goes back to it.
 * `otherCents`: what was put into packages, which goes back with them.
 * Codes: already_refunded, gift_card_used.
 */
export const giftRefunds = async (
  scope: WriteScope,
  { sale, refunds, standing }: SoldSale,
  rows: readonly NewRow<'refunds'>[],
  otherCents = 0,
): Promise<Result<Op[]>> => {
  const ledger = await scope.list('gift_activities', 'sale_id', sale.id);
  const sold = ledger.filter(({ kind }) => kind === 'activate');
  const isWhole = ({ kind, sale_line_id }: Pick<RefundRow, 'kind' | 'sale_line_id'>): boolean =>
    kind === 'refund' && sale_line_id === null;
  const whole = [...refunds, ...rows].filter(isWhole);
  const prepaid = giftBalance(sold) + otherCents;
  if (rows.some(isWhole) && sumOf(whole) > standing.captured_cents - prepaid) {
    return fail('already_refunded', { field: 'amount_cents' });
  }
  const ops: Op[] = [];
  const leftBy = new Map<Uuid, number>();
  for (const { kind, card_id, amount_cents } of ledger) {
    if (kind !== 'redeem' && kind !== 'refund') continue;
    leftBy.set(card_id, (leftBy.get(card_id) ?? 0) - amount_cents);
  }
  for (const row of rows) {
    const card = sold.find(({ id }) => id === row.sale_line_id);
    if (card) {
      if (row.method === 'gift_card') return fail('already_refunded', { field: 'method' });
      const taken = await takenBack(scope, card);
      if (!taken.ok) return taken;
      ops.push(taken.value);
    }
    if (row.method !== 'gift_card') continue;
    let open = row.amount_cents;
    for (const [card_id, left] of leftBy) {
      const amount_cents = Math.min(open, left);
      if (amount_cents <= 0) continue;
      leftBy.set(card_id, left - amount_cents);
      open -= amount_cents;
      ops.push(
        giftOp(scope, scope.newId(), card_id, { kind: 'refund', amount_cents, sale_id: sale.id }),
      );
    }
    if (open > 0) return fail('already_refunded', { field: 'method' });
  }
  return ok(ops);
};

/** A sale that is taken back: what it put on cards goes, what cards paid comes back. */
export const giftVoid = async (scope: WriteScope, saleId: Uuid): Promise<Result<Op[]>> => {
  const ops: Op[] = [];
  for (const row of await scope.list('gift_activities', 'sale_id', saleId)) {
    if (row.kind === 'activate') {
      const taken = await takenBack(scope, row);
      if (!taken.ok) return taken;
      ops.push(taken.value);
    } else if (row.kind === 'redeem' && row.amount_cents < 0) {
      ops.push(
        giftOp(scope, scope.newId(), row.card_id, {
          kind: 'refund',
          amount_cents: -row.amount_cents,
          sale_id: saleId,
        }),
      );
    }
  }
  return ok(ops);
};

const takenBack = async (
  scope: WriteScope,
  { card_id, amount_cents, sale_id }: GiftActivityRow,
): Promise<Result<Op>> => {
  const ledger = await scope.list('gift_activities', 'card_id', card_id);
  if (giftBalance(ledger) < amount_cents) return fail('gift_card_used', { field: 'lines' });
  return ok(
    giftOp(scope, scope.newId(), card_id, {
      kind: 'deactivate',
      amount_cents: -amount_cents,
      sale_id,
    }),
  );
};

/** One line of a card's ledger. */
export const giftOp = (
  { businessId, now }: WriteScope,
  id: Uuid,
  card_id: GiftCardRow['id'],
  value: Pick<GiftActivityRow, 'kind' | 'amount_cents' | 'sale_id'> &
    Partial<Pick<GiftActivityRow, 'lease_id' | 'reason'>>,
): Op => {
  const row: NewRow<'gift_activities'> = {
    lease_id: null,
    reason: '',
    ...value,
    id,
    business_id: businessId,
    card_id,
    occurred_at: now,
    device_id: null,
    held_cents: null,
    held_until: null,
    appointment_id: null,
  };
  return putOp('gift_activities', row);
};

const sumOf = (parts: readonly { amount_cents: number }[]): number =>
  parts.reduce((all, { amount_cents }) => all + amount_cents, 0);
