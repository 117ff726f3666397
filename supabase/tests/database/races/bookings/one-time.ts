import { expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { addStaff, at, FIRST_DAY } from '../../salon.ts';
import { anon, countOf, insert, newId } from '../../setup.ts';
import { API_LIMITS, outcomes } from '../stage.ts';
import { item, many, times, wonBy, type Ground } from './ground.ts';

/** More than any shop has at once. */
const CALLERS = 100;

/** Many who want the same time, the same people, or as many as the rules allow. */
export const oneTime = (ground: Ground): void => {
  const { crowd, race, all, book } = ground;

  test(
    'B1 a hundred want one time: one winner, the others are told',
    race(async (salon) => {
      const answers = await all(
        times(CALLERS, () => book(salon, [item(salon, salon.ann)], at(FIRST_DAY, 14))),
      );
      const { waits } = ground;
      expect(outcomes(answers)).toEqual({ ok: 1, slot_taken: CALLERS - 1 });
      expect(
        await countOf(ground.db, `public.clients where business_id = $1 and source = 'online'`, [
          salon.id,
        ]),
      ).toBe(1);
      await ground.expectNoStall(salon, { waits, callers: CALLERS });
    }),
  );

  test(
    'B1 [F12] under the limits that the API sets, everybody still gets a true answer',
    race(async (salon) => {
      const answers = await ground.withLimits(API_LIMITS, () =>
        all(times(crowd, () => book(salon, [item(salon, salon.ann)], at(FIRST_DAY, 14)))),
      );
      expect(outcomes(answers)).toEqual({ ok: 1, slot_taken: crowd - 1 });
      await ground.expectNoStall(salon, { waits: ground.waits, callers: crowd });
    }),
  );

  test(
    'B2 times that overlap by quarters: no two winners overlap, no loser would have fitted',
    race(async (salon) => {
      const starts = many(crowd, (n) => at(FIRST_DAY, 13 + (n % 3), ((n >> 2) % 4) * 15));
      const answers = await all(
        starts.map((start) => () => book(salon, [item(salon, salon.ann)], start)),
      );
      expect(Object.keys(outcomes(answers)).toSorted()).toEqual(['ok', 'slot_taken']);
      const taken = wonBy(answers).map(({ starts_at }) => Date.parse(starts_at as string));
      for (const [n, answer] of answers.entries()) {
        const near = taken.filter((start) => Math.abs(start - Date.parse(starts[n]!)) < 3_600_000);
        expect(near.length, starts[n]).toBeGreaterThanOrEqual(1);
        if (answer['ok']) expect(near).toHaveLength(1);
      }
    }),
  );

  test(
    'two groups want one hour: one of them gets all of its places, the other one none',
    race(async (salon) => {
      await ground.db.sql('update public.booking_rules set group_max = 4 where business_id = $1', [
        salon.id,
      ]);
      await addStaff(ground.db, salon, 'Cy');
      const anyone = item(salon, null);
      const guests = (first_name: string) => ({
        guests: many(2, () => ({ first_name, items: [anyone] })),
      });
      // Until five: whoever is not at once has no hours left to come one after the other.
      const answers = await all(
        times(crowd, (n) => book(salon, [anyone], at(FIRST_DAY, 16), guests(`Guest ${n}`))),
      );
      expect(outcomes(answers)).toEqual({ ok: 1, slot_taken: crowd - 1 });
      expect(
        await countOf(
          ground.db,
          `public.appointments where business_id = $1 and source = 'online' and not conflict`,
          [salon.id],
        ),
      ).toBe(3);
      // Nobody was written down who does not come.
      expect(
        await countOf(ground.db, `public.clients where business_id = $1 and source = 'online'`, [
          salon.id,
        ]),
      ).toBe(3);
    }),
  );

  test(
    'B3 back to back: both win',
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
        ground.db,
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
        const answer = await book(salon, [item(salon, staff, long)], at(FIRST_DAY, 14));
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

  test(
    'B5 two people in one booking, in either order: both or none',
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
          ground.db,
          `public.appointment_segments s join public.appointments a on a.id = s.appointment_id
         where a.business_id = $1 and a.source = 'online'`,
          [salon.id],
        ),
      ).toBe(counts['ok']! * 2);
    }),
  );

  test(
    'B6 anybody of three: three winners, each with somebody else',
    race(async (salon) => {
      const cem = await addStaff(ground.db, salon, 'Cem');
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

  test(
    'B18 one op_id from several tabs: one booking, one answer',
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
          ground.call(anon, 'book', { slug: salon.slug, op_id: opId, request }),
        ),
      );
      expect(answers[0]).toMatchObject({ ok: true });
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      expect(
        await countOf(
          ground.db,
          `public.appointments where business_id = $1 and source = 'online'`,
          [salon.id],
        ),
      ).toBe(1);
      expect(
        await countOf(ground.db, 'private.mail_outbox where business_id = $1', [salon.id]),
      ).toBe(1);
    }),
  );

  test(
    'B19 a limit per day: exactly so many, wherever in the day they want to come',
    race(async (salon) => {
      await ground.db.sql(
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
    'B19 a limit per client: exactly so many, each at another time',
    race(async (salon) => {
      await ground.db.sql(
        'update public.booking_rules set max_open_per_client = 2 where business_id = $1',
        [salon.id],
      );
      // Somebody who asks so often is stopped by another limit as well.
      await ground.db.sql(`update private.rate_rules set most = 1000 where bucket = 'book:email'`);
      const client = { first_name: 'Nia', email: `${newId()}@example.com`, phone: '7185550101' };
      const answers = await all(
        times(crowd, (n) =>
          book(
            salon,
            [item(salon, n % 2 === 0 ? salon.ann : salon.ben)],
            at(FIRST_DAY + 1 + Math.floor(n / 16), 9 + (Math.floor(n / 2) % 8)),
            { client },
          ),
        ),
      );
      expect(outcomes(answers)).toEqual({ ok: 2, blocked: crowd - 2 });
    }),
  );
};
