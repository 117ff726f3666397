import { beforeAll, describe, expect, test } from 'vitest';
import { makeBook } from '#domain/analytics/book.ts';
import { BOOK_TABLES } from '#domain/analytics/facts.ts';
import type { Book, BookRows } from '#domain/analytics/facts.ts';
import { figuresOf } from '#domain/analytics/figures.ts';
import { comparedWith } from '#domain/analytics/period.ts';
import type { Period } from '#domain/analytics/period.ts';
import { sampleBook } from '#domain/analytics/sample-book.ts';
import type { SampleRows } from '#domain/analytics/sample-book.ts';
import { receiptPrefix } from '#domain/checkout/receipt.ts';
import type { SaleLineKind, TableName, Uuid } from '#domain/rows.ts';
import { epochMinOf } from '#domain/time/epoch.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { createDice } from '#tests/sim/random.ts';
import { addStaff, makeSalon, type Salon } from './salon.ts';
import { insertAll, newId, useDatabase } from './setup.ts';

/**
 * The questions of the reports, asked in SQL of the same rows: what a device counts is what anybody
 * would count on the server, to the cent.
 */
const ZONE = 'America/New_York';
const NOW = '2026-03-29T16:00:00+00:00';
const database = useDatabase();

/**
 * `few`: every row through the triggers of the server, and a gift card among them. `many`: five
 * thousand visits; with `ANALYTICS_DAYS=455` a hundred and fifty thousand, which take minutes.
 */
const SAMPLES = ['few', 'many'] as const;
type Sample = (typeof SAMPLES)[number];
const SIZES = {
  few: { people: ['Mia', 'Leo'], clients: 70, days: 45, perDay: 3 },
  many: {
    people: Array.from({ length: 33 }, (_, place) => `Person ${10 + place}`),
    clients: 2000,
    days: Number(process.env['ANALYTICS_DAYS'] ?? 15),
    perDay: 10,
  },
} as const satisfies Record<Sample, object>;
/** Of one statement. */
const ROWS_AT_ONCE = 10_000;
const LIMIT_MS = 600_000;

const worlds = {} as Record<Sample, { salon: Salon; book: Book }>;

const open = async (sample: Sample): Promise<{ salon: Salon; book: Book }> => {
  const { db } = database;
  const { people, clients: clientCount, days, perDay } = SIZES[sample];
  const salon = await makeSalon(db, `figures-${sample}`);
  await db.sql('update public.businesses set time_zone = $2 where id = $1', [salon.id, ZONE]);
  // What every salon of these tests has lies around today.
  for (const table of ['appointments', 'sales', 'date_exceptions', 'time_off', 'time_blocks']) {
    await db.sql(`delete from public.${table} where business_id = $1`, [salon.id]);
  }
  const device = newId();
  const dice = createDice(7);
  const clients = Array.from({ length: clientCount }, (_, place) => ({
    id: newId(),
    business_id: salon.id,
    first_name: `Client ${place}`,
    last_name: '',
  }));
  await insertAll(db.sql, 'clients', clients);
  const staffIds: Uuid[] = [];
  for (const name of people) staffIds.push(await addStaff(db, salon, name));
  const rows = sampleBook({
    random: () => dice.next(),
    newId,
    zone: zoneOf(ZONE),
    // Over the change of the clocks on 8 March.
    from: '2026-02-20',
    days,
    perDay,
    staffIds,
    variantIds: [salon.cut],
    clientIds: clients.map(({ id }) => id),
    deviceId: device,
    receiptPrefix: receiptPrefix(device),
  });
  const gifts = sample === 'few' ? giftCard(rows) : null;
  await db.transaction(async (sql) => {
    // What the triggers do to so many rows is not the question here.
    if (sample === 'many') await sql('set local session_replication_role = replica');
    if (gifts) await insertAll(sql, 'gift_cards', [{ ...gifts.card, business_id: salon.id }]);
    for (const [table, list] of Object.entries(rows)) {
      const whole = list.map((row) => ({ ...row, business_id: salon.id }));
      for (let from = 0; from < whole.length; from += ROWS_AT_ONCE) {
        await insertAll(sql, table as TableName, whole.slice(from, from + ROWS_AT_ONCE));
      }
    }
    for (const activity of gifts?.activities ?? []) {
      await insertAll(sql, 'gift_activities', [{ ...activity, business_id: salon.id }]);
    }
  });
  const read: [string, unknown[]][] = [];
  for (const table of BOOK_TABLES) {
    const found = await db.sql<{ body: unknown }>(
      `select to_jsonb(t) as body from public.${table} t where t.business_id = $1 order by t.id`,
      [salon.id],
    );
    read.push([table, found.map(({ body }) => body)]);
  }
  const book = makeBook({
    rows: Object.fromEntries(read) as unknown as BookRows,
    aliases: new Map(),
    waiting: new Set(),
  });
  return { salon, book };
};

