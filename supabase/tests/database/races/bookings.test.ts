import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TRANSITIONS } from '#domain/appointments/status.ts';
import type { AppointmentStatus, Uuid } from '#domain/rows.ts';
import { at, FIRST_DAY, makeSalon, type Salon } from '../salon.ts';
import { anon, countOf, insert, newId, op, patch, put, type Answer } from '../setup.ts';
import { addVisit, visitRows } from '../visits.ts';
import { mutation, outcomes, overlaps, statusOf, TROUBLES, useStage } from './stage.ts';

/**
 * The races of bookings, B1 to B20 of the test plan; those without tables yet are in not-yet.test.ts.
 * `ROUNDS=20 npx vitest run supabase/tests/database/races` runs each of them twenty times.
 */
const ROUNDS = Number(process.env['ROUNDS'] ?? 1);
const OPTIONS = { timeout: 60_000 * ROUNDS };

const theatre = useStage();
let salons = 0;

const book = (salon: Salon, items: object[], startsAt: string, more: object = {}) =>
  theatre.stage.call(anon, 'book', {
    slug: salon.slug,
    op_id: newId(),
    request: {
      items,
      starts_at: startsAt,
      client: { first_name: 'Nia', email: `${newId()}@example.com`, phone: '7185550199' },
      policy_version: 1,
      ...more,
    },
  });
const hold = (salon: Salon, items: object[], startsAt: string, key: Uuid) =>
  theatre.stage.call(anon, 'hold_slot', {
    slug: salon.slug,
    request: { items, starts_at: startsAt },
    hold_key: key,
  });
const item = (salon: Salon, staff: Uuid | null, variant = salon.cut) => ({
  variant_id: variant,
  staff_id: staff,
  add_on_ids: [],
});
const times = <T>(count: number, make: (n: number) => T): (() => T)[] =>
  Array.from({ length: count }, (_, n) => () => make(n));
const strip = ({ id: _id, business_id: _b, ...value }: Record<string, unknown>) => value;
const wonBy = (answers: Answer[]) =>
  answers.filter(({ ok }) => ok).map(({ appointment }) => appointment as Answer);
const statusOfVisit = async (id: Uuid) => {
  const [row] = await theatre.stage.db.sql<{
    status: AppointmentStatus;
    conflict: boolean;
    rev: number;
  }>('select status, conflict, rev from public.appointments where id = $1', [id]);
  return row!;
};
const placesOf = (id: Uuid) =>
  countOf(theatre.stage.db, 'private.busy_segments where appointment_id = $1', [id]);

