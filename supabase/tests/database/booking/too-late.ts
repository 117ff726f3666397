import { expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { at, FIRST_DAY } from '../salon.ts';
import { insert, newId } from '../setup.ts';
import { addVisit } from '../visits.ts';
import { refusal, type Shop } from './shop.ts';

/** A day on which the salon has nothing of its own. */
const DAY = FIRST_DAY + 1;
const NINE = 9 * 60;
const FIVE = 17 * 60;

const PLAIN = {
  duration_min: 60,
  processing_min: 0,
  finishing_min: 0,
  buffer_before_min: 0,
  buffer_after_min: 0,
  processing_bookable: true,
};

/** What is seen of a request before its turn comes. */
export const tooLate = (shop: Shop): void => {
  const { rules, set, item, hold, book } = shop;

  const isTooLate = async (request: object, key: string | null = null): Promise<boolean> => {
    const asked = { items: [item()], starts_at: at(DAY, 14), ...request };
    const [row] = await shop.db.sql<{ late: boolean | null }>(
      'select (private.look_at($1, $2::jsonb, $3)).is_gone as late',
      [shop.salon.id, JSON.stringify(asked), key],
    );
    return row!.late ?? false;
  };

  test('gone is what nobody is free for; own holds and those that ran out are in nobody’s way', async () => {
    const { ann, ben } = shop.salon;
    const mine = newId();
    const withAnn = { items: [item({ staff_id: ann })] };
    expect(await isTooLate(withAnn)).toBe(false);
    expect(refusal(await hold(mine, { ...withAnn, starts_at: at(DAY, 14) }))).toBe('ok');
    // Somebody else is free.
    expect(await isTooLate({})).toBe(false);
    expect(await isTooLate(withAnn)).toBe(true);
    expect(await isTooLate(withAnn, newId())).toBe(true);
    expect(await isTooLate(withAnn, mine)).toBe(false);
    expect(await isTooLate({ ...withAnn, starts_at: at(DAY, 13, 15) })).toBe(true);
    expect(await isTooLate({ ...withAnn, starts_at: at(DAY, 13) })).toBe(false);
    expect(await isTooLate({ ...withAnn, starts_at: at(DAY, 15) })).toBe(false);

    await addVisit(shop.db, shop.salon, ben, at(DAY, 14, 30));
    expect(await isTooLate({})).toBe(true);
    await shop.db.sql(
      `update private.slot_holds set expires_at = now() - interval '1 second' where hold_key = $1`,
      [mine],
    );
    expect(await isTooLate({})).toBe(false);
    expect(await isTooLate(withAnn)).toBe(false);
    expect(refusal(await book({ ...withAnn, starts_at: at(DAY, 14) }))).toBe('ok');
    expect(await isTooLate(withAnn, mine)).toBe(true);
  });

  test('whatever else is wrong is told in the turn', async () => {
    await addVisit(shop.db, shop.salon, shop.salon.ben, at(DAY, 14));
    const taken = { items: [item({ staff_id: shop.salon.ben })] };
    expect(await isTooLate(taken)).toBe(true);
    for (const request of [
      { items: [] },
      { items: 'x' },
      { items: null },
      { ...taken, starts_at: 'soon' },
      { ...taken, starts_at: at(-1, 14) },
      { ...taken, place: 'moon' },
      // Later items, blocks and hours belong to the plan.
      { items: [item({ staff_id: shop.salon.ann }), item({ staff_id: shop.salon.ben })] },
      { ...taken, starts_at: at(FIRST_DAY, 12) },
      { ...taken, starts_at: at(DAY, 18) },
    ]) {
      expect(await isTooLate(request), JSON.stringify(request)).toBe(false);
    }
    await set('businesses', shop.salon.id, { booking_enabled: false });
    expect(await isTooLate(taken)).toBe(false);
  });

  test('what was seen before the turn counts in it, as long as nobody else could do it since', async () => {
    const { ann, ben } = shop.salon;
    await addVisit(shop.db, shop.salon, ben, at(DAY, 14));
    await shop.db.exec(
      `create temp table seen as select private.look_at('${shop.salon.id}', '${JSON.stringify({
        items: [item()],
        starts_at: at(DAY, 14),
      })}', null) as look`,
    );
    const isGoneSince = async (): Promise<boolean> => {
      const [row] = await shop.db.sql<{ gone: boolean }>(
        'select private.is_gone_since($1, look, null) as gone from seen',
        [shop.salon.id],
      );
      return row!.gone;
    };
    expect(await isGoneSince()).toBe(false);
    await addVisit(shop.db, shop.salon, ann, at(DAY, 14, 30));
    expect(await isGoneSince()).toBe(true);
    // Shorter by now: it would end before that visit.
    await set('service_variants', shop.salon.cut, { duration_min: 30 });
    expect(await isGoneSince()).toBe(false);
    await shop.db.exec('drop table seen');
  });

  test('whatever a request is read from is looked at for what changed since', async () => {
    const bodies = await shop.db.sql<{ name: string; body: string }>(
      `select p.proname as name, p.prosrc as body from pg_proc p
         where p.pronamespace = 'private'::regnamespace
       union all
       select c.relname, pg_get_viewdef(c.oid) from pg_class c
         where c.relkind = 'v' and c.relnamespace = 'private'::regnamespace`,
    );
    const named = (body: string, schema: string): string[] =>
      [...body.matchAll(new RegExp(`\\b${schema}\\.(\\w+)`, 'g'))].map(([, name]) => name!);
    const reached = new Set<string>();
    const read = new Set<string>();
    const follow = (name: string): void => {
      // Asked again in the turn.
      if (reached.has(name) || name === 'books_online') return;
      reached.add(name);
      for (const { body } of bodies.filter((one) => one.name === name)) {
        for (const table of named(body, 'public')) read.add(table);
        for (const next of named(body, 'private')) follow(next);
      }
    };
    follow('read_request');
    expect(reached).toContain('offered_services');
    expect(read).toContain('service_variants');
    const watched = named(bodies.find(({ name }) => name === 'is_same_menu')!.body, 'public');
    expect([...read].filter((table) => !watched.includes(table))).toEqual([]);
  });

  test('nobody can begin without what it takes: a chair that is in use, or a day with room', async () => {
    const { salon } = shop;
    const { ann, ben } = salon;
    const pool = salon.rows.resource_pools;
    const withAnn = { items: [item({ staff_id: ann })] };
    const mine = newId();
    await set('services', salon.service, { resource_needs: [{ pool_id: pool, qty: 1 }] });
    expect(refusal(await hold(mine, { ...withAnn, starts_at: at(DAY, 14) }))).toBe('ok');
    // Ben is free, and has nowhere to work.
    expect(await isTooLate({})).toBe(true);
    expect(await isTooLate({}, mine)).toBe(false);
    expect(refusal(await book({ starts_at: at(DAY, 14) }))).toBe('slot_taken starts_at');
    expect(await isTooLate({ starts_at: at(DAY, 13) })).toBe(false);
    await set('services', salon.service, { resource_needs: [{ pool_id: pool, qty: 2 }] });
    expect(await isTooLate({ starts_at: at(DAY, 13) })).toBe(true);
    await set('services', salon.service, { resource_needs: [{ pool_id: pool, qty: 1 }] });
    await insert(shop.db, 'resources', {
      id: newId(),
      business_id: salon.id,
      pool_id: pool,
      name: 'Chair 2',
      sort_key: 'b',
    });
    expect(await isTooLate({})).toBe(false);
    expect(refusal(await book({ starts_at: at(DAY, 14) }))).toBe('ok');

    await rules({ max_per_day_per_staff: 1 });
    // Of Ann only a time is held.
    expect(await isTooLate({ starts_at: at(DAY, 10) })).toBe(false);
    const withBen = { items: [item({ staff_id: ben })], starts_at: at(DAY, 10) };
    expect(await isTooLate(withBen)).toBe(true);
    expect(refusal(await book(withBen))).toBe('slot_taken starts_at');
    expect(await isTooLate({ ...withBen, starts_at: at(DAY + 1, 10) })).toBe(false);
    await rules({ max_per_day_per_staff: 2 });
    expect(await isTooLate(withBen)).toBe(false);
  });

  test('who is too late in the turn gives it back at once', async () => {
    const asked = JSON.stringify({ items: [item()], starts_at: at(DAY, 14) });
    const turn = () =>
      shop.db.transaction(async (sql) => {
        const [row] = await sql<{ gone: boolean; turns: number }>(
          `with asked as materialized (
             select private.turn_or_gone($1, private.look_at($1, $2::jsonb, null), null) as gone)
           select gone, (select count(*)::int from pg_locks
             where locktype = 'advisory' and pid = pg_backend_pid() and gone is not null) as turns
           from asked`,
          [shop.salon.id, asked],
        );
        return row;
      });
    expect(await turn()).toEqual({ gone: false, turns: 1 });
    for (const staff of [shop.salon.ann, shop.salon.ben]) {
      await addVisit(shop.db, shop.salon, staff, at(DAY, 14));
    }
    expect(await turn()).toEqual({ gone: true, turns: 0 });
  });

  /** What a look and a plan say of each start. */
  const judged = (staff: Uuid, from: string, until: string) =>
    shop.db.sql<{ at: string; taken: boolean; unplanned: boolean }>(
      `select s.start::text as at, private.is_gone(b.id, c.candidates, s.start, null) as taken,
         private.plan_request(b, r, c.candidates, s.start, null, null) is null as unplanned
       from public.businesses b
       join public.booking_rules r on r.business_id = b.id
       cross join lateral (select private.read_items(b.id, r, $2::jsonb) as candidates offset 0) c
       cross join generate_series($3::timestamptz, $4::timestamptz, interval '15 minutes') s (start)
       where b.id = $1`,
      [shop.salon.id, JSON.stringify([item({ staff_id: staff })]), from, until],
    );
  const expectAgreed = async (...asked: Parameters<typeof judged>) => {
    const starts = await judged(...asked);
    expect(new Set(starts.map(({ taken }) => taken))).toEqual(new Set([true, false]));
    expect(starts.filter(({ taken, unplanned }) => taken !== unplanned)).toEqual([]);
  };

  test.each<[string, Partial<typeof PLAIN>]>([
    ['plain', {}],
    ['with buffers', { buffer_before_min: 15, buffer_after_min: 30 }],
    ['with a gap that is offered', { duration_min: 30, processing_min: 45, finishing_min: 15 }],
    [
      'with a gap that is not, and buffers',
      {
        duration_min: 30,
        processing_min: 30,
        processing_bookable: false,
        buffer_before_min: 30,
        buffer_after_min: 15,
      },
    ],
    [
      'with all of it',
      { duration_min: 30, processing_min: 30, buffer_before_min: 15, buffer_after_min: 15 },
    ],
  ])('a service %s: gone exactly where no plan fits between others', async (_what, lengths) => {
    const { salon } = shop;
    const all = { ...PLAIN, ...lengths };
    await set('service_variants', salon.cut, all);
    const chair = {
      resource_needs: [{ pool_id: salon.rows.resource_pools, qty: 1 }],
      resource_ids: [salon.rows.resources],
    };
    const after = all.duration_min + all.processing_min + all.finishing_min + all.buffer_after_min;
    const whole = [minuteOf(NINE + all.buffer_before_min), minuteOf(FIVE - after)] as const;
    for (const share_buffers of [false, true]) {
      await rules({ share_buffers });
      if (!share_buffers) {
        await addVisit(shop.db, salon, salon.ann, at(DAY, 9), {
          minutes: 30,
          segment: { buffer_after_min: 15, ...chair },
        });
        await addVisit(shop.db, salon, salon.ann, at(DAY, 12), {
          minutes: 30,
          segment: { processing_min: 60, finishing_min: 15, buffer_before_min: 15, ...chair },
        });
        const held = { items: [item({ staff_id: salon.ann })], starts_at: at(DAY, 15) };
        expect(refusal(await hold(newId(), held))).toBe('ok');
      }
      await expectAgreed(salon.ann, ...whole);
      // Ben is free all day, and has one chair with Ann.
      await set('services', salon.service, { resource_needs: chair.resource_needs });
      await expectAgreed(salon.ben, ...whole);
      await set('services', salon.service, { resource_needs: [] });
    }
    await rules({ max_per_day_per_staff: 2 });
    for (const [day, isFull] of [
      [DAY, true],
      [DAY + 1, false],
    ] as const) {
      const starts = await judged(salon.ann, at(day, 10), at(day, 14));
      expect(starts.filter((one) => one.taken !== isFull || one.unplanned !== isFull)).toEqual([]);
    }
  });
};

const minuteOf = (minute: number): string => at(DAY, Math.floor(minute / 60), minute % 60);
