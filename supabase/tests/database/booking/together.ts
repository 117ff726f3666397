import { beforeEach, describe, expect, test } from 'vitest';
import { findSlots } from '#domain/availability/slots.ts';
import { epochMinOf, instantOfMin } from '#domain/time/epoch.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { Uuid } from '#domain/rows.ts';
import { addStaff, at, FIRST_DAY } from '../salon.ts';
import { anon, countOf, fromAddress, newId, rpc, type Answer } from '../setup.ts';
import { addVisit } from '../visits.ts';
import { refusal, type Shop } from './shop.ts';

/** A day on which nobody has anything. */
const DAY = FIRST_DAY + 1;

/** What several people do at the same time. */
export const together = (shop: Shop): void => {
  const { rules, set, item, book, hold } = shop;

  beforeEach(async () => {
    await set('services', shop.salon.service, { staff_needed: 2 });
    await rules({ assign_rule: 'rank' });
  });

  /** One more in the team, after Ann and Ben. */
  const addCy = async (): Promise<Uuid> => {
    const cy = await addStaff(shop.db, shop.salon, 'Cy');
    await set('staff', cy, { rank: 3 });
    return cy;
  };
  const both = (more: object = {}) => book({ starts_at: at(DAY, 14), ...more });
  const partsOf = (appointment: Uuid) =>
    shop.db.sql<Record<string, unknown>>(
      `select staff_id, any_staff, service_name, price_kind, price_cents::int, position,
         starts_at = (select min(x.starts_at) from public.appointment_segments x
           where x.appointment_id = $1) as at_once
       from public.appointment_segments s where s.appointment_id = $1 order by s.position`,
      [appointment],
    );
  const placesOf = (column: 'appointment_id' | 'hold_key', id: Uuid) =>
    countOf(shop.db, `private.busy_segments where ${column} = $1`, [id]);
  const byLink = (answer: Answer) => ({
    status: () => rpc(shop.db, anon, 'booking_status', { token: answer['manage_token'] }),
    move: (starts_at: string) =>
      rpc(shop.db, anon, 'reschedule_booking', {
        token: answer['manage_token'],
        starts_at,
        op_id: newId(),
      }),
    cancel: () =>
      rpc(shop.db, anon, 'cancel_booking', { token: answer['manage_token'], op_id: newId() }),
  });

  test('is one line with one price for the client, and a part of the visit for each of them', async () => {
    const { ann, ben, cut } = shop.salon;
    const answer = await both();
    expect(answer).toMatchObject({
      ok: true,
      appointment: {
        total: 5000,
        segments: [
          { variant_id: cut, staff_id: ann, helper_ids: [ben], service_name: 'Cut', minutes: 60 },
        ],
      },
    });
    const { id, segments } = answer['appointment'];
    expect(segments).toHaveLength(1);
    expect(await partsOf(id)).toEqual([
      {
        staff_id: ann,
        any_staff: true,
        service_name: 'Cut',
        price_kind: 'fixed',
        price_cents: 5000,
        position: 0,
        at_once: true,
      },
      {
        staff_id: ben,
        any_staff: true,
        service_name: 'Cut – second person',
        price_kind: 'fixed',
        price_cents: 0,
        position: 1,
        at_once: true,
      },
    ]);
    expect(await placesOf('appointment_id', id)).toBe(2);
    const [mail] = await shop.db.sql<{ data: Answer }>(
      'select data from private.mail_outbox where business_id = $1',
      [shop.salon.id],
    );
    expect(mail?.data['appointment'].segments).toMatchObject([
      { service_name: 'Cut', staff_name: 'Ann and Ben', price_cents: 5000 },
    ]);
  });

  test('takes whoever was chosen, and somebody beside them', async () => {
    const { ann, ben } = shop.salon;
    const answer = await both({ items: [item({ staff_id: ben })] });
    expect(answer['appointment'].segments).toMatchObject([{ staff_id: ben, helper_ids: [ann] }]);
    expect(await partsOf(answer['appointment'].id)).toMatchObject([
      { staff_id: ben, any_staff: false },
      { staff_id: ann, any_staff: true },
    ]);
  });

  test('has the length and the price of the first of them', async () => {
    const { ben, rows } = shop.salon;
    await set('staff_service_overrides', rows.staff_service_overrides, {
      price_cents: 7000,
      duration_min: 90,
    });
    const answer = await both({ items: [item({ staff_id: ben })], expected_total: 7000 });
    expect(answer).toMatchObject({
      appointment: { total: 7000, ends_at: at(DAY, 15, 30), segments: [{ minutes: 90 }] },
    });
    const lengths = await shop.db.sql<{ duration_min: number }>(
      `select duration_min
       from public.appointment_segments where appointment_id = $1`,
      [answer['appointment'].id],
    );
    expect(lengths).toEqual([{ duration_min: 90 }, { duration_min: 90 }]);
  });

  test('wants all of them free, of a larger team as many as it takes', async () => {
    const { ann, ben } = shop.salon;
    await addVisit(shop.db, shop.salon, ben, at(DAY, 14, 30));
    expect(refusal(await both())).toBe('slot_taken starts_at');
    expect(refusal(await both({ items: [item({ staff_id: ann })] }))).toBe('slot_taken starts_at');
    const cy = await addCy();
    const answer = await both();
    expect(answer['appointment'].segments).toMatchObject([{ staff_id: ann, helper_ids: [cy] }]);
  });

  test('is not offered by fewer than it takes', async () => {
    await set('services', shop.salon.service, { staff_needed: 3 });
    expect(refusal(await both())).toBe('not_offered variant_id');
    await addCy();
    expect(refusal(await both())).toBe('ok');
    // Whoever is not shown online helps nobody there.
    await set('staff', shop.salon.ben, { online_visible: false });
    expect(refusal(await both({ starts_at: at(DAY, 9) }))).toBe('not_offered variant_id');
  });

  test('is held for all of them', async () => {
    const key = newId();
    expect(refusal(await hold(key, { starts_at: at(DAY, 14) }))).toBe('ok');
    expect(await placesOf('hold_key', key)).toBe(2);
    await set('services', shop.salon.service, { staff_needed: 1 });
    expect(refusal(await both())).toBe('slot_taken starts_at');
    await set('services', shop.salon.service, { staff_needed: 2 });
    expect(refusal(await both({ hold_key: key }))).toBe('ok');
    expect(await placesOf('hold_key', key)).toBe(0);
  });

  test('follows another service of one of them, and is followed', async () => {
    const { ann, ben } = shop.salon;
    const items = [item({ staff_id: ben }), item({ staff_id: ann })];
    const answer = await both({ items, expected_total: 10_000 });
    expect(answer['appointment']).toMatchObject({
      total: 10_000,
      ends_at: at(DAY, 16),
      segments: [
        { staff_id: ben, helper_ids: [ann], starts_at: at(DAY, 14) },
        { staff_id: ann, helper_ids: [ben], starts_at: at(DAY, 15) },
      ],
    });
  });

  test('goes to the client once for each of them', async () => {
    await set('services', shop.salon.service, { location_types: ['client'] });
    await rules({ travel_before_min: 30, travel_after_min: 15 });
    const address = { line1: '12 Elm Street', city: 'Queens', postal_code: '11375' };
    const items = [item(), item()];
    const answer = await both({ items, expected_total: 10_000, place: 'client', address });
    expect(refusal(answer)).toBe('ok');
    const taken = await shop.db.sql<{ from: string; until: string }>(
      `select min(lower(during)) as from, max(upper(during)) as until
       from private.busy_segments where appointment_id = $1 group by owner_id`,
      [answer['appointment'].id],
    );
    const hours = taken.map(({ from, until }) =>
      [from, until].map((one) => (Date.parse(one) - Date.parse(at(DAY, 0))) / 3_600_000),
    );
    expect(hours).toEqual([
      [13.5, 16.25],
      [13.5, 16.25],
    ]);
    const travel = await shop.db.sql<{ there: number; back: number }>(
      `select travel_before_min as there, travel_after_min as back
       from public.appointment_segments where appointment_id = $1 order by position`,
      [answer['appointment'].id],
    );
    expect(travel.map(({ there, back }) => [there, back])).toEqual([
      [30, 0],
      [30, 0],
      [0, 15],
      [0, 15],
    ]);
  });

  describe('by its link', () => {
    test('is moved in one piece, or stays', async () => {
      const { ann, ben } = shop.salon;
      const answer = await both();
      const { id } = answer['appointment'];
      const { move, status } = byLink(answer);
      const inOrder = [ann, ben].toSorted();
      expect((await status())['needs']).toMatchObject([
        inOrder.map((staff_id) => ({ staff_id, people: 2, helpers: inOrder })),
      ]);
      await addVisit(shop.db, shop.salon, ben, at(DAY, 11));
      expect(refusal(await move(at(DAY, 11)))).toBe('slot_taken starts_at');
      // Half an hour later, into the time that it has itself.
      const moved = await move(at(DAY, 14, 30));
      expect(moved).toMatchObject({
        ok: true,
        appointment: { starts_at: at(DAY, 14, 30), segments: [{ helper_ids: [ben] }] },
      });
      expect(await partsOf(id)).toMatchObject([{ at_once: true }, { at_once: true }]);
      expect(await placesOf('appointment_id', id)).toBe(2);
    });

    test('goes to others who do it, but not away from who was chosen', async () => {
      const { ann, ben } = shop.salon;
      const cy = await addCy();
      const answer = await both({ items: [item({ staff_id: ann })] });
      const { move } = byLink(answer);
      await addVisit(shop.db, shop.salon, ben, at(DAY, 10));
      expect((await move(at(DAY, 10)))['appointment'].segments).toMatchObject([
        { staff_id: ann, helper_ids: [cy] },
      ]);
      await shop.db.sql(
        'update public.appointment_segments set any_staff = false where appointment_id = $1',
        [answer['appointment'].id],
      );
      await addVisit(shop.db, shop.salon, cy, at(DAY, 16));
      expect(refusal(await move(at(DAY, 16)))).toBe('slot_taken starts_at');
    });

    test('is moved to where the longest of them fits', async () => {
      const { ben } = shop.salon;
      const answer = await both();
      await shop.db.sql(
        `update public.appointment_segments set duration_min = 90
         where appointment_id = $1 and staff_id = $2`,
        [answer['appointment'].id, ben],
      );
      await addVisit(shop.db, shop.salon, ben, at(DAY, 10));
      const { move } = byLink(answer);
      expect(refusal(await move(at(DAY, 9)))).toBe('slot_taken starts_at');
      expect(refusal(await move(at(DAY, 11)))).toBe('ok');
    });

    test('is cancelled for all of them', async () => {
      const answer = await both();
      expect(await byLink(answer).cancel()).toMatchObject({ ok: true, status: 'cancelled' });
      expect(await placesOf('appointment_id', answer['appointment'].id)).toBe(0);
      expect(refusal(await both())).toBe('ok');
    });
  });

  test('the times that a page lays out are exactly those that can be held', async () => {
    const { ann, ben, slug } = shop.salon;
    const cy = await addCy();
    await rules({ slot_step_min: 15 });
    await set('service_variants', shop.salon.cut, { buffer_after_min: 10 });
    await set('staff_service_overrides', shop.salon.rows.staff_service_overrides, {
      duration_min: 90,
    });
    await addVisit(shop.db, shop.salon, ann, at(DAY, 10), { minutes: 120 });
    await addVisit(shop.db, shop.salon, ben, at(DAY, 12, 30), { minutes: 150 });
    await addVisit(shop.db, shop.salon, cy, at(DAY, 9), { minutes: 90 });
    await addVisit(shop.db, shop.salon, cy, at(DAY, 15), { minutes: 30 });
    const day = at(DAY, 0).slice(0, 10);
    const free = await rpc(shop.db, anon, 'public_availability', {
      slug,
      from_day: day,
      to_day: day,
    });
    const lengthsOf = (staffId: Uuid) => ({
      duration_min: staffId === ben ? 90 : 60,
      processing_min: 0,
      finishing_min: 0,
      buffer_before_min: 0,
      buffer_after_min: 10,
      processing_bookable: true,
    });
    const from = epochMinOf(at(DAY, 0));
    const team = [ann, ben, cy];
    const shown = (people: number) =>
      findSlots({
        staff: free['staff'],
        needs: [
          {
            by: team.map((staffId) => ({ staffId, lengths: lengthsOf(staffId) })),
            people,
            helpers: team,
          },
        ],
        zone: zoneOf('UTC'),
        stepMin: 15,
        maxGapMin: 15,
        from,
        to: from + 1440,
      }).starts.map(instantOfMin);

    const held: string[] = [];
    for (let minute = 0; minute < 1440; minute += 15) {
      const key = newId();
      // Each from a network of its own: limits are not the question here.
      const caller = fromAddress(`203.7.${Math.floor(minute / 250)}.${minute % 250}`);
      const starts_at = instantOfMin(from + minute);
      const answer = await rpc(shop.db, caller, 'hold_slot', {
        slug,
        request: { items: [item()], starts_at },
        hold_key: key,
      });
      if (answer['ok']) held.push(starts_at);
      await rpc(shop.db, caller, 'release_hold', { slug, hold_key: key });
    }
    expect(held).toEqual(shown(2));
    // Not for want of a difference.
    expect(shown(2)).not.toEqual([]);
    expect(shown(2)).not.toEqual(shown(1));
  });
};
