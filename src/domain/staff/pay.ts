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
  ServiceRow,
  TipRow,
  Uuid,
} from '#domain/rows.ts';
import { commissionOf, ownRate, servicePay } from './commission.ts';
import type { DoneService } from './commission.ts';

/** One sale with everything that pay is counted from. */
export type PaySale = {
  sale: Pick<SaleRow, 'occurred_at'>;
  lines: readonly Pick<
    SaleLineRow,
    'id' | 'kind' | 'staff_id' | 'variant_id' | 'qty' | 'tax_cents' | 'total_cents'
  >[];
  tips: readonly Pick<TipRow, 'staff_id' | 'amount_cents' | 'occurred_at'>[];
  payments: readonly Pick<PaymentRow, 'state' | 'collects' | 'amount_cents' | 'occurred_at'>[];
  refunds: readonly Pick<
    RefundRow,
    'id' | 'kind' | 'amount_cents' | 'occurred_at' | 'sale_line_id' | 'qty'
  >[];
};

/** What somebody has done and sold, without tax, and was given on top; in cents. Add-ons are no service. */
export type Earned = { done: DoneService[]; products_cents: number; tips_cents: number };

/** What a person decides by hand for somebody. */
export type Adjustment = { extra_cents: number; off_cents: number; note: string };

export const NO_ADJUSTMENT: Adjustment = { extra_cents: 0, off_cents: 0, note: '' };

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
 * id. `serviceOf`: the service of a variant.
 */
export const earnedBetween = (
  sales: readonly PaySale[],
  from: Instant,
  to: Instant,
  serviceOf: (variantId: Uuid) => Uuid | undefined = () => undefined,
): Map<Uuid, Earned> => {
  const earned = new Map<Uuid, Earned>();
  const of = (staffId: Uuid): Earned => {
    const known = earned.get(staffId) ?? { done: [], products_cents: 0, tips_cents: 0 };
    earned.set(staffId, known);
    return known;
  };
  const addLine = (line: PaySale['lines'][number], cents: number, count: number): void => {
    const { kind, staff_id, variant_id } = line;
    if (staff_id === null) return;
    if (kind === 'product') of(staff_id).products_cents += cents;
    if (kind !== 'service' && kind !== 'add_on') return;
    const service = (kind === 'service' && variant_id && serviceOf(variant_id)) || null;
    const { done } = of(staff_id);
    let one = done.find((known) => known.service === service);
    if (!one) done.push((one = { service, cents: 0, count: 0 }));
    one.cents += cents;
    if (kind === 'service') one.count += count;
  };
  const isWithin = (at: Instant): boolean => at >= from && at < to;
  for (const one of sales) {
    const paid = paidAt(one);
    if (paid === null) continue;
    if (isWithin(paid)) {
      for (const line of one.lines) addLine(line, line.total_cents - taxWithin(line), line.qty);
    }
    // A tip that came later may be of another run than its sale, which may be closed by then.
    for (const { staff_id, amount_cents, occurred_at: at } of one.tips) {
      if (staff_id !== null && isWithin(at > paid ? at : paid)) {
        of(staff_id).tips_cents += amount_cents;
      }
    }
    for (const { line, at, net_cents, qty } of refundsOf(one)) {
      if (isWithin(at > paid ? at : paid)) addLine(line, -net_cents, -qty);
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
    .flatMap(({ sale_line_id, amount_cents, occurred_at: at, qty }) => {
      const line = lines.find(({ id }) => id === sale_line_id);
      if (!line) return [];
      const before = gone.get(line.id) ?? 0;
      gone.set(line.id, before + amount_cents);
      const taxUpTo = (cents: number): number =>
        allocate(taxWithin(line), [cents, Math.max(0, line.total_cents - cents)])[0] ?? 0;
      const tax = line.total_cents === 0 ? 0 : taxUpTo(before + amount_cents) - taxUpTo(before);
      return [{ line, at, net_cents: amount_cents - tax, qty: qty ?? 0 }];
    });
};

const NOTHING: Earned = { done: [], products_cents: 0, tips_cents: 0 };
type Rates = Pick<
  CommissionRuleRow,
  'service_bp' | 'product_bp' | 'service_steps' | 'service_cents' | 'own_rates'
>;
const NO_RULE: Rates = { service_bp: 0, product_bp: 0 };

/** Services by their ids: what they are called, and whether they earn anything. */
export type PayServices = ReadonlyMap<Uuid, Pick<ServiceRow, 'id' | 'name' | 'no_commission'>>;
const NO_SERVICES: PayServices = new Map();

/** What somebody is paid. More may have gone back than was sold: then it is below zero. */
export const payEntry = (
  staff: { id: Uuid; display_name: string },
  earned: Earned = NOTHING,
  rule: Rates = NO_RULE,
  adjustment: Adjustment = NO_ADJUSTMENT,
  services: PayServices = NO_SERVICES,
): PayEntry => {
  const { service_bp, product_bp, service_steps = [], service_cents = 0 } = rule;
  const { done, products_cents, tips_cents } = earned;
  const byServices = servicePay(done, rule, (id) => {
    const service = services.get(id);
    return service && ownRate(service, rule);
  });
  const own_rates = byServices.own.map(({ service, ...rest }) => ({
    service_id: service,
    name: services.get(service)?.name ?? '',
    ...rest,
  }));
  const service_pay_cents = byServices.pay_cents;
  const product_pay_cents = commissionOf(products_cents, product_bp);
  const { extra_cents, off_cents, note } = adjustment;
  return {
    staff_id: staff.id,
    name: staff.display_name,
    services_cents: byServices.cents,
    products_cents,
    tips_cents,
    service_bp,
    product_bp,
    ...(service_steps.length > 0 ? { service_steps } : {}),
    ...(service_cents > 0 ? { services_count: byServices.count, service_cents } : {}),
    ...(own_rates.length > 0 ? { own_rates } : {}),
    service_pay_cents,
    product_pay_cents,
    extra_cents,
    off_cents,
    note,
    total_cents: service_pay_cents + product_pay_cents + tips_cents + extra_cents - off_cents,
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
