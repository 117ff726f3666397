import { expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { at, FIRST_DAY, type Salon } from '../../salon.ts';
import { countOf, insert, newId, patch, put, type Answer } from '../../setup.ts';
import { addVisit } from '../../visits.ts';
import { statusOf } from '../stage.ts';
import { many, times, type Ground } from './ground.ts';

const SEATS = 12;

/** More people than seats. */
export const classes = (ground: Ground): void => {
  const { crowd, race, all } = ground;

  type Party = { id: Uuid; client: Uuid; seats: number };

  /** A session, and parties of one to three who want to come. */
  const announce = async (salon: Salon) => {
    const session = await addVisit(ground.db, salon, salon.ann, at(FIRST_DAY, 14), {
      appointment: { capacity: SEATS },
    });
    const parties = many(crowd, (n): Party => ({
      id: newId(),
      client: newId(),
      seats: 1 + (n % 3),
    }));
    await insert(
      ground.db,
      'clients',
      ...parties.map(({ client }, n) => ({
        id: client,
        business_id: salon.id,
        first_name: `Guest ${n}`,
      })),
    );
    return { session: session.id, parties };
  };

  const seat = (salon: Salon, session: Uuid, { id, client, seats }: Party) =>
    ground.push(salon, [
      put('attendees', id, { appointment_id: session, client_id: client, seats, state: 'booked' }),
    ]);

  /** Who sits there, and how many seats would be left for those who do not. */
  const stand = async (session: Uuid) => {
    const rows = await ground.db.sql<Party & { state: string; conflict: boolean }>(
      `select id, client_id as client, seats, state, conflict from public.attendees
         where appointment_id = $1`,
      [session],
    );
    const coming = rows.filter(({ state }) => state !== 'cancelled');
    const sitting = coming.filter(({ conflict }) => !conflict);
    const [row] = await ground.db.sql<{ capacity: number }>(
      'select capacity from public.appointments where id = $1',
      [session],
    );
    const sold = sitting.reduce((sum, { seats }) => sum + seats, 0);
    return { rows, sitting, waiting: coming.filter(({ conflict }) => conflict), sold, ...row! };
  };

  const openItems = (salon: Salon) =>
    countOf(
      ground.db,
      `public.attention_items where business_id = $1 and entity = 'attendees' and state = 'open'`,
      [salon.id],
    );

  /** Never too many, nobody halfway, nobody left out who would have fitted, everybody asked about. */
  const expectFair = async (salon: Salon, session: Uuid, parties: readonly Party[]) => {
    const now = await stand(session);
    expect(now.sold).toBeLessThanOrEqual(now.capacity);
    for (const { id, seats } of now.rows) {
      expect(seats).toBe(parties.find((party) => party.id === id)?.seats);
    }
    for (const { seats } of now.waiting) expect(seats).toBeGreaterThan(now.capacity - now.sold);
    expect(await openItems(salon)).toBe(now.waiting.length);
    return now;
  };

  test(
    'B8 a class with twelve seats and parties of one to three: no seat twice, no party split',
    race(async (salon) => {
      const { session, parties } = await announce(salon);
      const pushed = await all(parties.map((party) => () => seat(salon, session, party)));
      const { rows, sitting } = await expectFair(salon, session, parties);
      expect(rows).toHaveLength(crowd);
      expect(pushed.map(statusOf).filter((status) => status === 'applied')).toHaveLength(
        sitting.length,
      );
      expect(pushed.map(statusOf).filter((status) => status === 'conflict')).toHaveLength(
        crowd - sitting.length,
      );
    }),
  );

  test(
    'B8 the same class on the page: none twice, who asked to wait waits, the others are told',
    race(async (salon) => {
      const { session, parties } = await announce(salon);
      await ground.db.sql('update public.services set capacity = $1 where id = $2', [
        SEATS,
        salon.service,
      ]);
      await ground.db.sql(
        'update public.appointment_segments set variant_id = $1 where appointment_id = $2',
        [salon.cut, session],
      );
      const take = (n: number) =>
        ground.book(salon, [], at(FIRST_DAY, 14), {
          // Who has a number of their own is somebody else.
          client: { first_name: 'Nia', email: `nia${n}@x.example`, phone: `71855${50_100 + n}` },
          session: { id: session, seats: 1 + (n % 3), waiting: n % 2 === 0 },
        });
      const early = parties.slice(0, crowd / 4);
      const answers = await all<Answer>([
        ...early.map((party) => async () => {
          await seat(salon, session, party);
          return {};
        }),
        ...times(crowd, take),
      ]);
      const now = await stand(session);
      expect(now.sold).toBeLessThanOrEqual(SEATS);
      for (const { seats } of now.waiting) expect(seats).toBeGreaterThan(SEATS - now.sold);
      const booked = answers.slice(crowd / 4);
      expect(new Set(booked.map(({ ok, code }) => (ok ? 'ok' : code)))).toEqual(
        new Set(['ok', 'class_full']),
      );
      expect(booked.filter(({ ok }) => ok)).toHaveLength(
        now.rows.length - parties.slice(0, crowd / 4).length,
      );
    }),
  );

  test(
    'B8 seats that are given back while others ask and chairs are added: still none twice',
    race(async (salon) => {
      const { session, parties } = await announce(salon);
      const [early, late] = [parties.slice(0, crowd / 2), parties.slice(crowd / 2)];
      await all(early.map((party) => () => seat(salon, session, party)));
      const { sitting } = await stand(session);
      await all([
        ...late.map((party) => () => seat(salon, session, party)),
        ...sitting.slice(0, 4).map(
          ({ id }) =>
            () =>
              ground.push(salon, [patch('attendees', id, { state: 'cancelled' })]),
        ),
        () => ground.push(salon, [patch('appointments', session, { capacity: SEATS + 3 })]),
      ]);
      const now = await expectFair(salon, session, parties);
      expect(now.capacity).toBe(SEATS + 3);
      expect(now.rows.filter(({ state }) => state === 'cancelled')).toHaveLength(4);
    }),
  );
};
