/** The money that was taken: a ledger that only grows. */
import { countCart } from '#domain/checkout/cart.ts';
import type { Counted } from '#domain/checkout/cart.ts';
import { discountCap, isOverCap } from '#domain/checkout/discount-cap.ts';
import { coveredCents } from '#domain/checkout/packages.ts';
import { receiptPrefix } from '#domain/checkout/receipt.ts';
import { saleSchema } from '#domain/checkout/schema.ts';
import type { SaleInput } from '#domain/checkout/schema.ts';
import { isPromise } from '#domain/checkout/tenders.ts';
import { usualPayer } from '#domain/clients/guardian.ts';
import { putOp } from '#domain/commands/op.ts';
import type { NewRow, Op } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { SaleLineRow, SaleRow, Uuid } from '#domain/rows.ts';
import { validate } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import { newDevice } from '../outbox.ts';
import { write } from '../write.ts';
import type { Decision, WriteScope } from '../write.ts';
import type { Done } from './edit-row.ts';
import { giftHashes, giftParts, paysCards } from './sale-gifts.ts';
import { packageParts, paysPackages } from './sale-packages.ts';
import { isSameSale } from './same-sale.ts';
import { movementOp } from './movement.ts';
import { usedBySale } from './used-by-sale.ts';
import { depositsHere, sumOf, wrongPayment } from './sale-facts.ts';

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
      payer_id: await payerOf(scope, sale),
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
  return ok({ id, undo: async () => (await import('./refunds.ts')).voidSale(db, id) });
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

/** Whether so much is left of every deposit. */
/** Nobody pays for themselves in another's name. */
const payerOf = async (
  scope: WriteScope,
  { client_id, payer_id }: SaleInput,
): Promise<Uuid | null> => {
  if (client_id === null) return null;
  if (payer_id !== undefined) return payer_id === client_id ? null : payer_id;
  const client = await scope.get('clients', client_id);
  return client?.guardian_id
    ? usualPayer(client, await scope.get('clients', client.guardian_id))
    : null;
};

const areThere = async (scope: WriteScope, payments: SaleInput['payments']): Promise<boolean> => {
  const ids = payments.flatMap(({ appointment_id }) => appointment_id ?? []);
  if (ids.length === 0) return true;
  const there = await depositsHere(scope, ids);
  return ids.every((id) => {
    const wanted = sumOf(payments.filter(({ appointment_id }) => appointment_id === id));
    return wanted <= (there.get(id)?.left ?? 0);
  });
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

const wantsClient = ({ lines, payments }: Pick<SaleInput, 'lines' | 'payments'>): boolean =>
  payments.some(({ method }) => method === 'owed') || lines.some(({ kind }) => kind === 'package');
