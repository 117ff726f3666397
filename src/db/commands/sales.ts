/** The money that was taken: a ledger that only grows. */
import { countCart } from '#domain/checkout/cart.ts';
import type { Counted } from '#domain/checkout/cart.ts';
import { depositsByVisit, voidedSales } from '#domain/checkout/deposits.ts';
import { discountCap, isOverCap } from '#domain/checkout/discount-cap.ts';
import { lostOfSale } from '#domain/checkout/disputes.ts';
import { wasCounted } from '#domain/checkout/drawer-counted.ts';
import { coveredCents } from '#domain/checkout/packages.ts';
import { receiptPrefix } from '#domain/checkout/receipt.ts';
import { leftOf, refundOf } from '#domain/checkout/line-refunds.ts';
import {
  collectSchema,
  lineRefundSchema,
  refundSchema,
  saleSchema,
} from '#domain/checkout/schema.ts';
import type {
  CollectInput,
  LineRefundInput,
  RefundInput,
  SaleInput,
} from '#domain/checkout/schema.ts';
import { standingOf } from '#domain/checkout/standing.ts';
import { isPromise } from '#domain/checkout/tenders.ts';
import { putOp } from '#domain/commands/op.ts';
import type { NewRow, Op } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { PaymentRow, SaleLineRow, SaleRow, StockMovementRow, Uuid } from '#domain/rows.ts';
import { validate } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import { newDevice } from '../outbox.ts';
import { write } from '../write.ts';
import type { Decision, WriteScope } from '../write.ts';
import type { Done } from './edit-row.ts';
import { giftHashes, giftParts, paysCards } from './sale-gifts.ts';
import type { SoldSale } from './sale-gifts.ts';
import { packageParts, packagesSold, paysPackages } from './sale-packages.ts';
import { prepaidRefunds, prepaidVoid } from './sale-prepaid.ts';
import { isSameSale } from './same-sale.ts';
import { movementOp } from './stock.ts';
import { unusedBySale, usedBySale } from './used-products.ts';

/**
 * So long after a sale it can be taken back as if it had never been, unless the drawer was counted
 * meanwhile; later there are refunds. SQL asks the same (check_void).
 */
const VOID_WITHIN_MS = 24 * 3_600_000;

/**
 * Rings up a sale: its receipt number, lines, tips and payments in one mutation, with or without a
 * connection. Undo voids it. Codes: invalid, does_not_add_up (payments are not the total),
 * discount_too_large (for the person's role), deposit_used (less is left of one), gift_card_short and
 * package_short (a gift card or a package that pays has less here), not_found. With an id it may be asked
 * for again, when nobody knows whether it was stored: the sale that is there is the answer, or
 * already_completed where the cart is another one by now.
 */
