import { expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { addStaff, at, FIRST_DAY, type Salon } from '../../salon.ts';
import { countOf, fromAddress, newId, type Answer } from '../../setup.ts';
import { outcomes } from '../stage.ts';
import { item, many, type Ground } from './ground.ts';

const CLIENTS = 300;
/** Five people, eight hours each, nothing else that day. */
const TIMES = 40;
const DAY = FIRST_DAY + 1;
/** One in so many of those who hold a time closes the page. */
const LEAVES_ONE_IN = 4;

type Client = ReturnType<typeof makeClient>;

/** Somebody with a browser and a network of their own, who wants one time. */
const makeClient = (n: number) => ({
  caller: fromAddress(`10.${n >> 8}.${n & 255}.7`),
  key: newId(),
  name: `client-${n}@example.com`,
  place: n % TIMES,
});

/** The moment a popular business opens its book. */
export const rush = (ground: Ground): void => {
  /** All at once; how long each of them waited for an answer goes to `waits`. */
  const atOnce = (clients: Client[], ask: (client: Client) => Promise<Answer>, waits: number[]) =>
    ground.all(
      clients.map((client) => async () => {
        const started = performance.now();
        const answer = await ask(client);
        waits.push(performance.now() - started);
        return answer;
      }),
    );
  const holdsOf = (salon: Salon) =>
    countOf(ground.db, 'private.slot_holds where business_id = $1', [salon.id]);
  const heldPlaces = (salon: Salon) =>
    countOf(ground.db, 'private.busy_segments where business_id = $1 and hold_key is not null', [
      salon.id,
    ]);
  const runOut = (salon: Salon) =>
    ground.db.sql(
      `update private.slot_holds set expires_at = now() - interval '1 second' where business_id = $1`,
      [salon.id],
    );

  test(
    'B9 three hundred go for forty times: forty bookings, everybody else is told, no hold is left',
    { timeout: 240_000 },
    ground.race(async (salon) => {
      const team = [salon.ann, salon.ben];
      for (const name of ['Cem', 'Dee', 'Eli']) team.push(await addStaff(ground.db, salon, name));
      const asks = (place: number, day = DAY) => ({
        items: [item(salon, team[place % team.length] as Uuid)],
        starts_at: at(day, 9 + Math.floor(place / team.length)),
      });
      const hold = (client: Client, day = DAY) =>
        ground.call(client.caller, 'hold_slot', {
          slug: salon.slug,
          request: asks(client.place, day),
          hold_key: client.key,
        });
      const book = (client: Client, place: number, more: object = {}) =>
        ground.call(client.caller, 'book', {
          slug: salon.slug,
          op_id: newId(),
          request: {
            ...asks(place),
            client: { first_name: 'Nia', email: client.name, phone: '7185550199' },
            policy_version: 1,
            ...more,
          },
        });
      const waits: number[] = [];

      // Everybody at once. Of those who want the same time one gets it, and nobody gets another one.
      const clients = many(CLIENTS, makeClient);
      const held = await atOnce(clients, hold, waits);
      expect(outcomes(held)).toEqual({ ok: TIMES, slot_taken: CLIENTS - TIMES });
      const holders = clients.filter((_, n) => held[n]!['ok']);
      const refused = clients.filter((_, n) => !held[n]!['ok']);
      expect(new Set(holders.map(({ place }) => place)).size).toBe(TIMES);

      // Most holders finish, some leave; the others try all the same.
      const leavers = holders.filter((_, n) => n % LEAVES_ONE_IN === 0);
      const stayers = holders.filter((_, n) => n % LEAVES_ONE_IN > 0);
      const booked = await atOnce(
        [...stayers, ...refused],
        (client) =>
          book(client, client.place, stayers.includes(client) ? { hold_key: client.key } : {}),
        waits,
      );
      expect(outcomes(booked.slice(0, stayers.length))).toEqual({ ok: stayers.length });
      expect(outcomes(booked.slice(stayers.length))).toEqual({ slot_taken: refused.length });
      expect(await holdsOf(salon)).toBe(leavers.length);

      // What the leavers held is for whoever comes first now, themselves included.
      await runOut(salon);
      const last = await atOnce(
        [...refused, ...leavers],
        (client) =>
          book(client, leavers[client.place % leavers.length]!.place, { hold_key: client.key }),
        waits,
      );
      expect(outcomes(last)).toEqual({ ok: leavers.length, slot_taken: refused.length });
      expect(
        await countOf(
          ground.db,
          `public.appointments where business_id = $1 and source = 'online' and status = 'booked'`,
          [salon.id],
        ),
      ).toBe(TIMES);
      expect(await holdsOf(salon)).toBe(0);
      expect(await heldPlaces(salon)).toBe(0);

      // Times that nobody comes back for are swept by the clock.
      const idlers = many(TIMES, (n) => makeClient(CLIENTS + n));
      expect(outcomes(await atOnce(idlers, (client) => hold(client, DAY + 1), waits))).toEqual({
        ok: TIMES,
      });
      await runOut(salon);
      await ground.db.sql('select private.expire_holds()');
      expect(await holdsOf(salon)).toBe(0);
      expect(await heldPlaces(salon)).toBe(0);

      await ground.expectNoStall(salon, { waits, callers: CLIENTS });
    }),
  );
};