beforeAll(async () => {
  for (const sample of SAMPLES) worlds[sample] = await open(sample);
  await database.db.exec('analyze');
}, LIMIT_MS);

/** One that was sold alone on 10 March, and paid for most of something two weeks later. */
const giftCard = (rows: SampleRows) => {
  const [card_id, lineId, byCard] = [newId(), newId(), newId()];
  const sell = (occurred_at: string, kind: SaleLineKind, name: string, cents: number): Uuid => {
    const sale_id = newId();
    rows.sales.push({
      ...rows.sales[0]!,
      id: sale_id,
      receipt_no: rows.sales.length + 1,
      occurred_at,
      discount_reason: null,
      subtotal_cents: cents,
      discount_cents: 0,
      tax_cents: 0,
      tip_cents: 0,
      total_cents: cents,
    });
    rows.sale_lines.push({
      ...rows.sale_lines[0]!,
      id: kind === 'gift_card' ? lineId : newId(),
      sale_id,
      occurred_at,
      position: 0,
      kind,
      name,
      appointment_id: null,
      variant_id: null,
      staff_id: null,
      qty: 1,
      unit_price_cents: cents,
      discount_cents: 0,
      order_discount_cents: 0,
      tax_name: null,
      tax_milli_percent: 0,
      tax_inclusive: true,
      tax_cents: 0,
      total_cents: cents,
    });
    return sale_id;
  };
  const [boughtAt, spentAt] = ['2026-03-10T17:00:00.000Z', '2026-03-24T17:00:00.000Z'];
  const bought = sell(boughtAt, 'gift_card', 'Gift card 7KQ2', 5000);
  const spent = sell(spentAt, 'custom', 'Matte clay', 6000);
  const paid = { ...rows.payments[0]!, label: null, state: 'captured', collects: false } as const;
  const cash = { ...paid, method: 'cash' } as const;
  rows.payments.push(
    {
      ...cash,
      id: newId(),
      sale_id: bought,
      occurred_at: boughtAt,
      amount_cents: 5000,
      tendered_cents: 5000,
    },
    {
      ...cash,
      id: newId(),
      sale_id: spent,
      occurred_at: spentAt,
      amount_cents: 1000,
      tendered_cents: 1000,
    },
    {
      ...paid,
      id: byCard,
      sale_id: spent,
      occurred_at: spentAt,
      method: 'gift_card',
      amount_cents: 5000,
      tendered_cents: null,
    },
  );
  const card = { id: card_id, code_last4: '7KQ2', kind: 'digital', initial_cents: 5000 };
  const activity = { card_id, occurred_at: boughtAt };
  return {
    card,
    activities: [
      { ...activity, id: lineId, kind: 'activate', amount_cents: 5000, sale_id: bought },
      { ...activity, id: byCard, kind: 'redeem', amount_cents: -5000, sale_id: spent },
    ],
  };
};

const figures = (sample: Sample, period: Period) =>
  figuresOf(worlds[sample].book, {
    period,
    before: comparedWith(period, 'before', 'days', 1),
    zone: zoneOf(ZONE),
    weekStart: 1,
    now: epochMinOf(NOW),
  });

