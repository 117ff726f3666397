/** What is ordered from suppliers, and what comes of it. */
import { putOp } from '#domain/commands/op.ts';
import type { RowPatch } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import { arrivalSchema, orderSchema } from '#domain/inventory/schema.ts';
import type { ArrivalInput, OrderInput } from '#domain/inventory/schema.ts';
import type { PurchaseOrderRow, Uuid } from '#domain/rows.ts';
import { invalid, validate } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { WriteScope } from '../write.ts';
import { changeOps, editRow, setFields } from './edit-row.ts';
import type { Done } from './edit-row.ts';
import { receiptOf, takenBackOp } from './stock.ts';

/** A draft; nothing is ordered yet. Codes: invalid, not_found (the supplier). */
export const createOrder = (db: DaybookDb, input: OrderInput): Promise<Result<Uuid>> => {
  const checked = validate(orderSchema, input);
  if (!checked.ok) return Promise.resolve(checked);
  const order = checked.value;
  return write(db, 'purchase_order.create', async (scope) => {
    if (!(await scope.get('suppliers', order.supplier_id))) {
      return fail('not_found', { rows: [`suppliers:${order.supplier_id}`] });
    }
    const id = scope.newId();
    const common = { id, business_id: scope.businessId };
    const row = { ...order, ...common, state: 'draft' as const, ordered_at: null };
    return { ops: [putOp('purchase_orders', row)], value: id };
  });
};

/** Of what is over nothing is changed. Codes: not_found, invalid, illegal_transition. */
export const editOrder = (
  db: DaybookDb,
  id: Uuid,
  patch: Partial<OrderInput>,
  seenRev?: number,
): Promise<Result<Done>> =>
  editRow(db, {
    name: 'purchase_order.edit',
    table: 'purchase_orders',
    id,
    schema: orderSchema,
    patch,
    seenRev,
    check: ({ state, lines }) => {
      if (state !== 'draft' && state !== 'ordered') {
        return Promise.resolve(fail('illegal_transition'));
      }
      const isEmpty = state === 'ordered' && lines.length === 0;
      return Promise.resolve(isEmpty ? invalid('lines', 'required') : ok(null));
    },
  });

/** Codes: not_found, illegal_transition (it is no draft), invalid (`lines`: there are none). */
export const placeOrder = (db: DaybookDb, id: Uuid): Promise<Result<Done>> =>
  step(db, 'place', id, (order, scope) => {
    if (order.state !== 'draft') return fail('illegal_transition');
    if (order.lines.length === 0) return invalid('lines', 'required');
    return ok<Step>({ state: 'ordered', ordered_at: scope.now });
  });

/** Nothing of it came or will come. Codes: not_found, illegal_transition. */
export const cancelOrder = (db: DaybookDb, id: Uuid): Promise<Result<Done>> =>
  step(db, 'cancel', id, async ({ state }, scope) => {
    const isOpen = state === 'draft' || state === 'ordered';
    if (!isOpen || (await hasCome(scope, id))) return fail('illegal_transition');
    return ok<Step>({ state: 'cancelled' });
  });

/** What did not come will not come. Codes: not_found, illegal_transition. */
export const finishOrder = (db: DaybookDb, id: Uuid): Promise<Result<Done>> =>
  step(db, 'finish', id, async ({ state }, scope) => {
    if (state !== 'ordered' || !(await hasCome(scope, id))) return fail('illegal_transition');
    return ok<Step>({ state: 'received' });
  });

type Step = RowPatch<'purchase_orders'>;

const step = async (
  db: DaybookDb,
  verb: string,
  id: Uuid,
  decide: (order: PurchaseOrderRow, scope: WriteScope) => Result<Step> | Promise<Result<Step>>,
): Promise<Result<Done>> => {
  const name = `purchase_order.${verb}`;
  const before = await write(db, name, async (scope) => {
    const order = await scope.get('purchase_orders', id);
    if (!order) return fail('not_found', { rows: [`purchase_orders:${id}`] });
    const decided = await decide(order, scope);
    if (!decided.ok) return decided;
    const { state, ordered_at } = order;
    return {
      ops: changeOps('purchase_orders', id, order, decided.value),
      value: { state, ordered_at },
    };
  });
  if (!before.ok) return before;
  return ok({
    id,
    undo: async () => {
      const back = await setFields(db, `${name}.undo`, 'purchase_orders', id, before.value);
      return back.ok ? ok(id) : back;
    },
  });
};

const arrivalsOf = (scope: WriteScope, id: Uuid) => scope.list('stock_movements', 'order_id', id);

const hasCome = async (scope: WriteScope, id: Uuid): Promise<boolean> =>
  (await arrivalsOf(scope, id)).reduce((all, { qty_milli }) => all + qty_milli, 0) > 0;

/**
 * What came of an order, all of it or a part, at the cost it was ordered at. When another device has
 * received the same, both count and the server asks a person. Undo takes it out of stock and of the
 * order again. Codes: invalid, not_found, illegal_transition (it was never ordered, or is cancelled).
 */
export const receiveOrder = async (
  db: DaybookDb,
  id: Uuid,
  input: ArrivalInput,
): Promise<Result<Done>> => {
  const checked = validate(arrivalSchema, input);
  if (!checked.ok) return checked;
  const came = checked.value;
  const done = await write(db, 'purchase_order.receive', async (scope) => {
    const order = await scope.get('purchase_orders', id);
    if (!order) return fail('not_found', { rows: [`purchase_orders:${id}`] });
    if (order.state === 'draft' || order.state === 'cancelled') return fail('illegal_transition');
    const ids = came.map(({ product_id }) => product_id);
    const missing = (await scope.getMany('products', ids)).indexOf(undefined);
    if (missing >= 0) return fail('not_found', { rows: [`products:${ids[missing]}`] });
    const receipts = came.map((one) => {
      const line = order.lines.find(({ product_id }) => product_id === one.product_id);
      return receiptOf(scope, { ...one, order_id: id }, line?.cost_cents ?? null);
    });
    return {
      ops: receipts.flatMap(({ ops }) => ops),
      value: receipts.map(({ movement }) => movement),
    };
  });
  if (!done.ok) return done;
  return ok({
    id,
    undo: () =>
      write(db, 'purchase_order.receive.undo', (scope) => ({
        ops: done.value.map((movement) => takenBackOp(scope, movement)),
        value: id,
      })),
  });
};
