import { beforeEach, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { taxOf } from '#domain/checkout/cart.ts';
import { receiptPrefix } from '#domain/checkout/receipt.ts';
import type { Op } from '#domain/commands/op.ts';
import type { Uuid } from '#domain/rows.ts';
import { bills } from './sales/bills.ts';
import { at, makeSalon, soldCut, type Salon } from './salon.ts';
import { countOf, Device, newId, patch, put, rowOf, rpc, signedIn, useDatabase } from './setup.ts';

const database = useDatabase();
let salon: Salon;
let desk: Device;
let owner: Device;
let slugs = 0;

describe('a bill that is paid by its link', () => {
  bills(database);
});

beforeEach(async () => {
  salon = await makeSalon(database.db, `sales-${(slugs += 1)}`);
  desk = new Device(database.db, salon.users.front_desk, salon.id);
  owner = new Device(database.db, salon.users.owner, salon.id);
  await desk.pull();
  await owner.pull();
});

/** What a device sends for a sale of 55.00; each part may be another. */
const saleOps = (
  device: Device,
  change: { sale?: object; line?: object; tip?: object; payment?: object } = {},
  receipt = 1,
) => {
  const id = newId();
  const parts = soldCut(salon.ann, receipt, device.clientId);
  const part = (table: 'sale_lines' | 'tips' | 'payments', value: object): Op =>
    put(table, newId(), { sale_id: id, ...value });
  return {
    id,
    ops: [
      put('sales', id, { ...parts.sale, client_id: salon.client, ...change.sale }),
      part('sale_lines', { ...parts.line, appointment_id: salon.visit, ...change.line }),
      part('tips', { ...parts.tip, ...change.tip }),
      part('payments', { ...parts.payment, ...change.payment }),
    ],
  };
};
const told = async (pushed: ReturnType<Device['push']>) => {
  const { result } = await pushed;
  return [result['status'], result['code']].filter(Boolean).join(' ');
};
const faults = async () => [
  ...(await database.db.sql('select * from private.sale_faults where business_id = $1', [
    salon.id,
  ])),
  ...(await database.db.sql('select * from private.receipt_faults where business_id = $1', [
    salon.id,
  ])),
];
const refund = (sale_id: Uuid, more: object = {}) =>
  put('refunds', newId(), { sale_id, ...soldCut(null).refund, occurred_at: at(-1, 10), ...more });
const takeBack = (sale_id: Uuid, more: object = {}) =>
  refund(sale_id, { kind: 'void', method: null, amount_cents: 5500, reason: '', ...more });

describe('a sale', () => {
  test('is there as a whole, with both clocks, and again is the same one', async () => {
    const { id, ops } = saleOps(desk);
    const mutation = desk.mutation({ ops });
    const { results, tables } = await desk.send([mutation]);
    expect(results[0]).toMatchObject({ status: 'applied' });
    expect(Object.keys(tables).toSorted()).toEqual(['payments', 'sale_lines', 'sales', 'tips']);
    const again = await desk.send([mutation]);
    expect(again['results'][0]).toMatchObject({ status: 'duplicate' });
    const other = new Device(database.db, salon.users.front_desk, salon.id);
    await other.send([{ ...mutation, seq: 1 }]);
    expect(await countOf(database.db, 'public.sale_lines where sale_id = $1', [id])).toBe(1);
    const row = await rowOf(database.db, 'sales', id);
    expect(row['occurred_at']).toBe(at(-1, 9));
    expect(Date.parse(row['created_at'])).toBeGreaterThan(Date.now() - 60_000);
    expect(await faults()).toEqual([]);
  });

  test.each([
    ['a total that is not paid', { payment: { amount_cents: 5400 } }],
    ['a tip that is not in the total', { tip: { amount_cents: 400 } }],
    ['a sum of lines that is none', { sale: { subtotal_cents: 5001 } }],
    ['a tax that no line has', { sale: { tax_cents: 1 } }],
    ['a discount that no line has', { sale: { discount_cents: 1 } }],
  ])('with %s does not add up, and leaves nothing behind', async (_, change) => {
    const { id, ops } = saleOps(desk, change);
    expect(await told(desk.push(ops))).toBe('refused does_not_add_up');
    for (const table of ['sales where id', 'sale_lines where sale_id', 'payments where sale_id']) {
      expect(await countOf(database.db, `public.${table} = $1`, [id])).toBe(0);
    }
    expect(await faults()).toEqual([]);
    // The next one of the same batch is judged for itself.
    expect(await told(desk.push(saleOps(desk).ops))).toBe('applied');
  });

  test('that the tables would not hold is none', async () => {
    for (const change of [
      { line: { qty: 0 } },
      { line: { qty: 2 } },
      { line: { discount_cents: 6000, total_cents: -1000 } },
      { line: { tax_milli_percent: 20_000 } },
      { line: { name: ' ' } },
      { line: { kind: 'gift' } },
      { payment: { method: 'card' } },
      { payment: { method: 'owed' } },
      { payment: { tendered_cents: 5499 } },
      { payment: { method: 'other' } },
      { payment: { label: 'Euro' } },
      { sale: { receipt_prefix: 'UUUUU' } },
      { sale: { total_cents: -1 } },
    ]) {
      expect([change, await told(desk.push(saleOps(desk, change).ops))]).toEqual([
        change,
        'refused invalid',
      ]);
    }
  });

  test('has the tax of what is left, or of the full price where the business says so', async () => {
    const taxed = (line: object, tax_cents: number, receipt = 1) =>
      saleOps(
        desk,
        {
          sale: { discount_cents: 1000, tax_cents, total_cents: 4500 },
          line: {
            appointment_id: null,
            discount_cents: 1000,
            discount_reason: 'Waited long',
            tax_name: 'VAT',
            tax_milli_percent: 25_000,
            tax_cents,
            total_cents: 4000,
            ...line,
          },
          payment: { amount_cents: 4500, tendered_cents: 4500 },
        },
        receipt,
      ).ops;
    expect(await told(desk.push(taxed({}, 1000)))).toBe('refused invalid');
    expect(await told(desk.push(taxed({}, 800)))).toBe('applied');
    const full = { tax_before_discount: true };
    expect(await told(desk.push(taxed(full, 800, 2)))).toBe('refused invalid');
    expect(await told(desk.push(taxed(full, 1000, 2)))).toBe('applied');
    expect(await faults()).toEqual([]);
  });

  test.each([
    [[], 'applied'],
    [['Twint', 'Voucher of the town'], 'applied'],
    [['Twint', 'Twint'], 'refused invalid'],
    [[' '], 'refused invalid'],
    [['x'.repeat(61)], 'refused invalid'],
    [Array.from({ length: 13 }, (_, index) => `Way ${index}`), 'refused invalid'],
  ])('may be paid by ways of the business: %j is %s', async (other_methods, answer) => {
    expect(await told(owner.push([patch('businesses', salon.id, { other_methods })]))).toBe(answer);
  });

  test.each([
    [{ tip_choices_bp: [] }, 'applied'],
    [{ tip_choices_bp: [1000, 1250, 10_000] }, 'applied'],
    [{ tip_choices_bp: [1000, 1000] }, 'refused invalid'],
    [{ tip_choices_bp: [0] }, 'refused invalid'],
    [{ tip_choices_bp: [100, 200, 300, 400] }, 'refused invalid'],
    [{ tip_base: 'full_with_tax', takes_tips: false }, 'applied'],
    [{ tip_base: 'gross' }, 'refused invalid'],
    [{ receipt_text: 'Until soon!', tax_number: 'DE 123' }, 'applied'],
    [{ tax_number: '1'.repeat(41) }, 'refused invalid'],
  ])('the business says of tips and receipts: %j is %s', async (settings, answer) => {
    expect(await told(owner.push([patch('businesses', salon.id, settings)]))).toBe(answer);
  });

  test('in another currency is refused, and one sale fixes the currency', async () => {
    expect(await told(desk.push(saleOps(desk, { sale: { currency: 'JPY' } }).ops))).toBe(
      'refused currency_unsupported',
    );
    await database.db.sql('delete from public.appointments where business_id = $1', [salon.id]);
    const change = () => told(owner.push([patch('businesses', salon.id, { currency: 'CAD' })]));
    expect(await change()).toBe('refused currency_fixed');
    await database.db.sql('delete from public.sales where business_id = $1', [salon.id]);
    expect(await change()).toBe('applied');
  });

  test('has a number of its own; a copy of the device may give it twice, and both are kept', async () => {
    await desk.push(saleOps(desk).ops);
    expect(await faults()).toEqual([]);
    // A profile that was copied counts on from where it was, until it hears that it has a twin.
    const twin = new Device(database.db, salon.users.front_desk, salon.id);
    const unlike = { line: { appointment_id: null } };
    expect(await told(twin.push(saleOps(desk, unlike).ops))).toBe('applied');
    const letters = receiptPrefix(desk.clientId);
    const twice = { receipt: `${letters}-1`, fault: 'twice' };
    expect(await faults()).toMatchObject([twice]);
    expect(await told(desk.push(saleOps(desk, unlike, 2).ops))).toBe('applied');
    expect(await faults()).toMatchObject([twice]);
    await desk.push(saleOps(desk, unlike, 4).ops);
    expect(await faults()).toMatchObject([{ receipt: letters, fault: 'gap' }, twice]);
  });

  test('has a number that no device with the same letters gives as well', async () => {
    await desk.push(saleOps(desk).ops);
    const receipt_prefix = receiptPrefix(desk.clientId);
    await owner.push(saleOps(owner, { sale: { receipt_prefix } }).ops);
    expect(await faults()).toMatchObject([{ receipt: `${receipt_prefix}-1`, fault: 'twice' }]);
  });

  test('is kept when what it names is gone meanwhile', async () => {
    const gone = newId();
    const { id, ops } = saleOps(desk, {
      sale: { client_id: gone },
      line: { appointment_id: gone, variant_id: gone, staff_id: gone },
      tip: { staff_id: gone },
    });
    expect(await told(desk.push(ops))).toBe('applied');
    expect(await rowOf(database.db, 'sales', id)).toMatchObject({ client_id: null });
    const [line] = await database.db.sql(
      'select appointment_id, variant_id, staff_id from public.sale_lines where sale_id = $1',
      [id],
    );
    expect(line).toEqual({ appointment_id: null, variant_id: null, staff_id: null });
  });

  test('stays when its visit is deleted, and nobody changes it', async () => {
    const { id, ops } = saleOps(desk);
    await desk.push(ops);
    await owner.push([{ table: 'appointments', id: salon.visit, op: 'delete', value: null }]);
    expect(await countOf(database.db, 'public.sale_lines where sale_id = $1', [id])).toBe(1);
    expect(await told(owner.push([patch('sales', id, { total_cents: 1 })]))).toBe(
      'refused not_allowed',
    );
    expect(await told(owner.push([{ table: 'sales', id, op: 'delete', value: null }]))).toBe(
      'refused not_allowed',
    );
    const more = { ...soldCut(null).line, position: 5, sale_id: id };
    const nothing = { ...more, unit_price_cents: 0, total_cents: 0 };
    for (const line of [more, nothing]) {
      expect(await told(owner.push([put('sale_lines', newId(), line)]))).toBe(
        'refused does_not_add_up',
      );
    }
  });

  test('of a visit that another device has checked out is kept, and a person is asked', async () => {
    await desk.push(saleOps(desk).ops);
    const { result } = await owner.push(saleOps(owner).ops);
    expect(result).toMatchObject({ status: 'conflict', code: 'balance' });
    expect(await rowOf(database.db, 'attention_items', result['attention_id'])).toMatchObject({
      entity: 'sales',
      mine: { receipt: `${receiptPrefix(owner.clientId)}-1` },
      theirs: { receipt: `${receiptPrefix(desk.clientId)}-1` },
    });
    expect(await countOf(database.db, 'private.sale_faults')).toBe(0);
  });

  test('with more off than the role may give is kept, and a person is told', async () => {
    await owner.push([patch('businesses', salon.id, { discount_caps: { front_desk: 10 } })]);
    const off = (discount_cents: number) => ({
      sale: { discount_cents, total_cents: 5500 - discount_cents },
      line: { appointment_id: null, discount_cents, total_cents: 5000 - discount_cents },
      payment: { amount_cents: 5500 - discount_cents },
    });
    // A cent is rounding.
    expect(await told(desk.push(saleOps(desk, off(501)).ops))).toBe('applied');
    const { id, ops } = saleOps(desk, off(502), 2);
    const { result } = await desk.push(ops);
    expect(result).toMatchObject({ status: 'conflict', code: 'permission' });
    expect(await rowOf(database.db, 'attention_items', result['attention_id'])).toMatchObject({
      entity: 'sales',
      entity_id: id,
      mine: { receipt: `${receiptPrefix(desk.clientId)}-2` },
    });
    expect(await told(owner.push(saleOps(owner, off(5000)).ops))).toBe('applied');
    for (const caps of [{ owner: 10 }, { manager: 101 }, { manager: '5' }, { manager: 1.5 }, []]) {
      expect(await told(owner.push([patch('businesses', salon.id, { discount_caps: caps })]))).toBe(
        'refused invalid',
      );
    }
  });

  test('of the fee of a visit is another thing than the visit', async () => {
    await desk.push(saleOps(desk).ops);
    const fee = {
      line: { kind: 'fee', variant_id: null, staff_id: null },
      payment: { method: 'owed', state: 'to_collect', tendered_cents: null },
    };
    expect(await told(desk.push(saleOps(desk, fee, 2).ops))).toBe('applied');
    expect(await told(owner.push(saleOps(owner, fee).ops))).toBe('conflict balance');
  });

  test('that was taken back leaves its visit to be checked out', async () => {
    const { id, ops } = saleOps(desk);
    await desk.push(ops);
    await desk.push([takeBack(id)]);
    expect(await told(desk.push(saleOps(desk, {}, 2).ops))).toBe('applied');
  });

  test('through the data API has to add up as well', async () => {
    const caller = signedIn(salon.users.owner);
    const { sale } = soldCut(null);
    await expect(
      database.db.as(caller, (sql) =>
        sql(
          `insert into public.sales (id, business_id, device_id, receipt_prefix, receipt_no,
             occurred_at, currency, subtotal_cents, discount_cents, tax_cents, tip_cents, total_cents)
           values ($1, $2, $1, $3, 1, $4, 'USD', 0, 0, 0, 0, 0)`,
          [newId(), salon.id, sale.receipt_prefix, sale.occurred_at],
        ),
      ),
    ).rejects.toThrow('does_not_add_up');
  });
});

describe('what comes later', () => {
  const card = { method: 'card', state: 'to_collect', tendered_cents: null };
  const collect = (sale_id: Uuid, amount_cents: number) =>
    put('payments', newId(), {
      ...soldCut(null).payment,
      sale_id,
      collects: true,
      amount_cents,
      tendered_cents: amount_cents,
    });

  test('[M1] two refunds of 60 % at once: the second is refused', async () => {
    const { id, ops } = saleOps(desk);
    await desk.push(ops);
    const other = new Device(database.db, salon.users.manager, salon.id);
    await other.pull();
    expect(await told(owner.push([refund(id, { amount_cents: 3300 })]))).toBe('applied');
    expect(await told(other.push([refund(id, { amount_cents: 3300 })]))).toBe(
      'refused already_refunded',
    );
    expect(await told(other.push([refund(id, { amount_cents: 2200 })]))).toBe('applied');
    expect(await faults()).toEqual([]);
  });

  test('what was to be collected is collected once, by whoever is first', async () => {
    const { id, ops } = saleOps(desk, { payment: card });
    expect(await told(desk.push(ops))).toBe('applied');
    expect(await told(desk.push([refund(id)]))).toBe('refused not_allowed');
    expect(await told(owner.push([refund(id)]))).toBe('refused already_refunded');
    expect(await told(desk.push([collect(id, 3000)]))).toBe('applied');
    expect(await told(owner.push([collect(id, 3000)]))).toBe('refused already_collected');
    expect(await told(owner.push([collect(id, 2500)]))).toBe('applied');
    expect(await told(owner.push([refund(id, { amount_cents: 5500 })]))).toBe('applied');
  });

  test('no more of a line goes back than was sold, nor of a line of another sale', async () => {
    const { id, ops } = saleOps(desk, { line: { qty: 2, unit_price_cents: 2500 } });
    expect(await told(desk.push(ops))).toBe('applied');
    const sale_line_id = ops[1]!.id;
    const back = (more: object) =>
      told(owner.push([refund(id, { sale_line_id, qty: 1, ...more })]));
    expect(await back({ qty: null })).toBe('refused invalid');
    expect(await back({ kind: 'void', method: null, amount_cents: 5500 })).toBe('refused invalid');
    expect(await back({ amount_cents: 2500 })).toBe('applied');
    expect(await back({ qty: 2, amount_cents: 2500 })).toBe('refused already_refunded');
    expect(await back({ amount_cents: 2501 })).toBe('refused already_refunded');
    const other = saleOps(desk, { line: { appointment_id: null } }, 2);
    await desk.push(other.ops);
    expect(await back({ sale_line_id: other.ops[1]!.id })).toMatch(/^refused /);
    expect(await back({ amount_cents: 2500 })).toBe('applied');
    expect(await faults()).toEqual([]);
  });

  test('a sale is not taken back once the drawer was counted', async () => {
    const { id, ops } = saleOps(desk);
    await desk.push(ops);
    const count = { kind: 'close', amount_cents: 5500, note: null, occurred_at: at(-1, 10) };
    await owner.push([put('drawer_events', newId(), count)]);
    expect(await told(desk.push([takeBack(id, { occurred_at: at(-1, 11) })]))).toBe(
      'refused undo_expired',
    );
    // It was taken back before: the device that did so was offline.
    expect(await told(desk.push([takeBack(id, { occurred_at: at(-1, 9) })]))).toBe('applied');
    expect(await faults()).toEqual([]);
  });

  test('a sale is taken back once, as a whole, within a day', async () => {
    const { id, ops } = saleOps(desk);
    await desk.push(ops);
    expect(await told(desk.push([takeBack(id, { amount_cents: 5499 })]))).toBe(
      'refused already_refunded',
    );
    expect(await told(desk.push([takeBack(id, { occurred_at: at(0, 10) })]))).toBe(
      'refused undo_expired',
    );
    expect(await told(desk.push([takeBack(id)]))).toBe('applied');
    expect(await told(desk.push([takeBack(id)]))).toBe('refused already_refunded');
    expect(await told(owner.push([refund(id)]))).toBe('refused already_refunded');
  });
});

test('[SYN-31] sales come by the day on which they were rung up, with whom they were for', async () => {
  await desk.push(
    saleOps(desk, { sale: { client_id: salon.otherClient }, line: { appointment_id: null } }).ops,
  );
  const within = async (from: number, to: number) => {
    const answer = await rpc(database.db, signedIn(salon.users.owner), 'sync_window', {
      business_id: salon.id,
      window: {
        tables: ['clients', 'sales', 'sale_lines', 'tips', 'payments', 'refunds'],
        from: at(from, 0),
        to: at(to, 0),
        referenced: true,
      },
    });
    const rows = Object.values<{ id: Uuid }[]>(answer['tables']);
    return { counts: rows.map((list) => list.length), clients: rows[0]!.map(({ id }) => id) };
  };
  // With the sale that every business of these tests has.
  expect(await within(-1, 0)).toEqual({
    counts: [1, 2, 2, 2, 2, 1],
    clients: [salon.otherClient],
  });
  expect(await within(-3, -1)).toEqual({ counts: [0, 0, 0, 0, 0, 0], clients: [] });
  const digest = await rpc(database.db, signedIn(salon.users.owner), 'sync_digest', {
    business_id: salon.id,
  });
  expect(digest['tables']['payments']).toEqual([
    [at(-1, 9).slice(0, 7), 2, expect.stringMatching(/^\d+$/)],
  ]);
});

test('sales of an erased client stay, without the words beside them, also when they come later', async () => {
  const said = { sale: { discount_reason: 'For Olga' }, line: { discount_reason: 'Olga waited' } };
  const { id, ops } = saleOps(desk, said);
  await desk.push(ops);
  const given = refund(id, { reason: 'Olga cried' });
  expect(await told(owner.push([given]))).toBe('applied');
  await owner.push([patch('clients', salon.client, { status: 'anonymised' })]);
  const words = { ...said, line: { ...said.line, appointment_id: null } };
  const late = saleOps(desk, words, 2);
  expect(await told(desk.push(late.ops))).toBe('applied');
  for (const sale of [id, late.id]) {
    expect(await rowOf(database.db, 'sales', sale)).toMatchObject({
      total_cents: 5500,
      discount_reason: null,
    });
    expect(
      await countOf(
        database.db,
        'public.sale_lines where sale_id = $1 and discount_reason is not null',
        [sale],
      ),
    ).toBe(0);
  }
  expect(await rowOf(database.db, 'refunds', given.id)).toMatchObject({
    amount_cents: 100,
    reason: '',
  });
  expect(await countOf(database.db, `private.mutation_log where ops::text like '%Olga%'`)).toBe(0);
});

test('a practitioner sees and completes their own sales alone', async () => {
  const ann = new Device(database.db, salon.users.practitioner, salon.id);
  await ann.pull();
  await desk.push(saleOps(desk, { line: { staff_id: salon.ben, appointment_id: null } }).ops);
  await desk.push(saleOps(desk, { line: { appointment_id: null } }, 2).ops);
  expect(await told(ann.push(saleOps(ann).ops))).toBe('applied');
  const whole = await rpc(database.db, signedIn(salon.users.practitioner), 'sync_pull', {
    business_id: salon.id,
    client_id: newId(),
    cursor: 0,
    epoch: null,
    schema: 1,
    page_size: 5000,
  });
  expect(whole['tables']['sales']).toHaveLength(2);
  expect(whole['tables']['payments']).toHaveLength(2);
});

describe('a deposit', () => {
  const deposit = async (amount_cents: number) => {
    await database.db.sql(
      `insert into public.payments
         (id, business_id, appointment_id, occurred_at, method, state, amount_cents)
       values ($1, $2, $3, now(), 'card_online', 'captured', $4)`,
      [newId(), salon.id, salon.visit, amount_cents],
    );
  };
  const left = async () => {
    const [row] = await database.db.sql<{ left: number }>(
      'select private.deposit_left($1, $2)::int as left',
      [salon.id, salon.visit],
    );
    return row!.left;
  };
  /** A sale of 55.00 that takes up some of it. */
  const settling = (device: Device, credit: number) => {
    const { id, ops } = saleOps(device, {
      payment: { amount_cents: 5500 - credit, tendered_cents: 6000 },
    });
    const taken = {
      sale_id: id,
      appointment_id: salon.visit,
      occurred_at: at(-1, 9),
      method: 'deposit',
      state: 'captured',
      collects: false,
      amount_cents: credit,
    };
    return { id, ops: [...ops, put('payments', newId(), taken)] };
  };
  const attention = () =>
    countOf(database.db, `public.attention_items where business_id = $1 and entity = 'sales'`, [
      salon.id,
    ]);

  test('is taken up by the sale of its visit, and comes back when that is taken back', async () => {
    await deposit(1500);
    const { id, ops } = settling(desk, 1500);
    expect(await told(desk.push(ops))).toBe('applied');
    expect(await left()).toBe(0);
    expect(await attention()).toBe(0);
    expect(await told(desk.push([takeBack(id)]))).toBe('applied');
    expect(await left()).toBe(1500);
    expect(await faults()).toEqual([]);
  });

  test('that two devices take up is kept with both sales, and a person is asked', async () => {
    await deposit(1500);
    expect(await told(desk.push(settling(desk, 1500).ops))).toBe('applied');
    expect(await told(owner.push(settling(owner, 1500).ops))).toBe('conflict balance');
    expect(await left()).toBe(-1500);
    expect(await attention()).toBeGreaterThan(0);
  });

  test('is written down by the server alone', async () => {
    const paid = {
      occurred_at: at(-1, 9),
      method: 'card_online',
      state: 'captured',
      collects: false,
      amount_cents: 1500,
    };
    for (const device of [desk, owner]) {
      const visit = { ...paid, sale_id: null, appointment_id: salon.visit };
      expect(await told(device.push([put('payments', newId(), visit)]))).toBe(
        'refused not_allowed',
      );
      const { state: _state, collects: _collects, ...amount } = visit;
      const back = { ...amount, kind: 'refund', reason: '' };
      expect(await told(device.push([put('refunds', newId(), back)]))).toBe('refused not_allowed');
    }
    const { id } = saleOps(desk);
    expect(await told(desk.push([put('payments', newId(), { ...paid, sale_id: id })]))).toBe(
      'refused invalid',
    );
  });

  test('is seen by whoever checks the visit out alone', async () => {
    await deposit(1500);
    const sees = async (role: 'practitioner' | 'assistant') => {
      const pulled = await rpc(database.db, signedIn(salon.users[role]), 'sync_pull', {
        business_id: salon.id,
        client_id: newId(),
        cursor: 0,
        epoch: null,
        schema: 1,
        page_size: 5000,
      });
      return (pulled['tables']['payments'] ?? []).filter(
        ({ method }: { method: string }) => method === 'card_online',
      ).length;
    };
    expect(await sees('practitioner')).toBe(1);
    expect(await sees('assistant')).toBe(0);
  });
});

test('the tax of a line is the same here and on devices', async () => {
  const cases = fc.sample(
    fc.record({
      amount: fc.oneof(
        fc.integer({ min: 0, max: 20_000 }),
        fc.integer({ min: 0, max: 9_990_000_000 }),
      ),
      milli_percent: fc.integer({ min: 0, max: 100_000 }),
      inclusive: fc.boolean(),
    }),
    { numRuns: 2_000, seed: 7 },
  );
  const [row] = await database.db.sql<{ taxes: number[] }>(
    `select json_agg(private.tax_of(c.amount, c.milli_percent, c.inclusive) order by c.place) as taxes
     from rows from (jsonb_to_recordset($1::jsonb) as (amount bigint, milli_percent int, inclusive boolean))
       with ordinality c (amount, milli_percent, inclusive, place)`,
    [JSON.stringify(cases)],
  );
  expect(row!.taxes).toEqual(cases.map(({ amount, ...rate }) => taxOf(amount, rate)));
});

describe('a receipt by mail', () => {
  const asked = (sale_id: Uuid, device = desk) =>
    told(device.push([put('receipt_mails', newId(), { sale_id, asked_at: at(-1, 10) })]));
  const mails = () =>
    database.db.sql<{ to_email: string; state: string; data: Record<string, unknown> }>(
      `select to_email, state, data from private.mail_outbox
       where business_id = $1 and kind = 'receipt' order by created_at, id`,
      [salon.id],
    );

  test('goes to the client of the sale, and says what the rows of the sale say', async () => {
    const { id, ops } = saleOps(desk);
    const own = { receipt_text: 'Until soon!', tax_number: 'DE 123' };
    await owner.push([patch('businesses', salon.id, own)]);
    expect(await told(desk.push(ops))).toBe('applied');
    expect(await asked(id)).toBe('applied');
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      to_email: `cleo@${salon.slug}.example`,
      state: 'queued',
      data: {
        business: own,
        sale: { receipt_no: 1, total_cents: 5500, currency: 'USD' },
        lines: [{ name: 'Cut', qty: 1, unit_price_cents: 5000 }],
        payments: [{ method: 'cash', amount_cents: 5500, tendered_cents: 6000 }],
        refunds: [],
      },
    });
  });

  test('goes to who pays for the client, and says so', async () => {
    await database.db.sql(`update public.clients set email = 'payer@example.com' where id = $1`, [
      salon.otherClient,
    ]);
    const { id, ops } = saleOps(desk, { sale: { payer_id: salon.otherClient } });
    expect(await told(desk.push(ops))).toBe('applied');
    expect(await asked(id)).toBe('applied');
    const [mail] = await mails();
    const payer = await rowOf(database.db, 'clients', salon.otherClient);
    const name = `${String(payer['first_name'])} ${String(payer['last_name'])}`.trim();
    expect(mail).toMatchObject({ to_email: 'payer@example.com', data: { paid_by: name } });
  });

  test('goes nowhere without an address, and about no sale of another business', async () => {
    const { id, ops } = saleOps(desk, { sale: { client_id: null } });
    expect(await told(desk.push(ops))).toBe('applied');
    expect(await asked(id)).toBe('applied');
    expect(await mails()).toEqual([]);
    const other = await makeSalon(database.db, `sales-other-${slugs}`);
    expect(await asked(other.rows.sales)).toBe('refused deleted');
    expect(await mails()).toEqual([]);
  });

  test('is gone with the client who is erased, also from an address of before', async () => {
    const { id, ops } = saleOps(desk);
    expect(await told(desk.push(ops))).toBe('applied');
    expect(await asked(id)).toBe('applied');
    await database.db.sql(`update public.clients set email = 'new@example.com' where id = $1`, [
      salon.client,
    ]);
    await database.db.sql(`update public.clients set status = 'anonymised' where id = $1`, [
      salon.client,
    ]);
    expect(await mails()).toEqual([]);
  });
});