describe.each(TROUBLES)('with %s', (trouble) => {
  beforeEach(() => {
    theatre.stage.trouble = trouble;
  });
  afterEach(() => {
    theatre.stage.trouble = 'no trouble';
  });
  const crowd = trouble === 'no trouble' ? 40 : 20;

  /** A race on fresh ground, as often as asked for; nothing may overlap afterwards. */
  const race = async (run: (salon: Salon) => Promise<void>) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      salons += 1;
      const salon = await makeSalon(theatre.stage.db, `race-${salons}`);
      await run(salon);
      const { db, server } = theatre.stage;
      assert.equal(await overlaps(db, salon), 0);
      assert.deepEqual(server.logged('deadlock detected'), []);
    }
  };
  const all = <T>(runners: (() => Promise<T>)[]) => theatre.stage.race(runners);
  const one = <T>(runner: () => Promise<T>) => runner();

  test('B1 one time, one length: one winner, the others are told', OPTIONS, () =>
    race(async (salon) => {
      const answers = await all(
        times(crowd, () => book(salon, [item(salon, salon.ann)], at(FIRST_DAY, 14))),
      );
      expect(outcomes(answers)).toEqual({ ok: 1, slot_taken: crowd - 1 });
      expect(
        await countOf(
          theatre.stage.db,
          `public.clients where business_id = $1 and source = 'online'`,
          [salon.id],
        ),
      ).toBe(1);
    }),
  );

  test(
    'B2 times that overlap by quarters: no two winners overlap, no loser would have fitted',
    OPTIONS,
    () =>
      race(async (salon) => {
        const starts = times(crowd, (n) => at(FIRST_DAY, 13 + (n % 3), ((n >> 2) % 4) * 15)).map(
          (make) => make(),
        );
        const answers = await all(
          starts.map((start) => () => book(salon, [item(salon, salon.ann)], start)),
        );
        expect(Object.keys(outcomes(answers)).toSorted()).toEqual(['ok', 'slot_taken']);
        const taken = wonBy(answers).map(({ starts_at }) => Date.parse(starts_at as string));
        for (const [n, answer] of answers.entries()) {
          const near = taken.filter(
            (start) => Math.abs(start - Date.parse(starts[n]!)) < 3_600_000,
          );
          expect(near.length, starts[n]).toBeGreaterThanOrEqual(1);
          if (answer['ok']) expect(near).toHaveLength(1);
        }
      }),
  );

  test('B3 back to back: both win', OPTIONS, () =>
    race(async (salon) => {
      const answers = await all([
        ...times(2, (n) => book(salon, [item(salon, salon.ann)], at(FIRST_DAY, 13 + n))),
        ...times(2, (n) => book(salon, [item(salon, salon.ben)], at(FIRST_DAY, 15 - n))),
      ]);
      expect(outcomes(answers)).toEqual({ ok: 4 });
    }),
  );

  test(
    'B4 buffers and processing time: one guest in a gap that is offered, none in one that is not',
    OPTIONS,
    () =>
      race(async (salon) => {
        const [short, colour, closed, buffered] = [newId(), newId(), newId(), newId()];
        const variant = (id: Uuid, more: object) => ({
          id,
          business_id: salon.id,
          service_id: salon.service,
          name: id.slice(0, 8),
          duration_min: 30,
          sort_key: 'b',
          ...more,
        });
        await insert(
          theatre.stage.db,
          'service_variants',
          variant(short, {}),
          variant(colour, { processing_min: 30, finishing_min: 30 }),
          variant(closed, { processing_min: 30, finishing_min: 30, processing_bookable: false }),
          variant(buffered, { buffer_before_min: 30 }),
        );
        for (const [staff, long] of [
          [salon.ann, colour],
          [salon.ben, closed],
        ] as const) {
          const answer = await one(() =>
            book(salon, [item(salon, staff, long)], at(FIRST_DAY, 14)),
          );
          expect(answer['ok']).toBe(true);
        }
        const inGap = (staff: Uuid, which: Uuid) =>
          times(crowd / 4, () => book(salon, [item(salon, staff, which)], at(FIRST_DAY, 14, 30)));
        const [open, shut, wide] = [
          inGap(salon.ann, short),
          inGap(salon.ben, short),
          inGap(salon.ann, buffered),
        ];
        const answers = await all([...open, ...shut, ...wide]);
        expect(outcomes(answers.slice(0, open.length))).toEqual({
          ok: 1,
          slot_taken: open.length - 1,
        });
        expect(outcomes(answers.slice(open.length))).toEqual({
          slot_taken: shut.length + wide.length,
        });
      }),
  );

  test('B5 two people in one booking, in either order: both or none', OPTIONS, () =>
    race(async (salon) => {
      const answers = await all(
        times(crowd / 2, (n) => {
          const pair = [item(salon, salon.ann), item(salon, salon.ben)];
          return book(
            salon,
            n % 4 < 2 ? pair : pair.toReversed(),
            at(FIRST_DAY, 13 + (n % 2), (n % 3) * 15),
          );
        }),
      );
      const counts = outcomes(answers);
      expect(Object.keys(counts).toSorted()).toEqual(['ok', 'slot_taken']);
      expect(
        await countOf(
          theatre.stage.db,
          `public.appointment_segments s join public.appointments a on a.id = s.appointment_id
         where a.business_id = $1 and a.source = 'online'`,
          [salon.id],
        ),
      ).toBe(counts['ok']! * 2);
    }),
  );

  test('B6 anybody of three: three winners, each with somebody else', OPTIONS, () =>
    race(async (salon) => {
      const [cem] = [newId()];
      await insert(theatre.stage.db, 'staff', {
        id: cem,
        business_id: salon.id,
        display_name: 'Cem',
        colour: 'lime',
      });
      await insert(theatre.stage.db, 'work_patterns', {
        id: newId(),
        business_id: salon.id,
        staff_id: cem,
        valid_from: '2020-01-06',
        weeks: [Array.from({ length: 7 }, () => [[540, 1020]])],
      });
      const answers = await all(
        times(crowd, () => book(salon, [item(salon, null)], at(FIRST_DAY, 14))),
      );
      expect(outcomes(answers)).toEqual({ ok: 3, slot_taken: crowd - 3 });
      expect(
        wonBy(answers)
          .map(({ segments }) => segments[0].staff_id as Uuid)
          .toSorted(),
      ).toEqual([salon.ann, salon.ben, cem].toSorted());
    }),
  );

  /** A pool of three chairs that the cut needs, and a team that is larger than that. */
  const furnish = async (salon: Salon) => {
    const { db } = theatre.stage;
    const pool = newId();
    const chairs = [newId(), newId(), newId()];
    await insert(db, 'resource_pools', {
      id: pool,
      business_id: salon.id,
      name: 'Chairs',
      sort_key: 'b',
    });
    await insert(
      db,
      'resources',
      ...chairs.map((id, n) => ({
        id,
        business_id: salon.id,
        pool_id: pool,
        name: `Chair ${n}`,
        sort_key: `b${n}`,
      })),
    );
    await db.sql('update public.services set resource_needs = $1::jsonb where id = $2', [
      JSON.stringify([{ pool_id: pool, qty: 1 }]),
      salon.service,
    ]);
    for (let n = 0; n < 4; n += 1) {
      const id = newId();
      await insert(db, 'staff', {
        id,
        business_id: salon.id,
        display_name: `Extra ${n}`,
        colour: 'lime',
      });
      await insert(db, 'work_patterns', {
        id: newId(),
        business_id: salon.id,
        staff_id: id,
        valid_from: '2020-01-06',
        weeks: [Array.from({ length: 7 }, () => [[540, 1020]])],
      });
    }
    return chairs;
  };

  test('B7 three chairs and a larger team: three winners, each in another chair', OPTIONS, () =>
    race(async (salon) => {
      const chairs = await furnish(salon);
      const answers = await all(
        times(crowd, (n) =>
          // Some hold first, as the page does.
          n % 4 === 0
            ? hold(salon, [item(salon, null)], at(FIRST_DAY, 14), newId())
            : book(salon, [item(salon, null)], at(FIRST_DAY, 14)),
        ),
      );
      expect(outcomes(answers)).toEqual({ ok: 3, slot_taken: crowd - 3 });
      const taken = await theatre.stage.db.sql<{ owner_id: Uuid }>(
        `select b.owner_id from private.busy_segments b
           join public.resources r on r.id = b.owner_id
           where b.business_id = $1 and b.during && tstzrange($2, $3)`,
        [salon.id, at(FIRST_DAY, 14), at(FIRST_DAY, 15)],
      );
      expect(taken.map(({ owner_id }) => owner_id).toSorted()).toEqual(chairs.toSorted());
      // What the winners' rows say is what the constraint holds for them.
      const wrong = await countOf(
        theatre.stage.db,
        `public.appointment_segments s join public.appointments a on a.id = s.appointment_id
           where s.business_id = $1 and a.source = 'online' and not exists (
             select from private.busy_segments b
             where b.appointment_id = a.id and array[b.owner_id] = s.resource_ids)`,
        [salon.id],
      );
      expect(wrong).toBe(0);
    }),
  );

  test(
    'B7 devices that all took the first chair offline: three have one each, the others are asked about',
    OPTIONS,
    () =>
      race(async (salon) => {
        const chairs = await furnish(salon);
        const { db } = theatre.stage;
        const [needs] = await db.sql<{ resource_needs: object }>(
          'select resource_needs from public.services where id = $1',
          [salon.service],
        );
        const team = await db.sql<{ id: Uuid }>(
          `select id from public.staff where business_id = $1 order by id`,
          [salon.id],
        );
        const visits = team.map(({ id }) =>
          visitRows(salon, id, at(FIRST_DAY, 15), {
            segment: { ...needs, resource_ids: [chairs[0]] },
          }),
        );
        const pushed = await all(
          visits.map(
            ({ id, appointment, segment }) =>
              () =>
                theatre.stage.push(salon, [
                  mutation(1, [
                    put('appointments', id, strip(appointment)),
                    put('appointment_segments', segment.id, strip(segment)),
                  ]),
                ]),
          ),
        );
        expect(pushed.map(statusOf).toSorted()).toEqual(
          [
            ...times(3, () => 'applied').map((make) => make()),
            ...times(visits.length - 3, () => 'conflict').map((make) => make()),
          ].toSorted(),
        );
        const rows = await db.sql<{ resource_ids: Uuid[] }>(
          `select s.resource_ids from public.appointment_segments s
           join public.appointments a on a.id = s.appointment_id
           where s.business_id = $1 and not a.conflict and s.starts_at = $2`,
          [salon.id, at(FIRST_DAY, 15)],
        );
        expect(rows.flatMap(({ resource_ids }) => resource_ids).toSorted()).toEqual(
          chairs.toSorted(),
        );
      }),
  );

  test(
    'B9 holds: one of many; it keeps the time for its holder, and nothing once it has run out',
    OPTIONS,
    () =>
      race(async (salon) => {
        const items = [item(salon, salon.ann)];
        const keys = times(crowd, () => newId()).map((make) => make());
        const holds = await all(
          keys.map((key) => () => hold(salon, items, at(FIRST_DAY, 14), key)),
        );
        expect(outcomes(holds)).toEqual({ ok: 1, slot_taken: crowd - 1 });
        const winner = keys[holds.findIndex(({ ok }) => ok)]!;

        // The holder among others who book: the holder.
        const held = await all(
          keys.map((key) => () => book(salon, items, at(FIRST_DAY, 14), { hold_key: key })),
        );
        expect(outcomes(held)).toEqual({ ok: 1, slot_taken: crowd - 1 });
        expect(held[keys.indexOf(winner)]!['ok']).toBe(true);

        // Run out by the server's clock: whoever comes first, once.
        const late = newId();
        await one(() => hold(salon, items, at(FIRST_DAY, 16), late));
        await theatre.stage.db.sql(
          `update private.slot_holds set expires_at = now() - interval '1 second' where hold_key = $1`,
          [late],
        );
        const after = await all([
          ...times(crowd / 2, () => book(salon, items, at(FIRST_DAY, 16))),
          () => book(salon, items, at(FIRST_DAY, 16), { hold_key: late }),
        ]);
        expect(outcomes(after)).toEqual({ ok: 1, slot_taken: crowd / 2 });
      }),
  );

  test(
    'B10 two requests for one time are approved at once: one gets it, the other is asked about',
    OPTIONS,
    () =>
      race(async (salon) => {
        const { db } = theatre.stage;
        await db.sql(
          `update public.booking_rules set approval_mode = 'all', pending_blocks_slot = false
       where business_id = $1`,
          [salon.id],
        );
        const asked = wonBy(
          await all(
            times(2, (n) => book(salon, [item(salon, salon.ann)], at(FIRST_DAY, 14, n * 30))),
          ),
        );
        expect(asked.map(({ status }) => status as string)).toEqual(['pending', 'pending']);
        const approved = await all(
          asked.map(
            ({ id }) =>
              () =>
                theatre.stage.push(salon, [
                  mutation(1, [patch('appointments', id as Uuid, { status: 'booked' })]),
                ]),
          ),
        );
        expect(approved.map(statusOf).toSorted()).toEqual(['applied', 'conflict']);
        const rows = await Promise.all(asked.map(({ id }) => statusOfVisit(id as Uuid)));
        expect(rows.map(({ conflict }) => conflict).toSorted()).toEqual([false, true]);
        expect(
          await countOf(
            db,
            `public.attention_items where business_id = $1 and kind = 'slot_taken' and state = 'open'`,
            [salon.id],
          ),
        ).toBe(1);
      }),
  );

  test(
    'B11 moving to a time that others book: one has it, and who does not keeps the old one',
    OPTIONS,
    () =>
      race(async (salon) => {
        const items = [item(salon, salon.ann)];
        const first = await one(() => book(salon, items, at(FIRST_DAY, 13)));
        const [moved, ...booked] = await all([
          () =>
            theatre.stage.call(anon, 'reschedule_booking', {
              token: first['manage_token'],
              starts_at: at(FIRST_DAY, 15),
              op_id: newId(),
            }),
          ...times(crowd / 2, () => book(salon, items, at(FIRST_DAY, 15))),
        ]);
        const won = outcomes(booked)['ok'] ?? 0;
        expect(won + (moved!['ok'] ? 1 : 0)).toBe(1);
        expect(await placesOf(first['appointment'].id as Uuid)).toBe(1);
        const [row] = await theatre.stage.db.sql<{ starts_at: string }>(
          'select starts_at from public.appointments where id = $1',
          [first['appointment'].id],
        );
        expect(row!.starts_at).toBe(at(FIRST_DAY, moved!['ok'] ? 15 : 13));
      }),
  );

  test('B11 two who want each other’s time both keep their own', OPTIONS, () =>
    race(async (salon) => {
      const items = [item(salon, salon.ann)];
      const both = [
        await one(() => book(salon, items, at(FIRST_DAY, 13))),
        await one(() => book(salon, items, at(FIRST_DAY, 15))),
      ];
      const answers = await all(
        both.map(
          (mine, n) => () =>
            theatre.stage.call(anon, 'reschedule_booking', {
              token: mine['manage_token'],
              starts_at: at(FIRST_DAY, n === 0 ? 15 : 13),
              op_id: newId(),
            }),
        ),
      );
      expect(outcomes(answers)).toEqual({ slot_taken: 2 });
      for (const { appointment } of both) expect(await placesOf(appointment.id as Uuid)).toBe(1);
    }),
  );

  test(
    'B12 cancelled, arrived, completed, missed and moved at once: one legal path, and the log tells it',
    OPTIONS,
    () =>
      race(async (salon) => {
        const { db } = theatre.stage;
        const { id, segment } = await addVisit(
          db,
          salon,
          salon.ben,
          new Date(Math.floor(Date.now() / 60_000) * 60_000 - 1_800_000).toISOString(),
        );
        const steps: AppointmentStatus[] = ['cancelled', 'arrived', 'completed', 'no_show'];
        const answers = await all([
          ...steps.map(
            (status) => () =>
              theatre.stage.push(salon, [mutation(1, [patch('appointments', id, { status })])]),
          ),
          () =>
            theatre.stage.push(salon, [
              mutation(1, [patch('appointment_segments', segment, { duration_min: 45 })]),
            ]),
        ]);
        for (const answer of answers.slice(0, 4)) {
          const result = answer['results'][0];
          expect(['applied', 'conflict', 'refused']).toContain(statusOf(answer));
          if (result.status === 'refused') expect(result.code).toBe('illegal_transition');
        }
        const told = await db.sql<{ status: AppointmentStatus }>(
          `select o ->> 'status' as status
       from private.mutation_log l, jsonb_path_query(l.ops, '$[*].value') o
       where l.business_id = $1 and l.status <> 'refused' and o ? 'status'
       order by l.rev`,
          [salon.id],
        );
        let now: AppointmentStatus = 'booked';
        for (const { status } of told) {
          expect(TRANSITIONS[now]).toContain(status);
          now = status;
        }
        const row = await statusOfVisit(id);
        expect(row.status).toBe(now);
        expect(await placesOf(id)).toBe(['cancelled', 'no_show'].includes(now) ? 0 : 1);
      }),
  );

  test(
    'B12 the client cancels and moves while the salon cancels: once each, and the time is free or taken',
    OPTIONS,
    () =>
      race(async (salon) => {
        const first = await one(() => book(salon, [item(salon, salon.ann)], at(FIRST_DAY, 13)));
        const id = first['appointment'].id as Uuid;
        const token = first['manage_token'] as string;
        const [cancelled, moved, pushed] = await all([
          () => theatre.stage.call(anon, 'cancel_booking', { token, op_id: newId() }),
          () =>
            theatre.stage.call(anon, 'reschedule_booking', {
              token,
              starts_at: at(FIRST_DAY, 15),
              op_id: newId(),
            }),
          () =>
            theatre.stage.push(salon, [
              mutation(1, [patch('appointments', id, { status: 'cancelled' })]),
            ]),
        ]);
        // Cancelling twice is no step: exactly one of the two did it.
        const byStaff = statusOf(pushed!) === 'applied';
        expect(cancelled!['ok'] || byStaff).toBe(true);
        if (!cancelled!['ok']) expect(cancelled!['code']).toBe('already_cancelled');
        if (!moved!['ok']) expect(moved!['code']).toBe('already_cancelled');
        expect((await statusOfVisit(id)).status).toBe('cancelled');
        expect(await placesOf(id)).toBe(0);
      }),
  );

  test(
    'B13 a block made while people book inside it: whoever came later is the one who knows',
    OPTIONS,
    () =>
      race(async (salon) => {
        const block = newId();
        const [, ...answers] = await all([
          () =>
            theatre.stage.push(salon, [
              mutation(1, [
                put('time_blocks', block, {
                  staff_id: salon.ann,
                  starts_at: at(FIRST_DAY, 13),
                  ends_at: at(FIRST_DAY, 17),
                }),
              ]),
            ]),
          ...times(crowd / 2, (n) =>
            book(salon, [item(salon, salon.ann)], at(FIRST_DAY, 13 + (n % 4))),
          ),
        ]);
        const [made] = await theatre.stage.db.sql<{ rev: number }>(
          'select rev from public.time_blocks where id = $1',
          [block],
        );
        // No booking after the block; before it, each hour once.
        for (const { id } of wonBy(answers)) {
          expect((await statusOfVisit(id as Uuid)).rev).toBeLessThan(made!.rev);
        }
        expect(outcomes(answers)['ok'] ?? 0).toBeLessThanOrEqual(4);
        expect(
          Object.keys(outcomes(answers)).filter((code) => !['ok', 'slot_taken'].includes(code)),
        ).toEqual([]);
      }),
  );

  test(
    'B14 shorter hours while people book: before the change it counts, after it is refused',
    OPTIONS,
    () =>
      race(async (salon) => {
        const { db } = theatre.stage;
        const [pattern] = await db.sql<{ id: Uuid }>(
          'select id from public.work_patterns where business_id = $1 and staff_id = $2',
          [salon.id, salon.ann],
        );
        const [, ...answers] = await all([
          () =>
            theatre.stage.push(salon, [
              mutation(1, [
                patch('work_patterns', pattern!.id, {
                  weeks: [Array.from({ length: 7 }, () => [[540, 780]])],
                }),
              ]),
            ]),
          ...times(crowd / 2, (n) =>
            book(salon, [item(salon, salon.ann)], at(FIRST_DAY, 13 + (n % 4))),
          ),
        ]);
        const [changed] = await db.sql<{ rev: number }>(
          'select rev from public.work_patterns where id = $1',
          [pattern!.id],
        );
        for (const { id } of wonBy(answers)) {
          expect((await statusOfVisit(id as Uuid)).rev).toBeLessThan(changed!.rev);
        }
        expect(
          Object.keys(outcomes(answers)).filter(
            (code) => !['ok', 'slot_taken', 'outside_hours'].includes(code),
          ),
        ).toEqual([]);
      }),
  );

  test(
    'B15 a series of twelve against single bookings: all twelve are there, clashes are named',
    OPTIONS,
    () =>
      race(async (salon) => {
        const visits = times(12, (week) =>
          visitRows(salon, salon.ann, at(FIRST_DAY + 1 + week, 14)),
        ).map((make) => make());
        const ops = visits.flatMap(({ id, appointment, segment }) => [
          put('appointments', id, strip(appointment)),
          put('appointment_segments', segment.id, strip(segment)),
        ]);
        const [pushed, ...booked] = await all([
          () => theatre.stage.push(salon, [mutation(1, ops)]),
          ...times(12, (week) =>
            book(salon, [item(salon, salon.ann)], at(FIRST_DAY + 1 + week, 14)),
          ),
        ]);
        const won = wonBy(booked).length;
        expect(statusOf(pushed!)).toBe(won === 0 ? 'applied' : 'conflict');
        expect(outcomes(booked)).toEqual({
          ...(won === 0 ? {} : { ok: won }),
          ...(won === 12 ? {} : { slot_taken: 12 - won }),
        });
        const rows = await Promise.all(visits.map(({ id }) => statusOfVisit(id)));
        expect(rows.filter(({ conflict }) => conflict)).toHaveLength(won);
        expect(
          await countOf(
            theatre.stage.db,
            `public.attention_items where business_id = $1 and kind = 'slot_taken' and state = 'open'`,
            [salon.id],
          ),
        ).toBe(won);
      }),
  );

  test(
    'B17 the salon’s own booking comes after an online one: kept as a question, or beside it when accepted',
    OPTIONS,
    () =>
      race(async (salon) => {
        for (const [hour, accepted] of [
          [13, false],
          [15, true],
        ] as const) {
          const { id, appointment, segment } = visitRows(salon, salon.ann, at(FIRST_DAY, hour));
          const visit = { ...strip(appointment), ...(accepted ? { overlap_accepted: true } : {}) };
          const [pushed, booked] = await all([
            () =>
              theatre.stage.push(salon, [
                mutation(1, [
                  put('appointments', id, visit),
                  put('appointment_segments', segment.id, strip(segment)),
                ]),
              ]),
            () => book(salon, [item(salon, salon.ann)], at(FIRST_DAY, hour)),
          ]);
          const mine = await statusOfVisit(id);
          expect(statusOf(pushed!)).toBe(booked!['ok'] && !accepted ? 'conflict' : 'applied');
          expect(mine).toMatchObject({
            status: 'booked',
            conflict: booked!['ok'] === true && !accepted,
          });
          expect(await placesOf(id)).toBe(mine.conflict ? 0 : 1);
          // Somebody has the time; with an accepted overlap the client may have come second.
          if (!booked!['ok']) expect(booked!['code']).toBe('slot_taken');
        }
      }),
  );

  test('B18 one op_id from several tabs: one booking, one answer', OPTIONS, () =>
    race(async (salon) => {
      const opId = newId();
      const request = {
        items: [item(salon, salon.ann)],
        starts_at: at(FIRST_DAY, 14),
        client: { first_name: 'Nia', email: 'nia@example.com', phone: '7185550199' },
        policy_version: 1,
      };
      const answers = await all(
        times(crowd / 2, () =>
          theatre.stage.call(anon, 'book', { slug: salon.slug, op_id: opId, request }),
        ),
      );
      expect(answers[0]).toMatchObject({ ok: true });
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      expect(
        await countOf(
          theatre.stage.db,
          `public.appointments where business_id = $1 and source = 'online'`,
          [salon.id],
        ),
      ).toBe(1);
      expect(
        await countOf(theatre.stage.db, 'private.mail_outbox where business_id = $1', [salon.id]),
      ).toBe(1);
    }),
  );

  test('B19 a limit per day: exactly so many, wherever in the day they want to come', OPTIONS, () =>
    race(async (salon) => {
      await theatre.stage.db.sql(
        'update public.booking_rules set max_per_day_per_staff = 3 where business_id = $1',
        [salon.id],
      );
      const answers = await all(
        times(crowd, (n) => book(salon, [item(salon, salon.ann)], at(FIRST_DAY + 1, 9 + (n % 8)))),
      );
      expect(outcomes(answers)).toEqual({ ok: 3, slot_taken: crowd - 3 });
    }),
  );

  test(
    'B20 somebody is archived or deleted while people book them: nobody is left without',
    OPTIONS,
    () =>
      race(async (salon) => {
        const { db } = theatre.stage;
        // Ann without appointments, so that deleting her is a choice at all.
        await db.sql('delete from public.appointments where business_id = $1', [salon.id]);
        const leave = [
          () =>
            theatre.stage.push(salon, [
              mutation(1, [patch('staff', salon.ann, { status: 'archived' })]),
            ]),
          () => theatre.stage.push(salon, [mutation(1, [op('staff', salon.ben, 'delete', null)])]),
        ];
        const answers = await all([
          ...times(crowd / 4, (n) =>
            book(salon, [item(salon, n % 2 ? salon.ann : salon.ben)], at(FIRST_DAY, 13 + (n % 3))),
          ),
          ...leave,
          ...times(crowd / 4, (n) =>
            book(salon, [item(salon, n % 2 ? salon.ann : salon.ben)], at(FIRST_DAY, 13 + (n % 3))),
          ),
        ]);
        const [archived, deleted] = answers.filter((answer) => 'results' in answer);
        const booked = answers.filter((answer) => !('results' in answer));
        const bookedWith = (staff: Uuid) =>
          wonBy(booked).filter(({ segments }) => segments[0].staff_id === staff).length;
        expect([statusOf(archived!), archived!['results'][0].code]).toEqual(
          bookedWith(salon.ann) > 0
            ? ['refused', 'has_future_appointments']
            : ['applied', undefined],
        );
        expect([statusOf(deleted!), deleted!['results'][0].code]).toEqual(
          bookedWith(salon.ben) > 0 ? ['refused', 'in_use'] : ['applied', undefined],
        );
        expect(
          await countOf(
            db,
            `public.appointment_segments s where s.business_id = $1 and not exists (
           select from public.staff p where p.id = s.staff_id)`,
            [salon.id],
          ),
        ).toBe(0);
        expect(Object.keys(outcomes(booked)).filter((code) => code.startsWith('error'))).toEqual(
          [],
        );
      }),
  );

  test(
    'B20 a service is archived while people book it: before the change it counts, after it is not offered',
    OPTIONS,
    () =>
      race(async (salon) => {
        const [archived, ...answers] = await all([
          () =>
            theatre.stage.push(salon, [
              mutation(1, [patch('services', salon.service, { status: 'archived' })]),
            ]),
          ...times(crowd / 2, (n) => book(salon, [item(salon, null)], at(FIRST_DAY, 13 + (n % 4)))),
        ]);
        expect(statusOf(archived!)).toBe('applied');
        expect(
          Object.keys(outcomes(answers)).filter(
            (code) => !['ok', 'slot_taken', 'not_offered'].includes(code),
          ),
        ).toEqual([]);
        const [changed] = await theatre.stage.db.sql<{ rev: number }>(
          'select rev from public.services where id = $1',
          [salon.service],
        );
        for (const { id } of wonBy(answers)) {
          expect((await statusOfVisit(id as Uuid)).rev).toBeLessThan(changed!.rev);
        }
      }),
  );
});
