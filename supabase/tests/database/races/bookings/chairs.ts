import { expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { addStaff, at, FIRST_DAY, type Salon } from '../../salon.ts';
import { countOf, insert, newId } from '../../setup.ts';
import { visitOps, visitRows } from '../../visits.ts';
import { outcomes, statusOf } from '../stage.ts';
import { item, many, times, type Ground } from './ground.ts';

/** More people than chairs. */
export const chairs = (ground: Ground): void => {
  const { crowd, race, all, book, hold } = ground;

  /** A pool of three chairs that the cut needs, and a team that is larger than that. */
  const furnish = async (salon: Salon) => {
    const { db } = ground;
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
    for (let n = 0; n < 4; n += 1) await addStaff(db, salon, `Extra ${n}`);
    return chairs;
  };

  test(
    'B7 three chairs and a larger team: three winners, each in another chair',
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
      const taken = await ground.db.sql<{ owner_id: Uuid }>(
        `select b.owner_id from private.busy_segments b
           join public.resources r on r.id = b.owner_id
           where b.business_id = $1 and b.during && tstzrange($2, $3)`,
        [salon.id, at(FIRST_DAY, 14), at(FIRST_DAY, 15)],
      );
      expect(taken.map(({ owner_id }) => owner_id).toSorted()).toEqual(chairs.toSorted());
      // What the winners' rows say is what the constraint holds for them.
      const wrong = await countOf(
        ground.db,
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
    race(async (salon) => {
      const chairs = await furnish(salon);
      const { db } = ground;
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
      const pushed = await all(visits.map((visit) => () => ground.push(salon, visitOps(visit))));
      expect(pushed.map(statusOf).toSorted()).toEqual(
        [...many(3, () => 'applied'), ...many(visits.length - 3, () => 'conflict')].toSorted(),
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
};