export const completeSale = async (db: DaybookDb, input: SaleInput): Promise<Result<Done>> => {
  const checked = validate(saleSchema, input);
  if (!checked.ok) return checked;
  const sale = checked.value;
  const counted = countCart(sale);
  const tips = sumOf(sale.tips);
  if (sumOf(sale.payments) + coveredCents(sale.lines) !== counted.total_cents + tips) {
    return fail('does_not_add_up', { field: 'payments' });
  }
  const wrong = wrongPayment(sale.payments);
  if (wrong) return fail('invalid', { field: wrong });
  // Somebody has to owe it, or to have it.
  if (sale.client_id === null && wantsClient(sale)) {
    return fail('invalid', { field: 'client_id', rule: 'required' });
  }
  if (!paysCards(sale, counted, tips) || !paysPackages(sale)) {
    return fail('does_not_add_up', { field: 'payments' });
  }
  const hashes = await giftHashes(db.businessId, sale.lines);
  const made = await write(db, 'sale.complete', async (scope): Promise<Decision<Uuid>> => {
    const id = sale.id ?? scope.newId();
    const known = sale.id ? await scope.get('sales', sale.id) : undefined;
    if (known) {
      const isSame = await isSameSale(scope, known, sale, { counted, tips });
      return isSame ? { ops: [], value: id } : fail('already_completed');
    }
    const business = await scope.get('businesses', scope.businessId);
    if (!business) return fail('not_found', { rows: [`businesses:${scope.businessId}`] });
    const mine = (await scope.all('memberships')).find(
      ({ user_id, status }) => user_id === scope.userId && status === 'active',
    );
    if (isOverCap(counted, sale.lines, discountCap(business, mine))) {
      return fail('discount_too_large', { field: 'discount' });
    }
    if (!(await areThere(scope, sale.payments))) {
      return fail('deposit_used', { field: 'payments' });
    }
    const gifts = await giftParts(scope, id, sale, hashes);
    if (!gifts.ok) return gifts;
    const { cards, activities, lineIds, paymentIds } = gifts.value;
    const packages = await packageParts(scope, id, sale, counted, lineIds);
    if (!packages.ok) return packages;
    const receipt = await nextReceipt(scope);
    const row: NewRow<'sales'> = {
      id,
      business_id: scope.businessId,
      ...receipt,
      occurred_at: scope.now,
      client_id: sale.client_id,
      currency: business.currency,
      discount_reason: sale.discount_reason,
      subtotal_cents: counted.subtotal_cents,
      discount_cents: counted.discount_cents,
      tax_cents: counted.tax_cents,
      tip_cents: tips,
      total_cents: counted.total_cents + tips,
    };
    const parts = partsOf(scope, id, sale, counted, lineIds);
    const taken = await takenFromStock(scope, parts);
    const used = await usedBySale(scope, parts);
    return {
      // A card before the sale of it, what becomes of it before the payment by it.
      ops: [
        ...cards,
        ...packages.value.holdings,
        putOp('sales', row),
        ...parts,
        ...activities,
        ...packages.value.activities,
        ...paymentsOf(scope, id, sale, paymentIds),
        ...packages.value.payments,
        ...taken,
        ...used,
      ],
      value: id,
    };
  });
  if (!made.ok) return made;
  const id = made.value;
  return ok({ id, undo: () => voidSale(db, id) });
};

const partsOf = (
  { newId, businessId, now }: WriteScope,
  sale_id: Uuid,
  sale: SaleInput,
  counted: Counted,
  lineIds: readonly Uuid[],
): Op[] => {
  const common = () => ({ id: newId(), business_id: businessId, sale_id, occurred_at: now });
  return [
    ...sale.lines.map((sold, position) => {
      const { discount: _off, gift_card: _card, new_package: _package, ...rest } = sold;
      const { package_use: _use, tax, ...line } = rest;
      const { gross_cents: _gross, net_cents: _net, ...cents } = counted.lines[position]!;
      return putOp('sale_lines', {
        ...common(),
        id: lineIds[position]!,
        ...line,
        ...cents,
        product_id: line.product_id ?? null,
        discount_reason: sold.discount === null ? null : (line.discount_reason ?? null),
        position,
        tax_name: tax?.name ?? null,
        tax_milli_percent: tax?.milli_percent ?? 0,
        tax_inclusive: tax?.inclusive ?? true,
        tax_before_discount: tax?.before_discount ?? false,
      });
    }),
    ...sale.tips.map((tip) => putOp('tips', { ...common(), ...tip })),
  ];
};

const paymentsOf = (
  { businessId, now }: WriteScope,
  sale_id: Uuid,
  sale: SaleInput,
  ids: readonly Uuid[],
): Op[] =>
  sale.payments.map(({ card_id: _card, lease_id: _lease, appointment_id, ...payment }, place) =>
    putOp('payments', {
      id: ids[place]!,
      business_id: businessId,
      sale_id,
      occurred_at: now,
      ...payment,
      appointment_id: appointment_id ?? null,
      state: isPromise(payment.method) ? 'to_collect' : 'captured',
      collects: false,
    }),
  );

