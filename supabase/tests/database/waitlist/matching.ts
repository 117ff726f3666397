import { beforeEach, expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import type { Shop } from '../booking/shop.ts';
import { at, wish } from '../salon.ts';
import { anon, countOf, Device, insert, newId, patch, rpc, signedIn } from '../setup.ts';
import { addVisit } from '../visits.ts';
import { DAY, lineOf } from './line.ts';

/** Who is told of a time that came free: by cancelling, moving or deleting what was there. */
export const matching = (shop: Shop): void => {
  const { enter, entry, mails, minute } = lineOf(shop);
  /** Ann's whole day is taken: nine to twelve, twelve to three, three to five. */
  let noon: { id: Uuid; segment: Uuid };
  let desk: Device;

  beforeEach(async () => {
    const { db, salon } = shop;
    await addVisit(db, salon, salon.ann, at(DAY, 9), { minutes: 180 });
    noon = await addVisit(db, salon, salon.ann, at(DAY, 12), { minutes: 180 });
    await addVisit(db, salon, salon.ann, at(DAY, 15), { minutes: 120 });
    desk = new Device(db, salon.users.front_desk, salon.id);
    await desk.pull();
  });

  const byAnn = (more: object = {}, fromHour = 9, toHour = 17) => {
    const { items, windows } = wish(shop.salon.cut, DAY, fromHour, toHour);
    return { items: [{ ...items[0]!, staff_ids: [shop.salon.ann] }], windows, ...more };
  };
  const cancelNoon = () => desk.push([patch('appointments', noon.id, { status: 'cancelled' })]);
  const fitsAt = async (id: Uuid) => (await entry(id)).fits_at;
  const noted = () =>
    countOf(shop.db, 'private.waitlist_changes where business_id = $1', [shop.salon.id]);
  const addClient = async (more: object = {}): Promise<Uuid> => {
    const id = newId();
    await insert(shop.db, 'clients', {
      id,
      business_id: shop.salon.id,
      first_name: 'Max',
      ...more,
    });
    return id;
  };

  /** How somebody gets free, or is not, besides by visits. */
  const ways = () => {
    const { db, salon } = shop;
    const own = { business_id: salon.id, staff_id: salon.ann };
    return {
      pattern: (ranges: number[][]) =>
        insert(db, 'work_patterns', {
          id: newId(),
          ...own,
          valid_from: at(0, 0).slice(0, 10),
          weeks: [Array.from({ length: 7 }, () => ranges)],
        }),
      exception: (ranges: number[][]) =>
        insert(db, 'date_exceptions', {
          id: newId(),
          ...own,
          on_day: at(DAY, 0).slice(0, 10),
          kind: 'hours',
          ranges,
        }),
      away: async (what: 'block' | 'time off', day: number) => {
        const id = newId();
        const table = what === 'block' ? 'time_blocks' : 'time_off';
        await insert(db, table, {
          id,
          ...own,
          starts_at: at(day, 8),
          ends_at: at(day, 18),
          ...(what === 'block' ? {} : { status: 'approved' }),
        });
        return { table, id } as const;
      },
    };
  };
  type Ways = ReturnType<typeof ways>;

  test('by a cancelled visit: a minute later the entry says when, and its device hears of it', async () => {
    const id = await enter(byAnn());
    await minute();
    expect(await fitsAt(id)).toBeNull();
    await cancelNoon();
    await desk.pull();
    expect(await fitsAt(id)).toBeNull();
    await minute();
    expect(await fitsAt(id)).toBe(at(DAY, 12));
    expect((await desk.pull())['tables'].waitlist_entries).toMatchObject([
      { id, fits_at: at(DAY, 12), state: 'waiting' },
    ]);
    expect(await noted()).toBe(0);
    // Looking again changes nothing, and sends nothing.
    await minute();
    expect((await desk.pull())['tables'].waitlist_entries).toBeUndefined();
  });

  test('by a visit that its client cancels online', async () => {
    const booked = await shop.book({
      starts_at: at(DAY + 1, 14),
      items: [shop.item({ staff_id: shop.salon.ben })],
    });
    const id = await enter(wish(shop.salon.cut, DAY + 1, 14, 15));
    await shop.set('staff', shop.salon.ann, { bookable: false });
    const cancelled = await rpc(shop.db, anon, 'cancel_booking', {
      token: booked['manage_token'],
      op_id: newId(),
    });
    expect(cancelled).toMatchObject({ ok: true });
    await minute();
    expect(await fitsAt(id)).toBe(at(DAY + 1, 14));
  });

  test('by one of a group who does not come any more', async () => {
    const { salon, item } = shop;
    await shop.rules({ group_max: 2 });
    const booked = await shop.book({
      starts_at: at(DAY + 1, 14),
      items: [item({ staff_id: salon.ann })],
      guests: [{ first_name: 'Tom', items: [item({ staff_id: salon.ben })] }],
      expected_total: 10_000,
    });
    const id = await enter(wish(salon.cut, DAY + 1, 14, 15));
    await minute();
    expect(await fitsAt(id)).toBeNull();
    const cancelled = await rpc(shop.db, anon, 'cancel_booking', {
      token: booked['manage_token'],
      op_id: newId(),
      person: 1,
    });
    expect(cancelled).toMatchObject({ ok: true });
    await minute();
    expect(await fitsAt(id)).toBe(at(DAY + 1, 14));
  });

  test('by a visit that is moved or deleted', async () => {
    const id = await enter(byAnn());
    await desk.push([patch('appointment_segments', noon.segment, { starts_at: at(DAY + 2, 12) })]);
    await minute();
    expect(await fitsAt(id)).toBe(at(DAY, 12));
    const other = await enter({
      ...byAnn(),
      windows: wish(shop.salon.cut, DAY + 2, 12, 15).windows,
    });
    await minute();
    expect(await fitsAt(other)).toBeNull();
    await desk.push([{ table: 'appointments', id: noon.id, op: 'delete', value: null }]);
    await minute();
    expect(await fitsAt(other)).toBe(at(DAY + 2, 12));
  });

  test.each([
    ['longer hours', (a: Ways) => a.pattern([[540, 1200]])],
    ['hours of their own on that day', (a: Ways) => a.exception([[540, 1200]])],
  ])('by %s', async (_, change) => {
    const id = await enter(byAnn({}, 17, 20));
    await minute();
    expect(await fitsAt(id)).toBeNull();
    await change(ways());
    await minute();
    expect(await fitsAt(id)).toBe(at(DAY, 17));
  });

  test.each(['block', 'time off'] as const)('by a %s that goes, or gets shorter', async (what) => {
    const id = await enter({ ...byAnn(), windows: wish(shop.salon.cut, DAY + 3, 9, 12).windows });
    const away = await ways().away(what, DAY + 3);
    await minute();
    expect(await fitsAt(id)).toBeNull();
    await shop.set(away.table, away.id, { starts_at: at(DAY + 3, 11) });
    await minute();
    expect(await fitsAt(id)).toBe(at(DAY + 3, 9));
    // … and taken back when it comes again.
    await shop.set(away.table, away.id, { starts_at: at(DAY + 3, 8) });
    await minute();
    expect(await fitsAt(id)).toBeNull();
    await shop.db.sql(`delete from public.${away.table} where id = $1`, [away.id]);
    await minute();
    expect(await fitsAt(id)).toBe(at(DAY + 3, 9));
  });

  test('by somebody who can be booked again', async () => {
    const id = await enter({ ...byAnn(), windows: wish(shop.salon.cut, DAY + 3, 9, 12).windows });
    await shop.set('staff', shop.salon.ann, { bookable: false });
    await minute();
    expect(await fitsAt(id)).toBeNull();
    await shop.set('staff', shop.salon.ann, { bookable: true });
    await minute();
    expect(await fitsAt(id)).toBe(at(DAY + 3, 9));
  });

  test('at the first start of the grid that lies whole in a window', async () => {
    const inWindow = (from: number, to: number) => {
      const { windows } = byAnn();
      return { ...byAnn(), windows: [{ ...windows[0]!, from_min: from, to_min: to }] };
    };
    const late = await enter(inWindow(13 * 60 + 10, 1020));
    const exact = await enter(inWindow(13 * 60, 14 * 60));
    const short = await enter(inWindow(13 * 60 + 10, 14 * 60 + 5));
    const flexible = await enter({ ...inWindow(13 * 60 + 10, 14 * 60 + 5), flexible_min: 15 });
    const tooFar = await enter({ ...inWindow(11 * 60, 12 * 60), flexible_min: 45 });
    const second = await enter({
      ...byAnn(),
      windows: [
        ...wish(shop.salon.cut, DAY + 30, 9, 10).windows,
        ...inWindow(14 * 60, 15 * 60).windows,
      ],
    });
    await cancelNoon();
    await minute();
    expect(await fitsAt(late)).toBe(at(DAY, 13, 15));
    expect(await fitsAt(exact)).toBe(at(DAY, 13));
    expect(await fitsAt(short)).toBeNull();
    expect(await fitsAt(flexible)).toBe(at(DAY, 13));
    expect(await fitsAt(tooFar)).toBeNull();
    expect(await fitsAt(second)).toBe(at(DAY, 14));
  });

  test('whoever wants what two people do, when both are free; the offer keeps and books both', async () => {
    const { ann, ben, cut, service } = shop.salon;
    await shop.set('services', service, { staff_needed: 2 });
    const bens = await addVisit(shop.db, shop.salon, ben, at(DAY, 12), { minutes: 180 });
    const id = await enter(wish(cut, DAY, 12, 15));
    await cancelNoon();
    await minute();
    // Ann alone is not enough.
    expect(await fitsAt(id)).toBeNull();
    await desk.push([patch('appointments', bens.id, { status: 'cancelled' })]);
    await minute();
    expect(await fitsAt(id)).toBe(at(DAY, 12));

    const offered = await rpc(shop.db, signedIn(shop.salon.users.owner), 'offer_time', {
      business_id: shop.salon.id,
      entry_id: id,
      starts_at: at(DAY, 12),
    });
    expect(offered).toMatchObject({ ok: true });
    // Ben has less to do that day.
    expect((await entry(id)).offers?.[0]?.staff_ids).toEqual([ben, ann]);
    expect((await mails()).at(-1)?.data['offer'].staff_names).toEqual(['Ben and Ann']);
    expect(
      await countOf(
        shop.db,
        `private.busy_segments b join private.waitlist_offers o on o.hold_key = b.hold_key
         where o.entry_id = $1`,
        [id],
      ),
    ).toBe(2);
  });

  test('only whom it fits', async () => {
    const { salon } = shop;
    const weekday = (new Date(at(DAY, 12)).getUTCDay() + 6) % 7;
    const onDays = (weekdays: number[]) => ({
      ...byAnn(),
      windows: byAnn().windows.map((window) => ({ ...window, weekdays })),
    });
    const [item] = byAnn().items;
    const blocked = await addClient({ online_booking: 'block' });
    const elsewhere = await addClient();
    await addVisit(shop.db, salon, salon.ben, at(DAY, 12), {
      appointment: { client_id: elsewhere },
      minutes: 180,
    });
    const entries = {
      'anybody, on this weekday': await enter(onDays([weekday])),
      'another weekday': await enter(onDays([(weekday + 1) % 7])),
      'another day': await enter(byAnn({ windows: wish(salon.cut, DAY + 1).windows })),
      'the morning': await enter(byAnn({}, 9, 12)),
      'somebody else': await enter(byAnn({ items: [{ ...item, staff_ids: [newId()] }] })),
      'two of an hour': await enter(byAnn({ items: [item, item] })),
      'four of an hour': await enter(byAnn({ items: [item, item, item, item] })),
      'a service that is gone': await enter(byAnn({ items: [{ ...item, variant_id: newId() }] })),
      'not welcome online': await enter(byAnn({ client_id: blocked })),
      'here already then': await enter(byAnn({ client_id: elsewhere })),
      'left already': await enter(byAnn({ state: 'cancelled' })),
      'booked already': await enter(byAnn({ state: 'booked' })),
    };
    await cancelNoon();
    await minute();
    const told = [];
    for (const [name, id] of Object.entries(entries)) {
      if ((await fitsAt(id)) !== null) told.push(name);
    }
    expect(told).toEqual(['anybody, on this weekday', 'two of an hour']);
  });

  test('is taken back when somebody else has it, and may be another then', async () => {
    const tight = await enter(byAnn({}, 12, 13));
    const loose = await enter(byAnn());
    await cancelNoon();
    await minute();
    expect([await fitsAt(tight), await fitsAt(loose)]).toEqual([at(DAY, 12), at(DAY, 12)]);
    expect(
      await shop.book({
        starts_at: at(DAY, 12),
        items: [shop.item({ staff_id: shop.salon.ann })],
      }),
    ).toMatchObject({ ok: true });
    await minute();
    expect([await fitsAt(tight), await fitsAt(loose)]).toEqual([null, at(DAY, 13)]);
  });

  test('what was found goes with the wish, and with who does not wait any more', async () => {
    const [moved, left] = [await enter(byAnn()), await enter(byAnn())];
    await cancelNoon();
    await minute();
    await desk.pull();
    await desk.push([
      patch('waitlist_entries', moved, { windows: wish(shop.salon.cut, DAY + 3).windows }),
      patch('waitlist_entries', left, { state: 'cancelled' }),
    ]);
    expect([await fitsAt(moved), await fitsAt(left)]).toEqual([null, null]);
  });

  test('where nobody waits nothing is noted, and what is over is not either', async () => {
    await cancelNoon();
    expect(await noted()).toBe(0);
    await enter(byAnn());
    const past = await addVisit(shop.db, shop.salon, shop.salon.ben, at(-3, 10));
    await desk.push([patch('appointments', past.id, { status: 'no_show' })]);
    expect(await noted()).toBe(0);
  });

  test('of a business that is erased nothing stays noted', async () => {
    await enter(byAnn());
    await cancelNoon();
    expect(await noted()).toBeGreaterThan(0);
    await shop.db.sql('select private.erase_business($1)', [shop.salon.id]);
    expect(await noted()).toBe(0);
    await minute();
  });
};
