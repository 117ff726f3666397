/**
 * Money as the commands of src/db/commands/sales.ts write it, from what a device shows. Two devices
 * that do not know of each other may give back or collect too much: the real SQL refuses one of them.
 */
import { countCart } from '#domain/checkout/cart.ts';
import type { CartLine, LineTax } from '#domain/checkout/cart.ts';
import { receiptPrefix } from '#domain/checkout/receipt.ts';
import { standingOf } from '#domain/checkout/standing.ts';
import { putOp } from '#domain/commands/op.ts';
import type { Op } from '#domain/commands/op.ts';
import type { Instant, RefundRow, RowOf, Uuid } from '#domain/rows.ts';
import type { MemoryDisk } from '#sync/fakes/memory-disk.ts';
import type { Dice } from './random.ts';

export const MONEY_TABLES = ['sales', 'sale_lines', 'tips', 'payments', 'refunds'] as const;

export type Till = {
  disk: MemoryDisk;
  businessId: Uuid;
  /** What the receipts of this device are counted by. */
  deviceId: Uuid;
  now: Instant;
};
type Made = { name: string; ops: Op[] };

const TAXES: readonly (LineTax | null)[] = [
  null,
  { name: 'City', milli_percent: 8875, inclusive: true },
  { name: 'State', milli_percent: 7000, inclusive: false },
];

/** A sale, or what happens to one that this device shows. */
export const someMoney = (dice: Dice, till: Till): Made => {
  const kind = dice.next();
  const sales = shown(till, 'sales');
  if (sales.length === 0 || kind < 0.4) return { name: 'sale.complete', ops: saleOps(dice, till) };
  const sale = dice.pick(sales);
  const { due_cents, captured_cents, refunded_cents, refundable_cents, state } = standingOf(
    shown(till, 'payments').filter(({ sale_id }) => sale_id === sale.id),
    shown(till, 'refunds').filter(({ sale_id }) => sale_id === sale.id),
  );
  if (kind < 0.6 && due_cents > 0) {
    const amount_cents = 1 + dice.below(due_cents);
    return { name: 'sale.collect', ops: [paymentOp(dice, till, sale, amount_cents, 'collects')] };
  }
  if (kind < 0.7 && state !== 'void' && refunded_cents === 0) {
    const value = { kind: 'void', method: null, amount_cents: captured_cents, reason: '' } as const;
    return { name: 'sale.void', ops: [refundOp(dice, till, sale, value)] };
  }
  if (refundable_cents > 0) {
    // Mostly much of it: two who do so at once give back too much.
    const amount_cents = Math.ceil(refundable_cents / (1 + dice.below(3)));
    const value = { kind: 'refund', method: 'cash', amount_cents, reason: 'r' } as const;
    return { name: 'sale.refund', ops: [refundOp(dice, till, sale, value)] };
  }
  return { name: 'sale.complete', ops: saleOps(dice, till) };
};

const saleOps = (dice: Dice, till: Till): Op[] => {
  const { businessId, deviceId, now } = till;
  const lines = Array.from({ length: 1 + dice.below(2) }, (): CartLine => ({
    kind: 'custom',
    name: 'Matte clay',
    qty: 1 + dice.below(3),
    unit_price_cents: 100 + dice.below(9000),
    discount: dice.chance(0.3) ? { bp: dice.below(4000) } : null,
    tax: dice.pick(TAXES),
    staff_id: null,
    appointment_id: null,
    variant_id: null,
  }));
  const discount = dice.chance(0.3) ? { cents: dice.below(90) } : null;
  const counted = countCart({ lines, discount });
  const tip = dice.chance(0.4) ? 1 + dice.below(900) : 0;
  const total = counted.total_cents + tip;
  const sale = {
    id: dice.newId(),
    business_id: businessId,
    device_id: deviceId,
    receipt_prefix: receiptPrefix(deviceId),
    // Counted by what is stored: a sale that was not takes no number.
    receipt_no: shown(till, 'sales').filter(({ device_id }) => device_id === deviceId).length + 1,
    occurred_at: now,
    client_id: null,
    currency: 'USD',
    discount_reason: null,
    subtotal_cents: counted.subtotal_cents,
    discount_cents: counted.discount_cents,
    tax_cents: counted.tax_cents,
    tip_cents: tip,
    total_cents: total,
  };
  const paid = dice.chance(0.5) ? total : dice.below(total);
  return [
    putOp('sales', sale),
    ...lines.map(({ discount: _off, tax, ...line }, position) => {
      const { gross_cents: _gross, net_cents: _net, ...cents } = counted.lines[position]!;
      return putOp('sale_lines', {
        ...partOf(dice, till, sale),
        ...line,
        ...cents,
        product_id: null,
        discount_reason: null,
        position,
        tax_name: tax?.name ?? null,
        tax_milli_percent: tax?.milli_percent ?? 0,
        tax_inclusive: tax?.inclusive ?? true,
      });
    }),
    ...(tip > 0
      ? [putOp('tips', { ...partOf(dice, till, sale), staff_id: null, amount_cents: tip })]
      : []),
    ...(paid > 0 ? [paymentOp(dice, till, sale, paid, 'pays')] : []),
    ...(paid < total ? [paymentOp(dice, till, sale, total - paid, 'promises')] : []),
  ];
};

const paymentOp = (
  dice: Dice,
  till: Till,
  sale: { id: Uuid },
  amount_cents: number,
  does: 'pays' | 'promises' | 'collects',
): Op =>
  putOp('payments', {
    ...partOf(dice, till, sale),
    method: does === 'promises' ? 'card' : 'cash',
    label: null,
    state: does === 'promises' ? 'to_collect' : 'captured',
    collects: does === 'collects',
    amount_cents,
    tendered_cents: does === 'promises' ? null : amount_cents,
  });

const refundOp = (
  dice: Dice,
  till: Till,
  sale: { id: Uuid },
  value: Pick<RefundRow, 'kind' | 'method' | 'amount_cents' | 'reason'>,
): Op => putOp('refunds', { ...partOf(dice, till, sale), ...value, sale_line_id: null, qty: null });

const partOf = (dice: Dice, { businessId, now }: Till, { id }: { id: Uuid }) => ({
  id: dice.newId(),
  business_id: businessId,
  sale_id: id,
  occurred_at: now,
});

const shown = <T extends 'sales' | 'payments' | 'refunds'>({ disk }: Till, table: T): RowOf<T>[] =>
  [...(disk.tables.get(table)?.values() ?? [])] as unknown as RowOf<T>[];