/** What the lines of a sale take out of stock. */
const takenFromStock = async (scope: WriteScope, parts: readonly Op[]): Promise<Op[]> => {
  const lines = parts.flatMap(({ table, value }) =>
    table === 'sale_lines' && value?.['product_id']
      ? [value as Pick<SaleLineRow, 'id' | 'sale_id' | 'qty'> & { product_id: Uuid }]
      : [],
  );
  const products = await scope.getMany(
    'products',
    lines.map(({ product_id }) => product_id),
  );
  return lines.flatMap(({ id, sale_id, product_id, qty }, place) => {
    const product = products[place];
    return product
      ? [
          movementOp(scope, {
            product_id,
            kind: 'sale',
            qty_milli: -qty * product.size_milli,
            sale_id,
            sale_line_id: id,
          }),
        ]
      : [];
  });
};

/**
 * So many of a line go back to where they were taken from, at most what is still out, in what the
 * product is measured in by now.
 */
const backToStock = async (
  scope: WriteScope,
  movements: readonly StockMovementRow[],
  line: SaleLineRow,
  qty: number,
): Promise<Op[]> => {
  const ofLine = movements.filter(({ sale_line_id }) => sale_line_id === line.id);
  const sold = ofLine.find(({ kind }) => kind === 'sale');
  if (!sold) return [];
  const { product_id, sale_id, sale_line_id } = sold;
  const sizeThen = -sold.qty_milli / line.qty;
  const out = -ofLine.reduce((all, { qty_milli }) => all + qty_milli, 0) / sizeThen;
  const product = await scope.get('products', product_id);
  const qty_milli = Math.round(Math.min(qty, out) * (product?.size_milli ?? sizeThen));
  if (qty_milli <= 0) return [];
  return [movementOp(scope, { product_id, kind: 'return', qty_milli, sale_id, sale_line_id })];
};

/** Whether so much is left of every deposit. */
const areThere = async (scope: WriteScope, payments: SaleInput['payments']): Promise<boolean> => {
  const ids = payments.flatMap(({ appointment_id }) => appointment_id ?? []);
  if (ids.length === 0) return true;
  const there = await depositsHere(scope, ids);
  return ids.every((id) => {
    const wanted = sumOf(payments.filter(({ appointment_id }) => appointment_id === id));
    return wanted <= (there.get(id)?.left ?? 0);
  });
};

const depositsHere = async (
  scope: WriteScope,
  ids: readonly Uuid[],
): Promise<ReturnType<typeof depositsByVisit>> => {
  const before = await scope.listAny('payments', 'appointment_id', ids);
  const back = await scope.listAny('refunds', 'appointment_id', ids);
  const disputes = await scope.listAny('dispute_entries', 'appointment_id', ids);
  const saleIds = before.flatMap(({ sale_id }) => sale_id ?? []);
  const voided = voidedSales(await scope.listAny('refunds', 'sale_id', saleIds));
  return depositsByVisit(before, back, voided, disputes);
};

/** Counted in the transaction of the sale: no number is left out or given twice. */
const nextReceipt = async (
  scope: WriteScope,
): Promise<Pick<SaleRow, 'device_id' | 'receipt_prefix' | 'receipt_no'>> => {
  let device = await scope.meta('device');
  if (!device) {
    device = newDevice(scope.newId());
    await scope.putMeta(device);
  }
  const { client_id: device_id } = device;
  const receipts = await scope.meta('receipts');
  const receipt_no = (receipts?.device_id === device_id ? receipts.last_no : 0) + 1;
  await scope.putMeta({ key: 'receipts', v: 1, device_id, last_no: receipt_no });
  return { device_id, receipt_prefix: receiptPrefix(device_id), receipt_no };
};