/** What every question below may use: the rows that count, each with its day at the business. */
const COUNTED = `
  with asked as (
    select $1::uuid as business, $2::date as first, $3::date as last),
  sold as (
    select s.*, (s.occurred_at at time zone '${ZONE}')::date as day
    from public.sales s, asked
    where s.business_id = asked.business and not exists (
      select from public.refunds r
      where r.business_id = s.business_id and r.sale_id = s.id and r.kind = 'void')),
  line as (
    select l.*, s.day, l.total_cents - l.tax_cents as net
    from public.sale_lines l join sold s on s.id = l.sale_id where l.kind <> 'gift_card'),
  went_back as (
    select r.*, (r.occurred_at at time zone '${ZONE}')::date as day, l.staff_id, l.name,
      s.tax_cents as sale_tax, coalesce(l.tax_cents, s.tax_cents) as of_tax,
      coalesce(l.total_cents, s.total_cents - s.tip_cents - (
        select coalesce(sum(g.total_cents), 0) from public.sale_lines g
        where g.business_id = s.business_id and g.sale_id = s.id
          and g.kind = 'gift_card')) as of_total,
      sum(r.amount_cents) over (
        partition by r.sale_id, r.sale_line_id order by r.occurred_at, r.id) as so_far
    from public.refunds r join sold s on s.id = r.sale_id
      left join public.sale_lines l on l.id = r.sale_line_id
    where l.kind is distinct from 'gift_card'),
  shared as (
    select w.*, coalesce(
      round(of_tax::numeric * least(so_far, of_total) / nullif(of_total, 0))
        - round(of_tax::numeric * least(so_far - amount_cents, of_total) / nullif(of_total, 0)),
      0) as share
    from went_back w),
  back as (
    select b.*, (least(sale_tax, shares) - least(sale_tax, shares - share))::bigint as tax
    from (
      select h.*, sum(share) over (partition by sale_id order by occurred_at, id) as shares
      from shared h) b),
  moved as (
    select p.method, p.amount_cents as cents, p.occurred_at
    from public.payments p, asked
    where p.business_id = asked.business and p.state = 'captured' and p.method <> 'deposit'
    union all
    select r.method, -r.amount_cents, r.occurred_at
    from public.refunds r, asked where r.business_id = asked.business and r.kind = 'refund'
    union all
    select p.method, -p.amount_cents, r.occurred_at
    from public.refunds r join public.payments p
      on p.sale_id = r.sale_id and p.state = 'captured' and p.method <> 'deposit', asked
    where r.business_id = asked.business and r.kind = 'void'),
  money as (
    select m.*, (m.occurred_at at time zone '${ZONE}')::date as day from moved m),
  single as (
    select a.id, a.client_id, a.status, a.source, a.cancel_by, a.cancel_late, a.starts_at,
      (select coalesce(sum(g.price_cents), 0) from public.appointment_segments g
       where g.business_id = a.business_id and g.appointment_id = a.id) as cents
    from public.appointments a, asked
    where a.business_id = asked.business and a.capacity is null
      and a.status in ('booked', 'arrived', 'in_service', 'completed', 'cancelled', 'no_show')),
  visit as (
    select v.*, (v.starts_at at time zone '${ZONE}')::date as day,
      v.status not in ('cancelled', 'no_show') as is_active,
      v.status not in ('cancelled', 'no_show') and v.starts_at <= '${NOW}' as is_kept
    from single v)`;

const ask = async <R extends Record<string, unknown>>(
  sample: Sample,
  { from, to }: Period,
  question: string,
): Promise<R[]> =>
  database.db.sql<R>(`${COUNTED} ${question}`, [worlds[sample].salon.id, from, to]);
const IN_PERIOD = 'day between asked.first and asked.last';

const PERIODS: Period[] = [
  { from: '2026-03-01', to: '2026-03-31' },
  { from: '2026-03-08', to: '2026-03-08' },
  { from: '2026-02-01', to: '2026-05-31' },
  { from: '2025-01-01', to: '2026-12-31' },
];

const CASES = [
  ...PERIODS.map((period) => ({ sample: 'few' as Sample, period })),
  { sample: 'many' as Sample, period: PERIODS[0]! },
  { sample: 'many' as Sample, period: PERIODS[3]! },
];

