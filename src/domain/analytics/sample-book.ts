import { countCart } from '#domain/checkout/cart.ts';
import type { CartLine } from '#domain/checkout/cart.ts';
import { refundOf } from '#domain/checkout/line-refunds.ts';
import { splitTip } from '#domain/checkout/tips.ts';
import { appointmentSpan } from '#domain/appointments/busy.ts';
import type {
  AppointmentRow,
  AppointmentSegmentRow,
  Day,
  PaymentRow,
  RefundRow,
  SaleLineRow,
  SaleRow,
  Tender,
  TipRow,
  Uuid,
} from '#domain/rows.ts';
import { sampleAppointment, sampleSegment } from '#domain/sample-rows.ts';
import type { Fields } from '#domain/sample-rows.ts';
import { dayNumber } from '#domain/time/day.ts';
import { addMinutes, instantOfMin } from '#domain/time/epoch.ts';
import { wallToEpoch } from '#domain/time/wall.ts';
import type { Zone } from '#domain/time/zone.ts';

export type SampleOptions = {
  /** 0 ≤ n < 1. */
  random: () => number;
  newId: () => Uuid;
  zone: Zone;
  from: Day;
  days: number;
  /** Visits of one person on one day, an hour each, from eight o'clock on. */
  perDay: number;
  staffIds: readonly Uuid[];
  variantIds: readonly Uuid[];
  clientIds: readonly Uuid[];
  deviceId: Uuid;
  receiptPrefix: string;
};

type New<Row> = Fields<Row> & { id: Uuid };
export type SampleRows = {
  appointments: New<AppointmentRow>[];
  appointment_segments: New<AppointmentSegmentRow>[];
  sales: New<SaleRow>[];
  sale_lines: New<SaleLineRow>[];
  tips: New<TipRow>[];
  payments: New<PaymentRow>[];
  refunds: New<RefundRow>[];
};

const TAXES = [
  null,
  { name: 'City', milli_percent: 8875, inclusive: true },
  { name: 'State', milli_percent: 7000, inclusive: false },
];
const METHODS: readonly Tender[] = ['cash', 'card_terminal', 'bank_transfer', 'other'];