/** Takes what was to be collected. Codes: invalid, not_found, already_collected. */
export const collectDue = (db: DaybookDb, input: CollectInput): Promise<Result<Uuid>> => {
  const checked = validate(collectSchema, input);
  if (!checked.ok) return Promise.resolve(checked);
  const { sale_id, ...payment } = checked.value;
  const wrong = wrongPayment([payment]);
  if (wrong) return Promise.resolve(fail('invalid', { field: wrong }));
  return write(db, 'sale.collect', async (scope): Promise<Decision<Uuid>> => {
    const found = await saleOf(scope, sale_id);
    if (!found) return notFound(sale_id);
    if (payment.amount_cents > found.standing.due_cents) {
      return fail('already_collected', { field: 'amount_cents' });
    }
    const row: NewRow<'payments'> = {
      ...payment,
      ...later(scope, sale_id),
      state: 'captured',
      collects: true,
    };
    return { ops: [putOp('payments', row)], value: row.id };
  });
};

/** Gives money back. Codes: invalid, not_found, already_refunded (more than was taken). */
export const refundSale = (db: DaybookDb, input: RefundInput): Promise<Result<Uuid>> => {
  const checked = validate(refundSchema, input);
  if (!checked.ok) return Promise.resolve(checked);
  const { sale_id, ...refund } = checked.value;
  return write(db, 'sale.refund', async (scope): Promise<Decision<Uuid>> => {
    const found = await saleOf(scope, sale_id);
    if (!found) return notFound(sale_id);
    if (refund.amount_cents > found.standing.refundable_cents) {
      return fail('already_refunded', { field: 'amount_cents' });
    }
    const row: NewRow<'refunds'> = {
      ...refund,
      ...later(scope, sale_id),
      kind: 'refund',
      sale_line_id: null,
      qty: null,
    };
    const prepaid = await prepaidRefunds(scope, found, [row]);
    if (!prepaid.ok) return prepaid;
    return { ops: [putOp('refunds', row), ...prepaid.value], value: row.id };
  });
};

/**
 * Gives some of what was sold back, at what it came to. Codes: invalid, not_found, already_refunded
 * (more than was sold, or than was taken).
 */
export const refundLines = (db: DaybookDb, input: LineRefundInput): Promise<Result<Uuid[]>> => {
  const checked = validate(lineRefundSchema, input);
  if (!checked.ok) return Promise.resolve(checked);
  const { sale_id, lines, method, reason } = checked.value;
  return write(db, 'sale.refund', async (scope): Promise<Decision<Uuid[]>> => {
    const found = await saleOf(scope, sale_id);
    if (!found) return notFound(sale_id);
    const sold = await scope.list('sale_lines', 'sale_id', sale_id);
    const rows: NewRow<'refunds'>[] = [];
    const stock: Op[] = [];
    const movements = await scope.list('stock_movements', 'sale_id', sale_id);
    const packages = await packagesSold(scope, sale_id);
    for (const { sale_line_id, qty, restock } of lines) {
      const line = sold.find(({ id }) => id === sale_line_id);
      if (!line) return fail('not_found', { rows: [`sale_lines:${sale_line_id}`] });
      const before = [...found.refunds, ...rows];
      if (qty > leftOf(line, before)) return fail('already_refunded', { field: 'lines' });
      rows.push({
        ...later(scope, sale_id),
        kind: 'refund',
        method,
        reason,
        sale_line_id,
        qty,
        // Of a package what is left of it goes back.
        amount_cents: packages.get(line.id)?.left.cents ?? refundOf(line, before, qty),
      });
      if (restock) stock.push(...(await backToStock(scope, movements, line, qty)));
    }
    if (sumOf(rows) > found.standing.refundable_cents) {
      return fail('already_refunded', { field: 'lines' });
    }
    const prepaid = await prepaidRefunds(scope, found, rows);
    if (!prepaid.ok) return prepaid;
    return {
      ops: [...rows.map((row) => putOp('refunds', row)), ...prepaid.value, ...stock],
      value: rows.map(({ id }) => id),
    };
  });
};

