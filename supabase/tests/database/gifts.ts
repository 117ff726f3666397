import { createHash } from 'node:crypto';
import type { Op } from '#domain/commands/op.ts';
import type { Uuid } from '#domain/rows.ts';
import { at, soldCut } from './salon.ts';
import { newId, put } from './setup.ts';

export const codeHash = (salon: { id: Uuid }, code: string): string =>
  createHash('sha256').update(`${salon.id}:${code}`).digest('hex');

/** What a device sends for a sale of so many cents in cash: of a card, or of anything else. */
export const cashSale = (
  device: Uuid,
  receipt: number,
  cents: number,
  change: { line?: object; payment?: object } = {},
) => {
  const sale_id = newId();
  const parts = soldCut(null, receipt, device);
  const total = { subtotal_cents: cents, tip_cents: 0, total_cents: cents };
  const line = { unit_price_cents: cents, total_cents: cents };
  const payment = newId();
  return {
    sale_id,
    payment,
    ops: [
      put('sales', sale_id, { ...parts.sale, ...total }),
      put('sale_lines', newId(), { sale_id, ...parts.line, ...line, ...change.line }),
      put('payments', payment, {
        sale_id,
        ...parts.payment,
        amount_cents: cents,
        tendered_cents: cents,
        ...change.payment,
      }),
    ],
  };
};

/** One thing that happened to a card. */
export const activity = (card_id: Uuid, value: Record<string, unknown>, id = newId()): Op =>
  put('gift_activities', id, { card_id, occurred_at: at(-1, 9), amount_cents: 0, ...value });

/** A card that is sold for cash. */
export const soldCard = (
  device: Uuid,
  receipt: number,
  { cents = 10_000, ...card }: { cents?: number } & Record<string, unknown> = {},
) => {
  const id = newId();
  const { sale_id, ops } = cashSale(device, receipt, cents, {
    line: { kind: 'gift_card', name: 'Gift card 7KQ2', staff_id: null },
  });
  return {
    id,
    sale_id,
    line_id: ops[1]!.id,
    ops: [
      put('gift_cards', id, {
        code_hash: null,
        code_last4: '7KQ2',
        kind: 'digital',
        initial_cents: cents,
        ...card,
      }),
      ...ops,
      activity(id, { kind: 'activate', amount_cents: cents, sale_id }),
    ],
  };
};

/** A sale that a card pays. */
export const paidByCard = (
  device: Uuid,
  receipt: number,
  card: Uuid,
  cents: number,
  lease_id: Uuid | null = null,
  occurred_at = new Date().toISOString(),
) => {
  const { sale_id, payment, ops } = cashSale(device, receipt, cents, {
    payment: { method: 'gift_card', tendered_cents: null, label: '7KQ2' },
  });
  const redeem = activity(
    card,
    {
      kind: 'redeem',
      amount_cents: -cents,
      sale_id,
      lease_id,
      occurred_at,
    },
    payment,
  );
  return { sale_id, payment, ops: [...ops.slice(0, 2), redeem, ops[2]!] };
};
