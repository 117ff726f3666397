import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeAppointmentStatus } from '#db/commands/appointment-status.ts';
import { closeDay } from '#db/commands/day-close.ts';
import { noteDrawer } from '#db/commands/drawer.ts';
import { ownDevice } from '#db/commands/own-device.ts';
import { completeSale } from '#db/commands/sales.ts';
import { collectDue, refundLines, voidSale } from '#db/commands/refunds.ts';
import { dayState } from '#db/queries/day-close.ts';
import { drawerNow } from '#db/queries/drawer.ts';
import { salesBetween } from '#db/queries/sales.ts';
import { takingsOf } from '#db/queries/takings.ts';
import { valueOf } from '#db/test-rows.ts';
import { sinceClose } from '#domain/checkout/day-close.ts';
import type { DaySums } from '#domain/checkout/day-close.ts';
import { receiptPrefix } from '#domain/checkout/receipt.ts';
import type { SaleInput } from '#domain/checkout/schema.ts';
import { must } from '#domain/errors/assert.ts';
import type { Day, Instant, Uuid } from '#domain/rows.ts';
import { addDays, dayNumber } from '#domain/time/day.ts';
import { epochMinOf, instantOfMin } from '#domain/time/epoch.ts';
import { toInstant } from '#domain/time/instant.ts';
import { dayStart, epochToWall } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { sumsOf } from '#features/checkout/transaction-list.ts';
import { BOOT_TIMEOUT_MS, startServedBackend } from '../harness/backend.ts';
import type { TestBackend } from '../harness/backend.ts';
import { everythingOn, openEngineDevice } from '../harness/engine-device.ts';
import type { EngineDevice } from '../harness/engine-device.ts';
import { PLAIN, prepare, sellAhead } from './day-of-forty/salon.ts';
import { checkoutsOf, OWED, RETURNED, SLIP, TILL } from './day-of-forty/visits.ts';
import type { Till } from './day-of-forty/visits.ts';

/**
 * Two people, two devices, no signal: forty visits are checked out in every way there is. When the
 * devices are heard again, both and the server have the same books.
 */
const MINUTE_MS = 60_000;
/** The two hours before this moment are one day where the business is, whenever this runs. */
const ZONE =
  new Date().getUTCHours() >= 6 && new Date().getUTCHours() < 20
    ? 'Europe/London'
    : 'Pacific/Honolulu';
/** Both devices have the right time; what it is only the test moves on. */
const clock = { nowMs: Math.floor(Date.now() / MINUTE_MS - 130) * MINUTE_MS };
const later = (minutes: number): void => {
  clock.nowMs += minutes * MINUTE_MS;
};

let backend: TestBackend;
let person: Awaited<ReturnType<TestBackend['signedIn']>>;
let businessId: Uuid;
let token: string;
const opened: EngineDevice[] = [];

beforeAll(async () => {
  backend = await startServedBackend();
  person = await backend.signedIn();
  token = must((await person.client.auth.getSession()).data.session, 'signed in').access_token;
  const made = await person.client.rpc('create_business', {
    request: { name: 'Two tills', slug: 'two-tills', time_zone: ZONE },
    op_id: crypto.randomUUID(),
  });
  businessId = (made.data as { business_id: Uuid }).business_id;
}, BOOT_TIMEOUT_MS);
afterAll(async () => {
  for (const device of opened) await device.stop();
  await backend.stop();
});

const openDevice = async (): Promise<EngineDevice> => {
  const device = await openEngineDevice({
    backend,
    businessId,
    userId: person.id,
    token,
    nowMs: () => clock.nowMs,
  });
  opened.push(device);
  await device.reaches(({ coverage }) => coverage.kind === 'full');
  await device.synced();
  return device;
};

/** Keeps all that is on a card for a device, as somebody does before the signal goes. */
const lease = async ({ db }: EngineDevice, card_id: Uuid): Promise<void> => {
  const { data, error } = await person.client.rpc('lease_gift_card', {
    business_id: businessId,
    client_id: await ownDevice(db),
    lease_id: crypto.randomUUID(),
    card_id,
    amount_cents: TILL.byCard,
    held: 'offline',
  });
  expect(error).toBeNull();
  expect(data).toMatchObject({ ok: true });
};