/**
 * Takes a whole sale back, each payment by the way it came. Codes: not_found, undo_expired (after a day,
 * or after the drawer was counted), already_refunded, gift_card_used (a card that it sold), package_used.
 */
export const voidSale = (db: DaybookDb, saleId: Uuid): Promise<Result<Uuid>> =>
  write(db, 'sale.void', async (scope): Promise<Decision<Uuid>> => {
    const found = await saleOf(scope, saleId);
    if (!found) return notFound(saleId);
    const { sale, standing } = found;
    if (standing.state === 'void') return { ops: [], value: saleId };
    if (standing.refunded_cents > 0) return fail('already_refunded', { field: 'sale_id' });
    const isSettled = wasCounted(await scope.all('drawer_events'), sale.occurred_at, scope.now);
    if (isSettled || !mayVoid(sale, scope.now)) return fail('undo_expired');
    const row: NewRow<'refunds'> = {
      ...later(scope, saleId),
      kind: 'void',
      method: null,
      amount_cents: standing.captured_cents,
      reason: '',
      sale_line_id: null,
      qty: null,
    };
    const prepaid = await prepaidVoid(scope, saleId);
    if (!prepaid.ok) return prepaid;
    // As if nothing had been sold: what it took is there again.
    const lines = await scope.list('sale_lines', 'sale_id', saleId);
    const movements = await scope.list('stock_movements', 'sale_id', saleId);
    const stock: Op[] = [];
    for (const line of lines) stock.push(...(await backToStock(scope, movements, line, line.qty)));
    stock.push(...unusedBySale(scope, saleId, movements));
    return { ops: [putOp('refunds', row), ...prepaid.value, ...stock], value: saleId };
  });

/** Whether it is soon enough after the sale. */
export const mayVoid = ({ occurred_at }: Pick<SaleRow, 'occurred_at'>, now: string): boolean =>
  Date.parse(now) - Date.parse(occurred_at) <= VOID_WITHIN_MS;

const later = ({ newId, businessId, now }: WriteScope, sale_id: Uuid) => ({
  id: newId(),
  business_id: businessId,
  sale_id,
  appointment_id: null,
  occurred_at: now,
});

const saleOf = async (scope: WriteScope, id: Uuid): Promise<SoldSale | undefined> => {
  const sale = await scope.get('sales', id);
  if (!sale) return undefined;
  const payments = await scope.list('payments', 'sale_id', id);
  const refunds = await scope.list('refunds', 'sale_id', id);
  const visits = payments.flatMap(({ appointment_id }) => appointment_id ?? []);
  const deposits = await depositsHere(scope, visits);
  const standing = standingOf(payments, refunds, lostOfSale(payments, deposits));
  return { sale, payments, refunds, standing };
};

const wantsClient = ({ lines, payments }: Pick<SaleInput, 'lines' | 'payments'>): boolean =>
  payments.some(({ method }) => method === 'owed') || lines.some(({ kind }) => kind === 'package');

type Paid = Pick<PaymentRow, 'method' | 'label' | 'amount_cents' | 'tendered_cents'> & {
  appointment_id?: Uuid | null | undefined;
};

/** The field that no payment can have like this. */
const wrongPayment = (payments: readonly Paid[]): string | null => {
  for (const { method, label, amount_cents, tendered_cents, appointment_id } of payments) {
    if ((method === 'deposit') !== Boolean(appointment_id)) return 'payments';
    if (method === 'cash' ? (tendered_cents ?? 0) < amount_cents : tendered_cents !== null) {
      return 'tendered_cents';
    }
    if (label !== null && method !== 'other' && method !== 'gift_card') return 'label';
  }
  return payments.filter(({ method }) => isPromise(method)).length > 1 ? 'payments' : null;
};

const sumOf = (parts: readonly { amount_cents: number }[]): number =>
  parts.reduce((all, { amount_cents }) => all + amount_cents, 0);

const notFound = (id: Uuid) => fail('not_found', { rows: [`sales:${id}`] });
