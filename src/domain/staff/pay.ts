import { standingOf } from '#domain/checkout/standing.ts';
import { allocate } from '#domain/money/allocate.ts';
import type {
  CommissionRuleRow,
  Day,
  Instant,
  PayEntry,
  PayRunRow,
  PaymentRow,
  RefundRow,
  SaleLineRow,
  SaleRow,
  TipRow,
  Uuid,
} from '#domain/rows.ts';
import { commissionOf } from './commission.ts';

/** One sale with everything that pay is counted from. */
export type PaySale = {
  sale: Pick<SaleRow, 'occurred_at'>;
  lines: readonly Pick<SaleLineRow, 'id' | 'kind' | 'staff_id' | 'tax_cents' | 'total_cents'>[];
  tips: readonly Pick<TipRow, 'staff_id' | 'amount_cents' | 'occurred_at'>[];
  payments: readonly Pick<PaymentRow, 'state' | 'collects' | 'amount_cents' | 'occurred_at'>[];
  refunds: readonly Pick<
    RefundRow,
    'id' | 'kind' | 'amount_cents' | 'occurred_at' | 'sale_line_id'
  >[];
};

/** What somebody has sold, without tax, and was given on top; in cents. */
export type Earned = { services_cents: number; products_cents: number; tips_cents: number };

/** What a person decides by hand for somebody. */
export type Adjustment = { extra_cents: number; off_cents: number; note: string };

export const NO_ADJUSTMENT: Adjustment = { extra_cents: 0, off_cents: 0, note: '' };

const baseOf = (kind: SaleLineRow['kind']): 'services_cents' | 'products_cents' | null =>
  kind === 'service' || kind === 'add_on'
    ? 'services_cents'
    : kind === 'product'
      ? 'products_cents'
      : null;

/**
 * When a sale was paid in full; null = it is not, or was taken back. What is collected again, because a
 * bank took it back, pays it no second time.
 */
export const paidAt = ({ sale, payments, refunds }: PaySale): Instant | null => {
  const { state, due_cents } = standingOf(payments, refunds);
  if (state === 'void' || due_cents > 0) return null;
  let open = payments.reduce(
    (sum, one) => (one.state === 'to_collect' ? sum + one.amount_cents : sum),
    0,
  );
  let last = sale.occurred_at;
  for (const { collects, occurred_at, amount_cents } of payments.toSorted(inTime)) {
    if (!collects || open <= 0) continue;
    open -= amount_cents;
    if (occurred_at > last) last = occurred_at;
  }
  return last;
};

const inTime = (a: { occurred_at: Instant }, b: { occurred_at: Instant }): number =>
  a.occurred_at < b.occurred_at ? -1 : a.occurred_at > b.occurred_at ? 1 : 0;

/**
 * What everybody earned in [from, to): sales count when they are paid in full, tips and refunds of an item
 * when they were made, at the earliest then. A refund of an amount, not of an item, is nobody's. By staff
 * id.
 */
export const earnedBetween = (
  sales: readonly PaySale[],
  from: Instant,
  to: Instant,
): Map<Uuid, Earned> => {
  const earned = new Map<Uuid, Earned>();
  const add = (staffId: Uuid | null, field: keyof Earned, cents: number): void => {
    if (staffId === null) return;
    const known = earned.get(staffId) ?? { services_cents: 0, products_cents: 0, tips_cents: 0 };
    earned.set(staffId, { ...known, [field]: known[field] + cents });
  };
  const isWithin = (at: Instant): boolean => at >= from && at < to;
  for (const one of sales) {
    const paid = paidAt(one);
    if (paid === null) continue;
    if (isWithin(paid)) {
      for (const { kind, staff_id, total_cents, tax_cents } of one.lines) {
        const base = baseOf(kind);
        if (base) add(staff_id, base, total_cents - taxWithin({ total_cents, tax_cents }));
      }
    }
    // A tip that came later may be of another run than its sale, which may be closed by then.
    for (const { staff_id, amount_cents, occurred_at: at } of one.tips) {
      if (isWithin(at > paid ? at : paid)) add(staff_id, 'tips_cents', amount_cents);
    }
    for (const { line, at, net_cents } of refundsOf(one)) {
      const base = baseOf(line.kind);
      if (base && isWithin(at > paid ? at : paid)) add(line.staff_id, base, -net_cents);
    }
  }
  return earned;
};

/** The tax of a full price may be more than what is left of it: nobody earns less than nothing of that. */
const taxWithin = ({
  total_cents,
  tax_cents,
}: Pick<SaleLineRow, 'total_cents' | 'tax_cents'>): number => Math.min(tax_cents, total_cents);

/** Each refund of an item without its share of the tax; all of them together take all of it along. */
const refundsOf = ({ lines, refunds }: PaySale) => {
  const gone = new Map<Uuid, number>();
  return refunds
    .filter(({ kind }) => kind === 'refund')
    .toSorted((a, b) =>
      a.occurred_at === b.occurred_at
        ? a.id < b.id
          ? -1
          : 1
        : a.occurred_at < b.occurred_at
          ? -1
          : 1,
    )
    .flatMap(({ sale_line_id, amount_cents, occurred_at: at }) => {
      const line = lines.find(({ id }) => id === sale_line_id);
      if (!line) return [];
      const before = gone.get(line.id) ?? 0;
      gone.set(line.id, before + amount_cents);
      const taxUpTo = (cents: number): number =>
        allocate(taxWithin(line), [cents, Math.max(0, line.total_cents - cents)])[0] ?? 0;
      const tax = line.total_cents === 0 ? 0 : taxUpTo(before + amount_cents) - taxUpTo(before);
      return [{ line, at, net_cents: amount_cents - tax }];
    });
};

const NOTHING: Earned = { services_cents: 0, products_cents: 0, tips_cents: 0 };
type Rates = Pick<CommissionRuleRow, 'service_bp' | 'product_bp' | 'service_steps'>;
const NO_RULE: Rates = { service_bp: 0, product_bp: 0 };

/** What somebody is paid. More may have gone back than was sold: then it is below zero. */
export const payEntry = (
  staff: { id: Uuid; display_name: string },
  earned: Earned = NOTHING,
  rule: Rates = NO_RULE,
  adjustment: Adjustment = NO_ADJUSTMENT,
): PayEntry => {
  const { service_bp, product_bp, service_steps = [] } = rule;
  const service_pay_cents = commissionOf(earned.services_cents, service_bp, service_steps);
  const product_pay_cents = commissionOf(earned.products_cents, product_bp);
  const { extra_cents, off_cents, note } = adjustment;
  return {
    staff_id: staff.id,
    name: staff.display_name,
    ...earned,
    service_bp,
    product_bp,
    ...(service_steps.length > 0 ? { service_steps } : {}),
    service_pay_cents,
    product_pay_cents,
    extra_cents,
    off_cents,
    note,
    total_cents:
      service_pay_cents + product_pay_cents + earned.tips_cents + extra_cents - off_cents,
  };
};

/** What is counted by itself, without what was decided by hand. */
export const countedPay = ({ total_cents, extra_cents, off_cents }: PayEntry): number =>
  total_cents - extra_cents + off_cents;

/** Closed runs that are about some of these days too. */
export const overlapping = <R extends Pick<PayRunRow, 'from_day' | 'to_day'>>(
  runs: readonly R[],
  from: Day,
  to: Day,
): R[] => runs.filter(({ from_day, to_day }) => from_day <= to && to_day >= from);
