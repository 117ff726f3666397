import { expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { at, wish, type Salon } from '../../salon.ts';
import { anon, countOf, newId, patch, type Answer } from '../../setup.ts';
import { addVisit, visitOps, visitRows } from '../../visits.ts';
import { outcomes } from '../stage.ts';
import { item, many, times, type Ground } from './ground.ts';

/** A day on which nobody has a visit yet. */
const DAY = 9;

/** Many who wait for one time, and ways to end a wait that meet each other. */
export const waitlist = (ground: Ground): void => {
  const { crowd, race, all } = ground;

  const join = (salon: Salon, n: number): Promise<Answer> =>
    ground.call(anon, 'join_waitlist', {
      slug: salon.slug,
      op_id: newId(),
      request: {
        items: [item(salon, salon.ann)],
        windows: wish(salon.cut, DAY).windows,
        // An address gets few mails a day, from all salons together.
        client: { first_name: 'Nia', email: `${newId()}@x.example`, phone: `71855${50_100 + n}` },
      },
    });
  const leave = (token: string): Promise<Answer> =>
    ground.call(anon, 'leave_waitlist', { token, op_id: newId() });

  const entries = (salon: Salon) =>
    ground.db.sql<{ id: Uuid; client_id: Uuid; state: string; appointment_id: Uuid | null }>(
      `select id, client_id, state, appointment_id from public.waitlist_entries
       where business_id = $1 and source = 'public' order by created_at, id`,
      [salon.id],
    );
  const bookFor = (
    salon: Salon,
    { id, client_id }: { id: Uuid; client_id: Uuid },
    startsAt: string,
  ) => {
    const visit = visitRows(salon, salon.ann, startsAt, {
      appointment: { client_id, source: 'waitlist' },
    });
    return ground.push(salon, [
      ...visitOps(visit),
      patch('waitlist_entries', id, { state: 'booked', appointment_id: visit.id }),
    ]);
  };

  test(
    'B16 many join at once: each is on the list once, and has one link and one mail',
    race(async (salon) => {
      const answers = await all(times(crowd, (n) => join(salon, n)));
      expect(outcomes(answers)).toEqual({ ok: crowd });
      expect(new Set(answers.map(({ leave_token }) => leave_token as string)).size).toBe(crowd);
      expect(await entries(salon)).toHaveLength(crowd);
      expect(
        await countOf(
          ground.db,
          `private.mail_outbox where business_id = $1 and kind = 'waitlist_joined'`,
          [salon.id],
        ),
      ).toBe(crowd);
      expect(
        await countOf(ground.db, 'private.public_tokens where business_id = $1', [salon.id]),
      ).toBe(crowd);
    }),
  );

  test(
    'B16 a time comes free, many wait: given to five at once, and booked online, one has it',
    race(async (salon) => {
      const taken = await addVisit(ground.db, salon, salon.ann, at(DAY, 9), { minutes: 480 });
      await all(times(crowd, (n) => join(salon, n)));
      const waiting = await entries(salon);
      await ground.push(salon, [patch('appointments', taken.id, { status: 'cancelled' })]);
      const start = at(DAY, 14);
      await all<unknown>([
        ...waiting.slice(0, 5).map((one) => () => bookFor(salon, one, start)),
        ...times(5, () => ground.book(salon, [item(salon, salon.ann)], start)),
        ...times(5, (n) => join(salon, crowd + n)),
      ]);
      const here = `public.appointments where business_id = $1 and starts_at = $2
        and status = 'booked' and not conflict`;
      expect(await countOf(ground.db, here, [salon.id, start])).toBe(1);
      const after = await entries(salon);
      expect(after).toHaveLength(crowd + 5);
      // Whoever was promised the time and did not get it is asked about, not forgotten.
      const booked = after.filter(({ state }) => state === 'booked');
      expect(booked.map(({ id }) => id)).toEqual(waiting.slice(0, 5).map(({ id }) => id));
      expect(
        await countOf(
          ground.db,
          `public.appointments a join public.waitlist_entries e on e.appointment_id = a.id
           where a.business_id = $1 and (not a.conflict or exists (
             select from public.attention_items i where i.entity_id = a.id and i.state = 'open'))`,
          [salon.id],
        ),
      ).toBe(5);
    }),
  );

  test(
    'B16 staff book somebody who leaves at that moment: booked or left, never both',
    race(async (salon) => {
      const hours = many(8, (n) => 9 + n);
      const joined = await all(times(hours.length, (n) => join(salon, n)));
      const tokens = joined.map(({ leave_token }) => leave_token as string);
      const rows = await entries(salon);
      const told = await all<Answer>([
        ...tokens.map((token) => () => leave(token)),
        ...rows.map((row, n) => () => bookFor(salon, row, at(DAY, hours[n]!))),
      ]);
      const after = await entries(salon);
      const left = after.filter(({ state }) => state === 'cancelled');
      const booked = after.filter(({ state }) => state === 'booked');
      expect(left.length + booked.length).toBe(hours.length);
      expect(outcomes(told.slice(0, hours.length))).toEqual(
        Object.fromEntries(
          Object.entries({ ok: left.length, already_closed: booked.length }).filter(
            ([, count]) => count > 0,
          ),
        ),
      );
      expect(
        await countOf(ground.db, `public.appointments where business_id = $1 and source = $2`, [
          salon.id,
          'waitlist',
        ]),
      ).toBe(booked.length);
    }),
  );
};