const count = async (table: string): Promise<number> => {
  const [row] = await backend.sql<{ n: number }>(`select count(*)::int as n from public.${table}`);
  return must(row, 'a number').n;
};
/** Pulls until it has as many sales, cards' and packages' lines as the server. */
const hasWhatTheServerHas = async (device: EngineDevice): Promise<void> => {
  device.tab.event('sync-now');
  for (const table of ['sales', 'gift_activities', 'package_activities', 'refunds'] as const) {
    const wanted = await count(table);
    await device.reaches(async () => (await device.db.rows(table).count()) === wanted);
  }
  await device.synced();
};

/** All that happens to one visit at its end; the sale. */
const checkOut = async ({ db }: EngineDevice, visitId: Uuid, input: SaleInput): Promise<Uuid> => {
  later(1);
  const { id } = valueOf(await completeSale(db, input));
  valueOf(await changeAppointmentStatus(db, visitId, 'completed'));
  return id;
};

const sumsNow = async ({ db }: EngineDevice, span: Span): Promise<DaySums> => {
  const { views } = must(await salesBetween(db, span.from, span.to), 'a business');
  const { taken, back, tips, due } = sumsOf(views, { ...span, method: '' });
  return {
    sales: views.filter(({ standing }) => standing.state !== 'void').length,
    taken_cents: taken,
    back_cents: back,
    tip_cents: tips,
    due_cents: due,
  };
};
type Span = { from: Instant; to: Instant };

const today = (): { day: Day; span: Span } => {
  const zone = zoneOf(ZONE);
  const { day } = epochToWall(zone, epochMinOf(toInstant(clock.nowMs)));
  const startOf = (one: Day): Instant => instantOfMin(dayStart(zone, dayNumber(one)));
  return { day, span: { from: startOf(day), to: startOf(addDays(day, 1)) } };
};

