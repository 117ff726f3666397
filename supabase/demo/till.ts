import { countCart, type CartLine } from '#domain/checkout/cart.ts';
import { receiptPrefix } from '#domain/checkout/receipt.ts';
import type { AppointmentRow, AppointmentSegmentRow, Uuid } from '#domain/rows.ts';
import { epochMinOf, instantOfMin, type EpochMin } from '#domain/time/epoch.ts';
import type { Random } from './random.ts';
import type { DemoRows } from './rows.ts';
import { PIECE_MILLI, type ShelfProduct } from './shelf.ts';

export type TillOptions = {
  rows: DemoRows;
  random: Random;
  newId: () => Uuid;
  now: EpochMin;
  /** Visits that began before this were paid elsewhere, before the salon moved here. */
  since: EpochMin;
  shelf: readonly ShelfProduct[];
};

/** Tips as people give them, in percent of the services. */
const TIPS = [15, 18, 20] as const;

/**
 * Rings up what was done: every finished visit since `since`, in the order in which they ended, with a
 * product now and then, tips, cash and cards. Of today's last ones some are still to be checked out.
 */
export const addTill = (options: TillOptions): void => {
  const { rows, random, newId, now, since } = options;
  const deviceId = newId();
  const segments = new Map<Uuid, AppointmentSegmentRow[]>();
  for (const row of rows.of('appointment_segments') as unknown as AppointmentSegmentRow[]) {
    segments.set(row.appointment_id, [...(segments.get(row.appointment_id) ?? []), row]);
  }
  const paid = (rows.of('appointments') as unknown as AppointmentRow[])
    .filter(({ status, starts_at }) => status === 'completed' && epochMinOf(starts_at) >= since)
    .map((visit) => ({ visit, at: epochMinOf(visit.ends_at) + random.int(2, 9) }))
    .filter(({ at }) => at < now - 90 || (at < now && random.chance(0.4)))
    .toSorted((a, b) => a.at - b.at || (a.visit.id < b.visit.id ? -1 : 1));
  paid.forEach(({ visit, at }, index) =>
    ringUp(visit, segments.get(visit.id) ?? [], at, { deviceId, receiptNo: index + 1, options }),
  );
};

const ringUp = (
  visit: AppointmentRow,
  parts: readonly AppointmentSegmentRow[],
  at: EpochMin,
  till: { deviceId: Uuid; receiptNo: number; options: TillOptions },
): void => {
  const { rows, random, newId, shelf } = till.options;
  const sold = random.chance(0.16) ? random.pick(shelf) : null;
  const lines: CartLine[] = parts.map((part) => ({
    ...NO_MORE,
    kind: 'service',
    name: part.service_name,
    unit_price_cents: part.price_cents,
    staff_id: part.staff_id,
    appointment_id: visit.id,
    variant_id: part.variant_id,
  }));
  if (sold) {
    lines.push({
      ...NO_MORE,
      kind: 'product',
      name: sold.name,
      unit_price_cents: sold.price_cents,
      tax: sold.tax,
      staff_id: parts[0]?.staff_id ?? null,
      product_id: sold.id,
    });
  }
  const counted = countCart({ lines, discount: null });
  const services = parts.reduce((sum, { price_cents }) => sum + price_cents, 0);
  const tip = random.chance(0.6) ? Math.round((services * random.pick(TIPS)) / 100) : 0;
  const total_cents = counted.total_cents + tip;
  const saleId = newId();
  const part = () => ({ id: newId(), sale_id: saleId, occurred_at: instantOfMin(at) });

  rows.add('sales', {
    id: saleId,
    device_id: till.deviceId,
    receipt_prefix: receiptPrefix(till.deviceId),
    receipt_no: till.receiptNo,
    occurred_at: instantOfMin(at),
    client_id: visit.client_id,
    currency: 'USD',
    discount_reason: null,
    subtotal_cents: counted.subtotal_cents,
    discount_cents: 0,
    tax_cents: counted.tax_cents,
    tip_cents: tip,
    total_cents,
  });
  lines.forEach(({ discount: _none, tax, ...line }, position) => {
    const { gross_cents: _gross, net_cents: _net, ...cents } = counted.lines[position]!;
    const own = part();
    rows.add('sale_lines', {
      ...own,
      ...line,
      ...cents,
      product_id: line.product_id ?? null,
      discount_reason: null,
      position,
      tax_name: tax?.name ?? null,
      tax_milli_percent: tax?.milli_percent ?? 0,
      tax_inclusive: tax?.inclusive ?? true,
    });
    if (!line.product_id) return;
    rows.add('stock_movements', {
      id: newId(),
      product_id: line.product_id,
      occurred_at: instantOfMin(at),
      kind: 'sale',
      qty_milli: -line.qty * PIECE_MILLI,
      reason: null,
      sale_id: saleId,
      sale_line_id: own.id,
      order_id: null,
      undoes_id: null,
    });
  });
  if (tip > 0) {
    rows.add('tips', { ...part(), staff_id: parts[0]?.staff_id ?? null, amount_cents: tip });
  }
  if (total_cents === 0) return;
  const isCash = random.chance(0.3);
  rows.add('payments', {
    ...part(),
    method: isCash ? 'cash' : 'card_terminal',
    label: null,
    state: 'captured',
    collects: false,
    amount_cents: total_cents,
    // Notes of ten: nobody counts out coins.
    tendered_cents: isCash ? Math.ceil(total_cents / 1000) * 1000 : null,
  });
};

const NO_MORE = {
  qty: 1,
  discount: null,
  tax: null,
  appointment_id: null,
  variant_id: null,
} as const;
