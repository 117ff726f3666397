import { expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { at, wish, type Salon } from '../../salon.ts';
import { anon, countOf, newId, patch, signedIn, type Answer } from '../../setup.ts';
import { addVisit, visitOps, visitRows } from '../../visits.ts';
import { outcomes } from '../stage.ts';
import { item, times, wonBy, type Ground } from './ground.ts';

/** A day on which nobody has a visit yet. */
const DAY = 9;
/** The hour that comes free, and all that everybody waits for. */
const HOUR = 14;
const start = () => at(DAY, HOUR);

type Waiting = { id: Uuid; client_id: Uuid; token: string; offer_id: Uuid | null };

/** Offers of one time, and everything that may want it at the same moment. */
export const offers = (ground: Ground): void => {
  const { crowd, race, all } = ground;

  /** So many who wait for one hour of Ann's, which has come free; the clock has been by. */
  const offered = async (salon: Salon, count: number, mode: string): Promise<Waiting[]> => {
    await ground.db.sql(
      `update public.booking_rules set waitlist_mode = $2, quiet_from_min = 0, quiet_to_min = 0
       where id = $1`,
      [salon.id, mode],
    );
    const taken = await addVisit(ground.db, salon, salon.ann, at(DAY, 9), { minutes: 480 });
    const tokens = new Map<string, string>();
    for (let n = 0; n < count; n += 1) {
      const email = `${newId()}@x.example`;
      const { leave_token } = await ground.call(anon, 'join_waitlist', {
        slug: salon.slug,
        op_id: newId(),
        request: {
          items: [item(salon, salon.ann)],
          windows: wish(salon.cut, DAY, HOUR, HOUR + 1).windows,
          client: { first_name: 'Nia', email, phone: `71855${50_100 + n}` },
        },
      });
      tokens.set(email, leave_token as string);
    }
    await ground.push(salon, [patch('appointments', taken.id, { status: 'cancelled' })]);
    // What does not fit into one minute is done in the next.
    for (let n = 0; n < 3; n += 1) await ground.db.sql('select private.run_jobs()');
    const rows = await ground.db.sql<Omit<Waiting, 'token'> & { email: string }>(
      `select e.id, e.client_id, c.email, o.id as offer_id from public.waitlist_entries e
       join public.clients c on c.id = e.client_id
       left join private.waitlist_offers o on o.entry_id = e.id and o.state = 'sent'
       where e.business_id = $1 and e.source = 'public' order by e.created_at, e.id`,
      [salon.id],
    );
    return rows.map(({ email, ...row }) => ({ ...row, token: tokens.get(email)! }));
  };
  const answer = ({ token, offer_id }: Waiting, accept = true): Promise<Answer> =>
    ground.call(anon, 'answer_offer', {
      token,
      answer: { offer_id, accept, policy_version: 1 },
      op_id: newId(),
    });
  const bookOnline = (salon: Salon): Promise<Answer> =>
    ground.book(salon, [item(salon, salon.ann)], start());
  const withdraw = (salon: Salon, { offer_id }: Waiting): Promise<Answer> =>
    ground.call(signedIn(salon.users.owner), 'withdraw_offer', {
      business_id: salon.id,
      offer_id,
    });
  /** How many have the hour. */
  const visits = (salon: Salon): Promise<number> =>
    countOf(
      ground.db,
      `public.appointments where business_id = $1 and starts_at = $2
         and status = 'booked' and not conflict`,
      [salon.id, start()],
    );
  const states = async (table: string, salon: Salon): Promise<Record<string, number>> => {
    const rows = await ground.db.sql<{ state: string; n: number }>(
      `select state, count(*)::int as n from ${table} where business_id = $1
         and state <> 'cancelled' group by state`,
      [salon.id],
    );
    return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
  };
  const heldPlaces = (salon: Salon): Promise<number> =>
    countOf(ground.db, 'private.slot_holds where business_id = $1', [salon.id]);

  test(
    'B16 offered to everyone, everybody accepts at once, some of them twice: one has it',
    race(async (salon) => {
      const waiting = await offered(salon, crowd, 'everyone');
      expect(waiting.filter(({ offer_id }) => offer_id !== null)).toHaveLength(crowd);
      const told = await all<Answer>([
        ...waiting.map((one) => () => answer(one)),
        ...waiting.slice(0, 5).map((one) => () => answer(one)),
      ]);
      const { ok, ...others } = outcomes(told);
      expect(ok).toBe(1);
      expect(Object.keys(others).filter((code) => !/^(offer_over|slot_taken)$/.test(code))).toEqual(
        [],
      );
      expect(await visits(salon)).toBe(1);
      expect(await states('public.waitlist_entries', salon)).toEqual({
        booked: 1,
        waiting: crowd - 1,
      });
      expect(await states('private.waitlist_offers', salon)).toEqual({
        accepted: 1,
        superseded: crowd - 1,
      });
      // The entry knows its visit, and it is the winner's.
      const [won] = wonBy(told);
      expect(
        await countOf(
          ground.db,
          `public.waitlist_entries e join public.appointments a on a.id = e.appointment_id
           where a.id = $1 and a.client_id = e.client_id and e.state = 'booked'`,
          [won!['id']],
        ),
      ).toBe(1);
    }),
  );

  test(
    'B16 offered to the first in turn, who presses five times while others book online: it is theirs',
    race(async (salon) => {
      const waiting = await offered(salon, 4, 'first_in_line');
      expect(waiting.map(({ offer_id }) => offer_id !== null)).toEqual([true, false, false, false]);
      const first = waiting[0]!;
      const told = await all<Answer>([
        ...times(5, () => answer(first)),
        ...times(crowd, () => bookOnline(salon)),
        // The offer of one is nobody else's, whatever link they have.
        ...waiting.slice(1).map((one) => () => answer({ ...one, offer_id: first.offer_id })),
      ]);
      expect(outcomes(told.slice(0, 5))).toEqual({ ok: 1, offer_over: 4 });
      expect(outcomes(told.slice(5, 5 + crowd))).toEqual({ slot_taken: crowd });
      expect(outcomes(told.slice(5 + crowd))).toEqual({ offer_over: 3 });
      expect(await visits(salon)).toBe(1);
      expect(await heldPlaces(salon)).toBe(0);
    }),
  );

  test(
    'B16 accepted, declined, taken back and left at one moment: one of them happens',
    race(async (salon) => {
      const [one] = (await offered(salon, 1, 'first_in_line')) as [Waiting];
      const [accepted, declined, withdrawn, left] = (await all<Answer>([
        () => answer(one),
        () => answer(one, false),
        () => withdraw(salon, one),
        () => ground.call(anon, 'leave_waitlist', { token: one.token, op_id: newId() }),
      ])) as [Answer, Answer, Answer, Answer];
      const [offer] = await ground.db.sql<{ state: string }>(
        'select state from private.waitlist_offers where id = $1',
        [one.offer_id],
      );
      expect({
        accepted: accepted['ok'],
        declined: declined['ok'],
        withdrawn: withdrawn['ok'],
      }).toEqual({
        accepted: offer!.state === 'accepted',
        // Leaving is a no as well.
        declined: declined['ok'] === true && offer!.state === 'declined',
        withdrawn: offer!.state === 'withdrawn',
      });
      expect(await visits(salon)).toBe(offer!.state === 'accepted' ? 1 : 0);
      expect(left['ok']).toBe(offer!.state !== 'accepted');
      expect(await heldPlaces(salon)).toBe(0);
    }),
  );

  test(
    'B16 offers that end while their clients accept: the hour has at most one, and nothing is held',
    race(async (salon) => {
      const waiting = await offered(salon, 3, 'first_in_line');
      const first = waiting[0]!;
      // Half of them come before the end, half after it, by the clock of the database.
      await ground.db.sql(
        `update private.waitlist_offers set sent_at = now() - interval '2 hours',
           expires_at = clock_timestamp() + interval '20 milliseconds' where id = $1`,
        [first.offer_id],
      );
      await ground.db.sql(
        `update private.slot_holds set expires_at = clock_timestamp() + interval '20 milliseconds'
         where business_id = $1`,
        [salon.id],
      );
      const told = await all<Answer>([
        ...times(crowd / 2, () => answer(first)),
        ...times(crowd / 2, () => bookOnline(salon)),
      ]);
      const won = outcomes(told)['ok'] ?? 0;
      expect(won).toBeLessThanOrEqual(1);
      expect(await visits(salon)).toBe(won);
    }),
  );

  test(
    'B16 staff book the client by hand while the client accepts: one visit stands',
    race(async (salon) => {
      const [one] = (await offered(salon, 1, 'first_in_line')) as [Waiting];
      const visit = visitRows(salon, salon.ann, start(), {
        appointment: { client_id: one.client_id, source: 'waitlist' },
      });
      await all<Answer>([
        () => answer(one),
        () =>
          ground.push(salon, [
            ...visitOps(visit),
            patch('waitlist_entries', one.id, { state: 'booked', appointment_id: visit.id }),
          ]),
      ]);
      expect(await visits(salon)).toBe(1);
      expect(await states('public.waitlist_entries', salon)).toEqual({ booked: 1 });
      expect(await heldPlaces(salon)).toBe(0);
    }),
  );
};
