import { expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { at, FIRST_DAY } from '../../salon.ts';
import { countOf, newId, op, patch, put } from '../../setup.ts';
import { visitOps, visitRows } from '../../visits.ts';
import { outcomes, statusOf } from '../stage.ts';
import { item, many, times, wonBy, type Ground } from './ground.ts';

/** The business changes its hours, its team, its menu or its own diary while people book. */
export const changes = (ground: Ground): void => {
  const { crowd, race, all, book, placesOf, statusOfVisit } = ground;

  test(
    'B13 a block made while people book inside it: whoever came later is the one who knows',
    race(async (salon) => {
      const block = newId();
      const [, ...answers] = await all([
        () =>
          ground.push(salon, [
            put('time_blocks', block, {
              staff_id: salon.ann,
              starts_at: at(FIRST_DAY, 13),
              ends_at: at(FIRST_DAY, 17),
            }),
          ]),
        ...times(crowd / 2, (n) =>
          book(salon, [item(salon, salon.ann)], at(FIRST_DAY, 13 + (n % 4))),
        ),
      ]);
      const [made] = await ground.db.sql<{ rev: number }>(
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
    race(async (salon) => {
      const { db } = ground;
      const [pattern] = await db.sql<{ id: Uuid }>(
        'select id from public.work_patterns where business_id = $1 and staff_id = $2',
        [salon.id, salon.ann],
      );
      const [, ...answers] = await all([
        () =>
          ground.push(salon, [
            patch('work_patterns', pattern!.id, {
              weeks: [Array.from({ length: 7 }, () => [[540, 780]])],
            }),
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
    race(async (salon) => {
      const visits = many(12, (week) => visitRows(salon, salon.ann, at(FIRST_DAY + 1 + week, 14)));
      const [pushed, ...booked] = await all([
        () => ground.push(salon, visitOps(...visits)),
        ...times(12, (week) => book(salon, [item(salon, salon.ann)], at(FIRST_DAY + 1 + week, 14))),
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
          ground.db,
          `public.attention_items where business_id = $1 and kind = 'slot_taken' and state = 'open'`,
          [salon.id],
        ),
      ).toBe(won);
    }),
  );

  test(
    'B17 the salon’s own booking comes after an online one: kept as a question, or beside it when accepted',
    race(async (salon) => {
      for (const [hour, accepted] of [
        [13, false],
        [15, true],
      ] as const) {
        const visit = visitRows(salon, salon.ann, at(FIRST_DAY, hour), {
          appointment: accepted ? { overlap_accepted: true } : {},
        });
        const [pushed, booked] = await all([
          () => ground.push(salon, visitOps(visit)),
          () => book(salon, [item(salon, salon.ann)], at(FIRST_DAY, hour)),
        ]);
        const mine = await statusOfVisit(visit.id);
        expect(statusOf(pushed!)).toBe(booked!['ok'] && !accepted ? 'conflict' : 'applied');
        expect(mine).toMatchObject({
          status: 'booked',
          conflict: booked!['ok'] === true && !accepted,
        });
        expect(await placesOf(visit.id)).toBe(mine.conflict ? 0 : 1);
        // Somebody has the time; with an accepted overlap the client may have come second.
        if (!booked!['ok']) expect(booked!['code']).toBe('slot_taken');
      }
    }),
  );

  test(
    'B20 somebody is archived or deleted while people book them: nobody is left without',
    race(async (salon) => {
      const { db } = ground;
      // Nobody has appointments yet, so that deleting Ben is a choice at all.
      await db.sql('delete from public.appointments where business_id = $1', [salon.id]);
      const leave = [
        () => ground.push(salon, [patch('staff', salon.ann, { status: 'archived' })]),
        () => ground.push(salon, [op('staff', salon.ben, 'delete', null)]),
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
        bookedWith(salon.ann) > 0 ? ['refused', 'has_future_appointments'] : ['applied', undefined],
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
      expect(Object.keys(outcomes(booked)).filter((code) => code.startsWith('error'))).toEqual([]);
    }),
  );

  test(
    'B20 a service is archived while people book it: before the change it counts, after it is not offered',
    race(async (salon) => {
      const [archived, ...answers] = await all([
        () => ground.push(salon, [patch('services', salon.service, { status: 'archived' })]),
        ...times(crowd / 2, (n) => book(salon, [item(salon, null)], at(FIRST_DAY, 13 + (n % 4)))),
      ]);
      expect(statusOf(archived!)).toBe('applied');
      expect(
        Object.keys(outcomes(answers)).filter(
          (code) => !['ok', 'slot_taken', 'not_offered'].includes(code),
        ),
      ).toEqual([]);
      const [changed] = await ground.db.sql<{ rev: number }>(
        'select rev from public.services where id = $1',
        [salon.service],
      );
      for (const { id } of wonBy(answers)) {
        expect((await statusOfVisit(id as Uuid)).rev).toBeLessThan(changed!.rev);
      }
    }),
  );
};
