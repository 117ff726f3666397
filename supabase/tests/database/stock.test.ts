import { beforeEach, describe, expect, test } from 'vitest';
import type { Op } from '#domain/commands/op.ts';
import type { Role, Uuid } from '#domain/rows.ts';
import { at, makeSalon, soldCut, type Salon } from './salon.ts';
import { Device, newId, patch, put, signedIn, useDatabase } from './setup.ts';

const database = useDatabase();
let salon: Salon;
let owner: Device;
let desk: Device;
let slugs = 0;

beforeEach(async () => {
  salon = await makeSalon(database.db, `stock-${(slugs += 1)}`);
  owner = new Device(database.db, salon.users.owner, salon.id);
  desk = new Device(database.db, salon.users.front_desk, salon.id);
  await owner.pull();
  await desk.pull();
});

/** The salon has counted five of its clay. */
const move = (value: object, id = newId()): Op =>
  put('stock_movements', id, {
    product_id: salon.rows.products,
    occurred_at: at(-1, 12),
    kind: 'receive',
    qty_milli: 1000,
    ...value,
  });
const told = async (pushed: ReturnType<Device['push']>): Promise<string> => {
  const { result } = await pushed;
  return [result['status'], result['code']].filter(Boolean).join(' ');
};
const stock = async (product: Uuid = salon.rows.products) =>
  (
    await database.db.sql<{ qty: number }>(
      'select qty_milli::int as qty from private.stock where product_id = $1',
      [product],
    )
  )[0]!.qty;
const asked = async () =>
  database.db.sql<{ kind: string; mine: object }>(
    `select kind, mine from public.attention_items where business_id = $1 and entity = 'products'`,
    [salon.id],
  );
const faults = () =>
  database.db.sql('select * from private.stock_faults where business_id = $1', [salon.id]);

/** A sale of some of a product for 50.00 together, and what it takes. */
const sale = (device: Device, receipt: number, qty = 1, product = salon.rows.products) => {
  const [id, line] = [newId(), newId()];
  const parts = soldCut(null, receipt, device.clientId);
  return {
    line,
    id,
    ops: [
      put('sales', id, { ...parts.sale, tip_cents: 0, total_cents: 5000 }),
      put('sale_lines', line, {
        ...parts.line,
        sale_id: id,
        kind: 'product',
        product_id: product,
        qty,
        unit_price_cents: 5000 / qty,
      }),
      put('payments', newId(), { ...parts.payment, sale_id: id, amount_cents: 5000 }),
      move({
        kind: 'sale',
        product_id: product,
        qty_milli: -1000 * qty,
        sale_id: id,
        sale_line_id: line,
      }),
    ],
  };
};

describe('movements of stock', () => {
  test('note what was used at a visit, by who keeps the inventory', async () => {
    const noted = () => move({ kind: 'use', qty_milli: -500, appointment_id: salon.visit });
    expect(await told(desk.push([noted()]))).toBe('refused not_allowed');
    const before = await stock();
    expect(await told(owner.push([noted()]))).toBe('applied');
    expect(await stock()).toBe(before - 500);
  });

  test.each([
    ['a count below nothing', { kind: 'count', qty_milli: -1 }],
    ['nothing received', { qty_milli: 0 }],
    ['less than nothing received', { qty_milli: -1 }],
    ['an adjustment without a reason', { kind: 'adjust' }],
    ['a reason for something else', { reason: 'Why not' }],
    ['nothing used', { kind: 'use', qty_milli: 0 }],
    ['a sale without its line', { kind: 'sale', qty_milli: -1000 }],
    ['something unheard of', { kind: 'burn' }],
    [
      'something that came in for a visit',
      { appointment_id: '00000000-0000-4000-8000-000000000000' },
    ],
  ])('refuse %s', async (_name, value) => {
    expect(await told(owner.push([move(value)]))).toBe('refused invalid');
    expect(await stock()).toBe(5000);
  });

  test('are never changed, and only who keeps the inventory writes them', async () => {
    expect(await told(desk.push([move({})]))).toBe('refused not_allowed');
    const mine = newId();
    expect(await told(owner.push([move({}, mine)]))).toBe('applied');
    expect(await told(owner.push([patch('stock_movements', mine, { qty_milli: 2000 })]))).toBe(
      'refused not_allowed',
    );
    expect(await stock()).toBe(6000);
  });

  test('take back a receipt by its name; one that is not here is taken back without it', async () => {
    const slip = newId();
    await owner.push([move({ qty_milli: 4000 }, slip)]);
    const back = { kind: 'adjust', qty_milli: -4000, reason: 'Taken back', undoes_id: slip };
    expect(await told(owner.push([move(back)]))).toBe('applied');
    expect(await stock()).toBe(5000);
    expect(await told(owner.push([move({ ...back, kind: 'use', reason: null })]))).toBe(
      'refused invalid',
    );
    expect(await told(owner.push([move({ ...back, undoes_id: newId() })]))).toBe('applied');
    const named = await database.db.sql(
      `select undoes_id from public.stock_movements
       where business_id = $1 and reason = 'Taken back' order by created_at, id`,
      [salon.id],
    );
    expect(named).toEqual([{ undoes_id: slip }, { undoes_id: null }]);
  });

  test('of a device whose clock is ahead do not say the last word for ever', async () => {
    await owner.push([move({ kind: 'count', qty_milli: 9000, occurred_at: at(900, 12) })]);
    const [row] = await database.db.sql<{ ahead: boolean }>(
      `select occurred_at > now() + interval '10 minutes' as ahead from public.stock_movements
       where business_id = $1 and qty_milli = 9000`,
      [salon.id],
    );
    expect(row!.ahead).toBe(false);
  });
});