test('forty visits on two devices without signal are the same books everywhere', async () => {
  const desk = await openDevice();
  const salon = await prepare(desk, toInstant(clock.nowMs));
  await desk.synced();
  const chair = await openDevice();
  const tills = [desk, chair] as const;
  const { cards, holdings } = await sellAhead(tills, salon);
  for (const [place, device] of tills.entries()) await lease(device, must(cards[place], 'a card'));
  for (const device of tills) await hasWhatTheServerHas(device);

  for (const device of tills) device.network.online = false;
  later(5);
  valueOf(await noteDrawer(desk.db, { kind: 'open', amount_cents: 10_000, note: null }));
  later(1);
  // Nobody told the second one: it is the same drawer, and the same cash.
  valueOf(await noteDrawer(chair.db, { kind: 'open', amount_cents: 10_000, note: null }));
  const lists = tills.map((_, place) => {
    const till: Till = {
      clientId: salon.clients[place]!,
      staffId: place === 0 ? salon.owner : salon.ben,
      colleagueId: place === 0 ? salon.ben : salon.owner,
      variantId: salon.variantId,
      productId: salon.productId,
      cardId: cards[place]!,
      holdingId: holdings[place]!,
    };
    return checkoutsOf(till, salon.visits[place]!);
  });
  const made: Uuid[][] = [[], []];
  for (let turn = 0; turn < TILL.sales; turn += 1) {
    for (const [place, device] of tills.entries()) {
      const client_id = salon.clients[place]!;
      const input = { ...PLAIN, client_id, ...lists[place]![turn]! };
      made[place]!.push(await checkOut(device, salon.visits[place]![turn]!, input));
    }
  }
  later(1);
  for (const [place, { db }] of tills.entries()) {
    const sales = made[place]!;
    const paid = { method: 'cash', label: null, amount_cents: 6000, tendered_cents: 6000 } as const;
    valueOf(await collectDue(db, { ...paid, sale_id: sales[OWED]! }));
    const lines = await db.rows('sale_lines').where('sale_id').equals(sales[RETURNED]!).toArray();
    const product = must(
      lines.find(({ kind }) => kind === 'product'),
      'the clay',
    );
    valueOf(
      await refundLines(db, {
        sale_id: sales[RETURNED]!,
        method: 'cash',
        reason: 'Unopened',
        lines: [{ sale_line_id: product.id, qty: 1, restock: true }],
      }),
    );
    valueOf(await voidSale(db, sales[SLIP]!));
  }
  later(1);
  const paidOut = { kind: 'paid_out', amount_cents: 1500, note: 'Window cleaner' } as const;
  valueOf(await noteDrawer(desk.db, paidOut));
  later(1);
  // What really lies there: the cash of both.
  const inDrawer = 10_000 + 2 * TILL.cash - 1500;
  valueOf(await noteDrawer(desk.db, { kind: 'close', amount_cents: inDrawer, note: null }));
  expect((await drawerNow(desk.db)).shifts[0]).toMatchObject({
    expectedCents: inDrawer - TILL.cash,
    overCents: TILL.cash,
  });

  // The day is closed while the second device has said nothing yet.
  later(1);
  const { day, span } = today();
  const { others } = await dayState(desk.db, day, span.to);
  const prefixes = await Promise.all(
    tills.map(async ({ db }) => receiptPrefix(await ownDevice(db))),
  );
  expect(others.map(({ receipt_prefix }) => receipt_prefix)).toEqual([prefixes[1]]);
  const closed = await sumsNow(desk, span);
  expect(closed).toEqual({
    sales: 3 + TILL.sales - 1,
    taken_cents: 30_000 + TILL.taken,
    back_cents: TILL.back,
    tip_cents: TILL.tips,
    due_cents: 0,
  });
  const close = { on_day: day, waiting_for: [prefixes[1]!], note: null };
  valueOf(await closeDay(desk.db, { ...closed, ...close }));

  // They are heard again in turns, and what they are answered gets lost.
  desk.network.losePushReplies = 2;
  await desk.goOnline();
  desk.network.online = false;
  chair.network.losePushReplies = 3;
  await chair.goOnline();
  await desk.goOnline();
  for (const device of tills) await hasWhatTheServerHas(device);

  for (const device of tills) expect(await device.tab.check()).toEqual({ differed: 0 });
  expect(await everythingOn(chair.db)).toEqual(await everythingOn(desk.db));
  expect(await count('sales')).toBe(3 + 2 * TILL.sales);
  expect(await backend.sql('select kind, mine, theirs from public.attention_items')).toEqual([]);

  const numbers = await backend.sql<{ prefix: string; numbers: number[] }>(
    `select receipt_prefix as prefix, array_agg(receipt_no order by receipt_no)::int[] as numbers
     from public.sales group by 1`,
  );
  const upTo = (last: number) => Array.from({ length: last }, (_, place) => place + 1);
  expect(new Map(numbers.map((one) => [one.prefix, one.numbers]))).toEqual(
    new Map([
      [prefixes[0], upTo(TILL.sales + 1)],
      [prefixes[1], upTo(TILL.sales + 2)],
    ]),
  );

  // What was sold is what was paid or promised, in the one place and in the other.
  const [books] = await backend.sql(
    `select (select sum(total_cents)::int from public.sales) as total,
       (select sum(amount_cents)::int from public.payments where not collects) as paid,
       (select sum(amount_cents)::int from public.payments where method = 'gift_card') as by_card,
       (select sum(amount_cents)::int from public.payments where method = 'package') as by_package,
       (select sum(amount_cents)::int from public.gift_activities) as on_cards,
       (select sum(amount_cents)::int from public.package_activities) as in_packages,
       (select qty_milli::int from private.stock where product_id = $1) as clay`,
    [salon.productId],
  );
  expect(books).toEqual({
    total: 30_000 + 2 * TILL.total,
    paid: 30_000 + 2 * TILL.total,
    by_card: 2 * TILL.byCard,
    by_package: 2 * TILL.byPackage,
    on_cards: 0,
    in_packages: 20_000 - 2 * TILL.byPackage,
    clay: 46_000,
  });
  expect(await backend.sql('select * from private.accounting_faults')).toEqual([]);

  for (const device of tills) {
    const { db } = device;
    const [shift, ...more] = (await drawerNow(db)).shifts;
    expect(more).toEqual([]);
    expect(shift).toMatchObject({
      again: [{ amount_cents: 10_000 }],
      salesCents: 2 * TILL.cash,
      outCents: 1500,
      expectedCents: inDrawer,
      overCents: 0,
    });
    const sums = await sumsNow(device, span);
    expect(sums).toEqual({
      sales: 3 + 2 * (TILL.sales - 1),
      taken_cents: 30_000 + 2 * TILL.taken,
      back_cents: 2 * TILL.back,
      tip_cents: 2 * TILL.tips,
      due_cents: 0,
    });
    const { closes } = await dayState(db, day, span.to);
    expect(closes).toMatchObject([{ waiting_for: [prefixes[1]], taken_cents: closed.taken_cents }]);
    expect(sinceClose(must(closes[0], 'the close'), sums)).toEqual({
      sales: TILL.sales - 1,
      cents: TILL.taken - TILL.back,
    });
    expect(await takingsOf(db, day, null)).toEqual({
      cents: 30_000 + 2 * (TILL.taken - TILL.back),
      tipCents: 2 * TILL.tips,
      waiting: 0,
    });
  }
}, 240_000);