/** Tests only: a salon's past with everything that money and visits can do; the same luck, the same past. */
export const sampleBook = (options: SampleOptions): SampleRows => {
  const { random, newId, zone, from, days, perDay, staffIds, variantIds, clientIds } = options;
  const rows: SampleRows = {
    appointments: [],
    appointment_segments: [],
    sales: [],
    sale_lines: [],
    tips: [],
    payments: [],
    refunds: [],
  };
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const chance = (share: number): boolean => random() < share;

  const sell = (visit: New<AppointmentRow>, segment: New<AppointmentSegmentRow>): void => {
    const percent = chance(0.1) ? { bp: Math.floor(random() * 4000) } : null;
    const line = (part: Partial<CartLine>): CartLine => ({
      kind: 'service',
      name: segment.service_name,
      qty: 1,
      unit_price_cents: segment.price_cents,
      discount: percent,
      tax: pick(TAXES),
      staff_id: chance(0.03) ? null : segment.staff_id,
      appointment_id: visit.id,
      variant_id: segment.variant_id,
      ...part,
    });
    const clay = {
      name: 'Matte clay',
      unit_price_cents: 1733,
      appointment_id: null,
      variant_id: null,
    };
    const lines = [
      line({}),
      ...(chance(0.2)
        ? [line({ kind: 'custom', qty: 1 + Math.floor(random() * 3), ...clay })]
        : []),
      ...(chance(0.05) ? [line({ kind: 'add_on', name: 'Gloss', unit_price_cents: 900 })] : []),
    ];
    const off = chance(0.1) ? { cents: Math.floor(random() * 2000) } : null;
    const counted = countCart({ lines, discount: off });
    const tips = chance(0.4) ? splitTip(1 + Math.floor(random() * 2000), lines, counted) : [];
    const tipCents = tips.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
    const total = counted.total_cents + tipCents;
    const sale_id = newId();
    const occurred_at = addMinutes(segment.ends_at, Math.floor(random() * 30));
    rows.sales.push({
      id: sale_id,
      device_id: options.deviceId,
      receipt_prefix: options.receiptPrefix,
      receipt_no: rows.sales.length + 1,
      occurred_at,
      client_id: visit.client_id,
      currency: 'USD',
      discount_reason: off && chance(0.5) ? 'Regular' : null,
      subtotal_cents: counted.subtotal_cents,
      discount_cents: counted.discount_cents,
      tax_cents: counted.tax_cents,
      tip_cents: tipCents,
      total_cents: total,
    });
    const sold = lines.map((one, position): New<SaleLineRow> => {
      const { discount_cents, order_discount_cents, tax_cents, total_cents } =
        counted.lines[position]!;
      const { discount: _, tax, ...kept } = one;
      return {
        ...kept,
        product_id: kept.product_id ?? null,
        discount_reason: kept.discount_reason ?? null,
        id: newId(),
        sale_id,
        occurred_at,
        position,
        discount_cents,
        order_discount_cents,
        tax_name: tax?.name ?? null,
        tax_milli_percent: tax?.milli_percent ?? 0,
        tax_inclusive: tax?.inclusive ?? true,
        tax_cents,
        total_cents,
      };
    });
    rows.sale_lines.push(...sold);
    for (const tip of tips) rows.tips.push({ id: newId(), sale_id, occurred_at, ...tip });
    if (total === 0) return;

    const pay = (amount_cents: number, part: Partial<PaymentRow>): void => {
      const method = part.method ?? pick(METHODS);
      rows.payments.push({
        id: newId(),
        sale_id,
        occurred_at,
        method,
        label: null,
        state: 'captured',
        collects: false,
        amount_cents,
        tendered_cents: method === 'cash' ? amount_cents : null,
        ...part,
      });
    };
    if (chance(0.05)) {
      pay(total, { method: chance(0.5) ? 'owed' : 'card', state: 'to_collect' });
      const later = addMinutes(occurred_at, Math.floor(random() * 60 * 24 * 20));
      const taken = chance(0.3) ? Math.ceil(total / 3) : total;
      if (chance(0.5)) pay(taken, { collects: true, occurred_at: later });
      return;
    }
    const first = chance(0.15) && total > 1 ? Math.floor(total / 3) || 1 : total;
    pay(first, {});
    if (first < total) pay(total - first, {});

    const back = (part: Pick<RefundRow, 'amount_cents'> & Partial<RefundRow>, minutes: number) => {
      const refund: New<RefundRow> = {
        id: newId(),
        sale_id,
        occurred_at: addMinutes(occurred_at, Math.floor(minutes)),
        kind: 'refund',
        method: pick(METHODS),
        reason: 'r',
        sale_line_id: null,
        qty: null,
        ...part,
      };
      rows.refunds.push(refund);
      return refund;
    };
    const luck = random();
    if (luck < 0.02) back({ amount_cents: total, kind: 'void', method: null }, random() * 600);
    else if (luck < 0.06) {
      const line_back = sold.at(-1)!;
      const mine: RefundRow[] = [];
      for (let left = line_back.qty; left > 0 && chance(0.8); left -= 1) {
        const amount_cents = refundOf(line_back, mine, 1);
        const part = { amount_cents, sale_line_id: line_back.id, qty: 1 };
        mine.push(back(part, random() * 60 * 24 * 20) as RefundRow);
      }
    } else if (luck < 0.08) {
      back({ amount_cents: Math.ceil(total / 4) }, random() * 60 * 24 * 20);
      if (chance(0.5)) back({ amount_cents: Math.floor(total / 4) || 1 }, random() * 60 * 24 * 20);
    }
  };

  for (let day = 0; day < days; day += 1) {
    for (const staff_id of staffIds) {
      for (let slot = 0; slot < perDay; slot += 1) {
        const starts_at = instantOfMin(wallToEpoch(zone, dayNumber(from) + day, (8 + slot) * 60));
        const id = newId();
        const luck = random();
        const status =
          luck < 0.85
            ? 'completed'
            : luck < 0.93
              ? 'cancelled'
              : luck < 0.97
                ? 'no_show'
                : luck < 0.99
                  ? 'booked'
                  : 'declined';
        const segment = {
          ...sampleSegment({
            appointment_id: id,
            staff_id,
            starts_at,
            variant_id: pick(variantIds),
            price_cents: 2000 + Math.floor(random() * 9000),
            duration_min: pick([30, 45, 60]),
          }),
          id: newId(),
        };
        const isCancelled = status === 'cancelled';
        const visit: New<AppointmentRow> = {
          ...sampleAppointment(id, appointmentSpan([segment])),
          id,
          status,
          time_zone: zone.name,
          client_id: chance(0.06) ? null : pick(clientIds),
          source: chance(0.3) ? 'online' : 'staff',
          cancel_by: isCancelled ? pick(['client', 'staff']) : null,
          cancelled_at: isCancelled ? starts_at : null,
          cancel_late: isCancelled && chance(0.5),
        };
        rows.appointments.push(visit);
        rows.appointment_segments.push(segment);
        if (status === 'completed' && chance(0.95)) sell(visit, segment);
      }
    }
  }
  return rows;
};