describe.each(CASES)(
  '$sample from $period.from to $period.to',
  { timeout: LIMIT_MS },
  ({ sample, period }) => {
    test('what was sold', async () => {
      const { sales } = figures(sample, period).now;
      const [row] = await ask(
        sample,
        period,
        `select
        (select count(*)::int from sold, asked where ${IN_PERIOD}) as sales,
        (select coalesce(sum(qty * unit_price_cents), 0)::int from line, asked where ${IN_PERIOD}) as gross,
        (select coalesce(sum(discount_cents + order_discount_cents), 0)::int
         from line, asked where ${IN_PERIOD}) as discount,
        (select coalesce(sum(total_cents), 0)::int from line, asked where ${IN_PERIOD}) as charged,
        (select coalesce(sum(amount_cents), 0)::int from back, asked where ${IN_PERIOD}) as back,
        (select coalesce(sum(tax_cents), 0)::int from line, asked where ${IN_PERIOD})
          - (select coalesce(sum(tax), 0)::int from back, asked where ${IN_PERIOD}) as tax,
        (select coalesce(sum(l.total_cents), 0)::int
         from public.sale_lines l join sold on sold.id = l.sale_id, asked
         where l.kind = 'gift_card' and ${IN_PERIOD}) as gifts,
        (select coalesce(sum(t.amount_cents), 0)::int
         from public.tips t join sold on sold.id = t.sale_id, asked where ${IN_PERIOD}) as tips,
        (select round(sum(total_cents) / nullif(count(distinct sale_id), 0))::int
         from line, asked where ${IN_PERIOD}) as ticket`,
      );
      expect(row).toEqual({
        sales: sales.sales,
        gross: sales.gross,
        discount: sales.discount,
        charged: sales.charged,
        back: sales.back,
        tax: sales.tax,
        gifts: sales.gifts,
        tips: sales.tips,
        ticket: sales.ticket,
      });
      expect(sales.sales).toBeGreaterThan(0);
    });

    test('part by part', async () => {
      const { parts, sales, money, visits } = figures(sample, period).now;
      const rows = await ask(
        sample,
        period,
        `select to_char(date_trunc('${parts.unit}', day), 'YYYY-MM-DD') as part,
        sum(net)::int as net, sum(cents)::int as cents, sum(kept)::int as kept
       from (
         select day, net, 0 as cents, 0 as kept from line
         union all select day, -(amount_cents - tax), 0, 0 from back
         union all select day, 0, cents, 0 from money where method <> 'gift_card'
         union all select day, 0, 0, 1 from visit where is_kept
       ) u, asked where ${IN_PERIOD} group by 1 order by 1`,
      );
      const ours = parts.days.flatMap((_, place) => {
        const [net, cents, kept] = [sales, money, visits].map((one) => one.parts[place]!);
        return net || cents || kept ? [{ net, cents, kept }] : [];
      });
      expect(rows.map(({ part: _part, ...row }) => row)).toEqual(ours);
    });

    test('by person, by item and by tax', async () => {
      const { now, names } = figures(sample, period);
      const by = async (key: string) =>
        ask(
          sample,
          period,
          `select key, sum(net)::int as net, sum(tax)::int as tax from (
           select ${key} as key, net, tax_cents as tax, day from line
           union all
           select case when sale_line_id is null then 'amount' else ${key} end,
             -(amount_cents - b.tax), -b.tax, b.day
           from back b left join lateral (
             select l.kind, l.tax_name, l.tax_milli_percent from public.sale_lines l
             where l.id = b.sale_line_id) l on true
         ) u, asked where ${IN_PERIOD} group by key order by key`,
        );
      const merged = (list: readonly { key: string; net: number; tax: number }[]) => {
        const sums = new Map<string, { key: string; net: number; tax: number }>();
        for (const { key, net, tax } of list) {
          const known = sums.get(key) ?? { key, net: 0, tax: 0 };
          sums.set(key, { key, net: known.net + net, tax: known.tax + tax });
        }
        return [...sums.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
      };
      const { sales } = now;
      const people = await by(
        `coalesce((select s.display_name from public.staff s where s.id = staff_id), 'amount')`,
      );
      expect(merged(people as never)).toEqual(
        merged(
          sales.staff.map(({ ref, net, tax }) => ({
            key: ref === 0 ? 'amount' : names[ref]!,
            net,
            tax,
          })),
        ),
      );
      const items = await by(`case when name = 'Haircut' then 'Cut' else name end`);
      expect(merged(items as never)).toEqual(
        merged(
          sales.items.map(({ ref, net, tax }) => ({
            key: ref === 0 ? 'amount' : names[ref]!,
            net,
            tax,
          })),
        ),
      );
      const taxes = await by(`coalesce(tax_milli_percent || ' ' || tax_name, '')`);
      expect(merged(taxes as never)).toEqual(
        merged(sales.taxes.map(({ rate, net, tax }) => ({ key: rate, net, tax }))),
      );
    });

    test('money by the way of paying', async () => {
      const rows = await ask(
        sample,
        period,
        `select method, (count(*) filter (where cents > 0))::int as payments,
        coalesce(sum(cents) filter (where cents > 0), 0)::int as taken,
        coalesce(-sum(cents) filter (where cents < 0), 0)::int as back
       from money, asked where ${IN_PERIOD} group by method order by method`,
      );
      const { methods } = figures(sample, period).now.money;
      expect(rows).toEqual(methods.toSorted((a, b) => (a.method < b.method ? -1 : 1)));
    });

    test('what the team sold, and who comes to them again', async () => {
      const { now, names } = figures(sample, period);
      const rows = await ask(
        sample,
        period,
        `, theirs as (
        select l.staff_id, count(distinct l.sale_id)::int as sales,
          round(sum(l.total_cents)::numeric / count(distinct l.sale_id))::int as ticket
        from line l, asked where ${IN_PERIOD} and l.staff_id is not null group by 1),
      served as (
        select g.staff_id, v.client_id, max(v.starts_at) as last_at
        from visit v
          join (select distinct appointment_id, staff_id from public.appointment_segments) g
            on g.appointment_id = v.id, asked
        where ${IN_PERIOD} and v.is_kept and v.client_id is not null group by 1, 2)
      select s.display_name as name, coalesce(t.sales, 0) as sales, t.ticket,
        (select count(*)::int from served x where x.staff_id = s.id) as clients,
        (select count(*)::int from served x where x.staff_id = s.id and exists (
          select from visit w where w.client_id = x.client_id and w.is_active
            and w.starts_at > x.last_at)) as rebooked
      from public.staff s left join theirs t on t.staff_id = s.id, asked
      where s.business_id = asked.business
        and (t.sales is not null or exists (select from served x where x.staff_id = s.id))
      order by s.display_name collate "C"`,
      );
      const ours = now.people
        .filter(({ sales, clients }) => sales > 0 || clients > 0)
        .map(({ staff, sales, ticket, clients, rebooked }) => ({
          name: names[staff]!,
          sales,
          ticket,
          clients,
          rebooked,
        }));
      expect(rows).toEqual(ours.toSorted((a, b) => (a.name < b.name ? -1 : 1)));
    });

    test('what is on gift cards and in packages at its end', async () => {
      const upToEnd = (table: string): string =>
        `(select coalesce(sum(x.amount_cents), 0)::int from public.${table} x, asked
        where x.business_id = asked.business
          and (x.occurred_at at time zone '${ZONE}')::date <= asked.last)`;
      const [row] = await ask(
        sample,
        period,
        `select ${upToEnd('gift_activities')} as gifts, ${upToEnd('package_activities')} as packages`,
      );
      expect(figures(sample, period).now.liability).toEqual(row);
    });

    test('discounts and tips', async () => {
      const { now, names } = figures(sample, period);
      const reasons = await ask(
        sample,
        period,
        `select sold.discount_reason as reason, count(*)::int as sales, sum(off)::int as cents
       from sold join lateral (
         select sum(l.order_discount_cents) as off from public.sale_lines l
         where l.business_id = sold.business_id and l.sale_id = sold.id
       ) l on l.off > 0, asked where ${IN_PERIOD} group by 1 order by 3 desc`,
      );
      expect(now.sales.discounts).toEqual(reasons);
      const onLines = await ask(
        sample,
        period,
        `select discount_reason as reason, count(*)::int as lines, sum(discount_cents)::int as cents
       from line, asked where ${IN_PERIOD} and discount_cents > 0 group by 1 order by 3 desc`,
      );
      expect(now.sales.lineDiscounts).toEqual(onLines);
      const tips = await ask(
        sample,
        period,
        `select coalesce(s.display_name, '') as staff, count(*)::int as tips, sum(t.amount_cents)::int as cents
       from public.tips t join sold on sold.id = t.sale_id
         left join public.staff s on s.id = t.staff_id, asked
       where ${IN_PERIOD} group by 1 order by 3 desc`,
      );
      expect(
        now.sales.tipsOf.map(({ staff, ...rest }) => ({ ...rest, staff: names[staff] ?? '' })),
      ).toEqual(tips);
    });

    test('visits and clients', async () => {
      const [row] = await ask(
        sample,
        period,
        `, here as (select visit.* from visit, asked where ${IN_PERIOD}),
      came as (
        select client_id, min(starts_at) as first, max(starts_at) as last
        from here where is_kept and client_id is not null group by client_id)
      select count(*)::int as booked,
        (count(*) filter (where is_kept))::int as kept,
        (count(*) filter (where is_active and not is_kept))::int as coming,
        (count(*) filter (where status = 'cancelled'))::int as cancelled,
        (count(*) filter (where status = 'cancelled' and cancel_late))::int as late,
        (count(*) filter (where status = 'cancelled' and cancel_by = 'client'))::int as by_client,
        (count(*) filter (where status = 'no_show'))::int as no_shows,
        (count(*) filter (where source in ('online', 'waitlist')))::int as online,
        coalesce(sum(cents) filter (where is_kept), 0)::int as kept_cents,
        coalesce(sum(cents) filter (where not is_active), 0)::int as lost_cents,
        (count(*) filter (where is_kept and client_id is null))::int as walk_ins,
        (select count(*)::int from came) as clients,
        (select count(*)::int from came c where not exists (
          select from visit v where v.client_id = c.client_id and v.is_active
            and v.starts_at < c.first)) as new_clients,
        (select count(*)::int from came c where exists (
          select from visit v where v.client_id = c.client_id and v.is_active
            and v.starts_at > c.last)) as rebooked
       from here`,
      );
      const { visits } = figures(sample, period).now;
      expect(row).toEqual({
        booked: visits.booked,
        kept: visits.kept,
        coming: visits.coming,
        cancelled: visits.cancelled,
        late: visits.late,
        by_client: visits.byClient,
        no_shows: visits.noShows,
        online: visits.online,
        kept_cents: visits.keptCents,
        lost_cents: visits.lostCents,
        walk_ins: visits.walkIns,
        clients: visits.clients,
        new_clients: visits.newClients,
        rebooked: visits.rebooked,
      });
    });

    test('hours: hands-on work, and nine to five of everybody', async () => {
      const { now, names } = figures(sample, period);
      const people: readonly string[] = SIZES[sample].people;
      const quoted = people.map((one) => `'${one}'`).join();
      const rows = await ask(
        sample,
        period,
        `select s.display_name as name, sum(g.duration_min + g.finishing_min)::int as booked,
        sum(g.processing_min)::int as processing,
        count(distinct a.id)::int as visits
       from public.appointments a
         join public.appointment_segments g on g.appointment_id = a.id
         join public.staff s on s.id = g.staff_id, asked
       where a.business_id = asked.business and s.display_name in (${quoted})
         and a.status in ('booked', 'arrived', 'in_service', 'completed')
         and (g.starts_at at time zone '${ZONE}')::date between asked.first and asked.last
       group by 1 order by 1`,
      );
      const [days] = await ask<{ days: number }>(
        sample,
        period,
        `select (asked.last - asked.first + 1)::int as days from asked`,
      );
      const ours = now.hours
        .map(({ staff, ...rest }) => ({ name: names[staff], ...rest }))
        .filter((one) => people.includes(one.name ?? ''))
        .toSorted((a, b) => (a.name! < b.name! ? -1 : 1));
      expect(ours).toEqual(rows.map((row) => ({ ...row, open: days!.days * 480 })));
    });
  },
);

test.each(SAMPLES)('what is due, and how old it is: %s', { timeout: LIMIT_MS }, async (sample) => {
  const rows = await ask(
    sample,
    PERIODS[0]!,
    `select least(3, greatest(0, ceil(extract(epoch from '${NOW}'::timestamptz - s.occurred_at) / 2592000) - 1))::int
        as age, count(*)::int as dues, sum(x.promised - x.collected)::int as cents
     from sold s join private.sale_sums x on x.business_id = s.business_id and x.sale_id = s.id
     where x.promised > x.collected group by 1 order by 1`,
  );
  const { ages } = figures(sample, PERIODS[0]!).dues;
  expect(ages.flatMap(({ dues, cents }, age) => (dues > 0 ? [{ age, dues, cents }] : []))).toEqual(
    rows,
  );
});

test.each(SAMPLES)(
  'whoever came first in a month, and came again within 90 days: %s',
  { timeout: LIMIT_MS },
  async (sample) => {
    const rows = await ask(
      sample,
      PERIODS[0]!,
      `, came as (
       select client_id, min(starts_at) as first from visit
       where is_kept and client_id is not null group by client_id)
     select to_char(date_trunc('month', first at time zone '${ZONE}'), 'YYYY-MM-DD') as month,
       count(*)::int as clients,
       (count(*) filter (where exists (
         select from visit v where v.client_id = came.client_id and v.is_kept
           and v.starts_at between first + interval '12 hours' and first + interval '90 days')))::int
         as again
     from came group by 1 order by 1`,
    );
    const { cohorts } = figures(sample, PERIODS[0]!);
    expect(cohorts.flatMap(({ isOver: _over, ...one }) => (one.clients > 0 ? [one] : []))).toEqual(
      rows,
    );
  },
);

test('the rows that this is counted from add up', { timeout: LIMIT_MS }, async () => {
  expect(await database.db.sql('select * from private.accounting_faults')).toEqual([]);
});

test('what is booked for the next thirty days, and how much was kept lately', async () => {
  const period = PERIODS[0]!;
  const today = `('${NOW}'::timestamptz at time zone '${ZONE}')::date`;
  const [row] = await ask(
    'few',
    period,
    `select
      (select count(*)::int from visit
       where is_active and starts_at > '${NOW}' and day < ${today} + 30) as visits,
      (select coalesce(sum(cents), 0)::int from visit
       where is_active and starts_at > '${NOW}' and day < ${today} + 30) as cents,
      (select (count(*) filter (where is_active))::float / count(*) from visit
       where starts_at <= '${NOW}' and day >= ${today} - 90) as kept`,
  );
  const { forecast } = figures('few', period);
  expect([forecast.visits, forecast.cents]).toEqual([row?.['visits'], row?.['cents']]);
  expect(forecast.keptShare).toBeCloseTo(Number(row?.['kept']), 10);
  expect(forecast.visits).toBeGreaterThan(0);
});

test('who stays away, in summer', async () => {
  const now = '2026-06-20T16:00:00+00:00';
  const rows = await ask(
    'few',
    PERIODS[0]!,
    `select client_id as id from visit where is_active and client_id is not null
     group by client_id having max(starts_at) <= '${now}'::timestamptz - interval '2160 hours'
     order by max(starts_at) desc, client_id`,
  );
  const { lapsed } = figuresOf(worlds.few.book, {
    period: PERIODS[0]!,
    before: null,
    zone: zoneOf(ZONE),
    weekStart: 1,
    now: epochMinOf(now),
  });
  expect(lapsed.clients).toBe(rows.length);
  expect(lapsed.list.map(({ clientId }) => clientId)).toEqual(
    rows.slice(0, 100).map((row) => row['id']),
  );
  expect(rows.length).toBeGreaterThan(0);
});