describe('a sale of a product', () => {
  test('takes it out of stock, by whoever rings up, and what comes back is there again', async () => {
    const { id, line, ops } = sale(desk, 1, 2);
    expect(await told(desk.push(ops))).toBe('applied');
    expect(await stock()).toBe(3000);
    const back = move({ kind: 'return', qty_milli: 1000, sale_id: id, sale_line_id: line });
    expect(await told(desk.push([back]))).toBe('applied');
    expect(await stock()).toBe(4000);
    expect(await asked()).toEqual([]);
  });

  test('comes back into stock by whoever may refund, also when they ring nothing up', async () => {
    const { id, line, ops } = sale(owner, 1, 2);
    await owner.push(ops);
    const back = () => move({ kind: 'return', sale_id: id, sale_line_id: line });
    const rights = (held: object) =>
      database.db.sql(
        'update public.memberships set custom_permissions = $3 where business_id = $1 and user_id = $2',
        [salon.id, salon.users.front_desk, JSON.stringify(held)],
      );
    await rights({ checkout: 'none' });
    expect(await told(desk.push([back()]))).toBe('refused not_allowed');
    await rights({ checkout: 'none', refund: 'all' });
    expect(await told(desk.push([back()]))).toBe('applied');
    expect(await stock()).toBe(4000);
  });

  test('of what two devices sold without knowing of each other is kept, and a person is asked once', async () => {
    expect(await told(owner.push(sale(owner, 1, 4).ops))).toBe('applied');
    const before = await desk.push(sale(desk, 1, 4).ops);
    expect(before.result['status']).not.toBe('refused');
    await desk.push(sale(desk, 2).ops);
    expect(await stock()).toBe(-4000);
    expect(await asked()).toEqual([{ kind: 'balance', mine: { product: 'Matte clay' } }]);
    expect(await faults()).toEqual([]);
  });

  test('of what nobody ever counted asks nobody', async () => {
    expect(await told(desk.push(sale(desk, 1, 1, salon.comb).ops))).toBe('applied');
    expect(await stock(salon.comb)).toBe(0);
    expect(await asked()).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  test('that the server did not take is kept as a sale of its words', async () => {
    const { id, line, ops } = sale(desk, 1, 1, newId());
    expect(await told(desk.push(ops))).toBe('applied');
    const rows = await database.db.sql(
      `select l.product_id, l.kind, m.id as movement from public.sale_lines l
       left join public.stock_movements m on m.sale_line_id = l.id
       where l.sale_id = $1 and l.id = $2`,
      [id, line],
    );
    expect(rows).toEqual([{ product_id: null, kind: 'product', movement: null }]);
  });
});

test('what a product costs is not told to everybody', async () => {
  const { tables } = await desk.send([]);
  expect(tables).not.toHaveProperty('product_costs');
  const seen = await new Device(database.db, salon.users.front_desk, salon.id).pull();
  expect(seen['tables']).toHaveProperty('products');
  expect(seen['tables']).not.toHaveProperty('product_costs');
  expect(
    await told(owner.push([patch('product_costs', salon.rows.products, { cost_cents: 800 })])),
  ).toBe('applied');
});

test('what came in cost something, as far as the server took it', async () => {
  const [came, gone] = [newId(), newId()];
  const ops = [move({}, came), put('stock_costs', came, { cost_cents: 650 })];
  expect(await told(owner.push(ops))).toBe('applied');
  const lost = move({ product_id: newId() }, gone);
  const cost = put('stock_costs', gone, { cost_cents: 650 });
  expect(await told(owner.push([lost, cost]))).toBe('applied');
  const known = await database.db.sql<{ id: Uuid }>(
    'select id from public.stock_costs where id = any ($1)',
    [[came, gone]],
  );
  expect(known.map(({ id }) => id)).toEqual([came]);
  expect(await told(owner.push([patch('stock_costs', came, { cost_cents: -1 })]))).toBe(
    'refused invalid',
  );
});

describe('who is asked', () => {
  const hold = (role: Role, held: object) =>
    database.db.sql(
      `update public.memberships set custom_permissions = $3
       where business_id = $1 and role = $2`,
      [salon.id, role, JSON.stringify(held)],
    );
  const itemsSeenBy = (role: Role) =>
    database.db.as(signedIn(salon.users[role]), (sql) =>
      sql<{ id: Uuid }>(
        `select id from public.attention_items
         where business_id = $1 and entity in ('products', 'product_costs', 'suppliers')`,
        [salon.id],
      ),
    );

  test('about refused costs and suppliers: nobody who may not know them', async () => {
    const refused = [
      put('product_costs', salon.comb, { cost_cents: -1 }),
      put('suppliers', newId(), { name: '' }),
    ];
    for (const one of refused) expect(await told(owner.push([one]))).toBe('refused invalid');
    const product = newId();
    // A mutation is about its first row; what it costs comes behind it.
    const ops = [
      put('products', product, { name: '' }),
      put('product_costs', product, { cost_cents: 700 }),
    ];
    expect(await told(owner.push(ops))).toBe('refused invalid');
    expect(await itemsSeenBy('owner')).toHaveLength(3);
    expect(await itemsSeenBy('manager')).toHaveLength(3);
    await hold('manager', { 'inventory.cost': 'none' });
    expect(await itemsSeenBy('manager')).toHaveLength(1);
    await hold('manager', { 'inventory.cost': 'none', inventory: 'none' });
    expect(await itemsSeenBy('manager')).toEqual([]);
    const pulled = await new Device(database.db, salon.users.manager, salon.id).pull();
    expect(JSON.stringify(pulled)).not.toContain('"cost_cents"');
    // Who typed it has it back.
    expect(await itemsSeenBy('owner')).toHaveLength(3);
  });

  test('about less than nothing: who keeps the inventory, and they settle it', async () => {
    expect(await told(owner.push(sale(owner, 1, 8).ops))).not.toContain('refused');
    expect(await itemsSeenBy('assistant')).toEqual([]);
    await hold('assistant', { inventory: 'all' });
    const [item] = await itemsSeenBy('assistant');
    const keeper = new Device(database.db, salon.users.assistant, salon.id);
    await keeper.pull();
    const settled = patch('attention_items', item!.id, { state: 'dismissed' });
    expect(await told(keeper.push([settled]))).toBe('applied');
    expect(
      await database.db.sql('select state from public.attention_items where id = $1', [item!.id]),
    ).toEqual([{ state: 'dismissed' }]);
  });
});

describe('an order', () => {
  const questions = async () =>
    database.db.sql<{ entity_id: Uuid; mine: object }>(
      `select entity_id, mine from public.attention_items
       where business_id = $1 and entity = 'purchase_orders'`,
      [salon.id],
    );
  /** The salon has ordered six of its clay. */
  const arrival = (pieces: number, order = salon.rows.purchase_orders): Op =>
    move({ qty_milli: pieces * 1000, order_id: order });

  test('that two devices received without knowing of each other counts both, and a person is asked once', async () => {
    const manager = new Device(database.db, salon.users.manager, salon.id);
    await manager.pull();
    expect(await told(owner.push([arrival(6)]))).toBe('applied');
    expect(await questions()).toEqual([]);
    expect(await told(manager.push([arrival(4)]))).not.toContain('refused');
    await manager.push([arrival(1)]);
    expect(await stock()).toBe(16_000);
    expect(await questions()).toEqual([
      {
        entity_id: salon.rows.purchase_orders,
        mine: { product: 'Matte clay', ordered: 6, came: 10 },
      },
    ]);
  });

  test('of which some was taken back has not come', async () => {
    await owner.push([arrival(6)]);
    const back = { kind: 'adjust', reason: 'Taken back', qty_milli: -6000 };
    const slip = move({ ...back, order_id: salon.rows.purchase_orders });
    expect(await told(owner.push([slip]))).toBe('applied');
    expect(await told(owner.push([arrival(6)]))).toBe('applied');
    expect(await questions()).toEqual([]);
  });

  test('that the server did not take leaves what came in stock', async () => {
    expect(await told(owner.push([arrival(2, newId())]))).toBe('applied');
    expect(await stock()).toBe(7000);
    expect(await questions()).toEqual([]);
  });

  test.each<[string, { state?: string; lines?: object[] }]>([
    ['without a moment', { state: 'ordered', lines: [] }],
    ['of half a piece', { lines: [{ qty: 1.5, cost_cents: null }] }],
    ['of nothing', { lines: [{ qty: 0, cost_cents: null }] }],
    ['of something without its cost', { lines: [{ qty: 1 }] }],
    ['of a product twice', { lines: [1, 1].map((qty) => ({ qty, cost_cents: null })) }],
    ['in a state of its own', { state: 'lost' }],
  ])('%s is refused', async (_name, part) => {
    const lines = (part.lines ?? []).map((line) => ({ product_id: salon.comb, ...line }));
    const value = { supplier_id: salon.rows.suppliers, state: 'draft', ...part, lines };
    const order = put('purchase_orders', newId(), { ordered_at: null, note: null, ...value });
    expect(await told(owner.push([order]))).toBe('refused invalid');
  });

  test('and what things cost on it are for who may know that', async () => {
    const pulled = await new Device(database.db, salon.users.front_desk, salon.id).pull();
    expect(pulled['tables']).not.toHaveProperty('purchase_orders');
    expect(await told(desk.push([arrival(1)]))).toBe('refused not_allowed');
  });
});

describe('what a visit uses up', () => {
  const use = (device: Device) => {
    const id = newId();
    const line = newId();
    const parts = soldCut(salon.ann, 1, device.clientId);
    const ops = [
      put('sales', id, parts.sale),
      put('sale_lines', line, { ...parts.line, sale_id: id, variant_id: salon.cut }),
      put('tips', newId(), { ...parts.tip, sale_id: id }),
      put('payments', newId(), { ...parts.payment, sale_id: id }),
      move({ kind: 'use', qty_milli: -500, sale_id: id, sale_line_id: line }),
    ];
    return { ops, id, line };
  };

  test('is noted and corrected by whoever rings it up', async () => {
    const ann = new Device(database.db, salon.users.practitioner, salon.id);
    await ann.pull();
    const { ops, id, line } = use(ann);
    expect(await told(ann.push(ops))).toBe('applied');
    expect(await stock()).toBe(4500);
    const more = move({ kind: 'use', qty_milli: 200, sale_id: id, sale_line_id: line });
    expect(await told(ann.push([more]))).toBe('applied');
    expect(await stock()).toBe(4700);
  });

  test('without a sale is noted by whoever keeps the inventory', async () => {
    expect(await told(desk.push([move({ kind: 'use', qty_milli: -500 })]))).toBe(
      'refused not_allowed',
    );
    expect(await told(owner.push([move({ kind: 'use', qty_milli: -500 })]))).toBe('applied');
    expect(await stock()).toBe(4500);
  });

  test.each([
    ['more than a list', { product_id: newId(), qty_milli: 1 }],
    ['nothing of a product', [{ product_id: newId(), qty_milli: 0 }]],
    ['an amount without a product', [{ qty_milli: 1 }]],
  ])('is no recipe of %s', async (_name, items) => {
    const wrong = patch('recipes', salon.cut, { items });
    expect(await told(owner.push([wrong]))).toBe('refused invalid');
  });
});
