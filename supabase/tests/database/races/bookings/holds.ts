import { expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { at, FIRST_DAY } from '../../salon.ts';
import { countOf, newId, patch, type Answer } from '../../setup.ts';
import { outcomes, statusOf } from '../stage.ts';
import { item, many, times, wonBy, type Ground } from './ground.ts';

/** Times that are kept for somebody, or asked for. */
export const holdsAndRequests = (ground: Ground): void => {
  const { crowd, race, all, book, hold, statusOfVisit } = ground;

  test(
    'B9 holds: one of many; it keeps the time for its holder, and nothing once it has run out',
    race(async (salon) => {
      const items = [item(salon, salon.ann)];
      const keys = many(crowd, newId);
      const holds = await all(keys.map((key) => () => hold(salon, items, at(FIRST_DAY, 14), key)));
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
      await hold(salon, items, at(FIRST_DAY, 16), late);
      await ground.db.sql(
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
    'B9 too late: told at once, whoever has the turn; who may still get the time waits for it',
    race(async (salon) => {
      const items = [item(salon, salon.ann)];
      const [mine, gone] = [newId(), newId()];
      await hold(salon, items, at(FIRST_DAY, 14), mine);
      await hold(salon, items, at(FIRST_DAY, 15), gone);
      await ground.db.sql(
        `update private.slot_holds set expires_at = now() - interval '1 second' where hold_key = $1`,
        [gone],
      );
      let answered = 0;
      const waiting: Promise<Answer>[] = [];
      await ground.db.transaction(async (sql) => {
        await sql('select private.lock_business($1)', [salon.id]);
        const wait = async (asking: Promise<Answer>): Promise<Answer> => {
          const answer = await asking;
          answered += 1;
          return answer;
        };
        waiting.push(
          wait(book(salon, items, at(FIRST_DAY, 14), { hold_key: mine })),
          wait(hold(salon, items, at(FIRST_DAY, 16), newId())),
          // A hold that has run out is in nobody's way.
          wait(book(salon, items, at(FIRST_DAY, 15))),
          wait(book(salon, items, at(FIRST_DAY, 15), { hold_key: gone })),
        );
        const late = await Promise.all([
          ...many(crowd / 4, () => hold(salon, items, at(FIRST_DAY, 14), newId())),
          ...many(crowd / 4, () => book(salon, items, at(FIRST_DAY, 13, 30))),
        ]);
        expect(outcomes(late)).toEqual({ slot_taken: crowd / 2 });
        expect(answered).toBe(0);
      });
      expect(outcomes(await Promise.all(waiting))).toEqual({ ok: 3, slot_taken: 1 });
    }),
  );

  test(
    'B10 two requests for one time are approved at once: one gets it, the other is asked about',
    race(async (salon) => {
      const { db } = ground;
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
              ground.push(salon, [patch('appointments', id as Uuid, { status: 'booked' })]),
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
};
