import assert from 'node:assert/strict';
import type { AppointmentStatus, Uuid } from '#domain/rows.ts';
import type { Caller } from '#supabase/local/database/caller.ts';
import { makeSalon, type Salon } from '../../salon.ts';
import { anon, countOf, newId, type Answer } from '../../setup.ts';
import { mutation, overlaps, ROUNDS, type Stage, type Trouble } from '../stage.ts';

export type Ground = ReturnType<typeof makeGround>;

let salons = 0;

/** What the races of bookings run on while one kind of trouble happens. */
export const makeGround = (theatre: { stage: Stage }, trouble: Trouble) => {
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
  const reschedule = (token: string, startsAt: string) =>
    theatre.stage.call(anon, 'reschedule_booking', {
      token,
      starts_at: startsAt,
      op_id: newId(),
    });

  return {
    get db() {
      return theatre.stage.db;
    },
    /** How many come at once: trouble takes time, so that fewer of them do. */
    crowd: trouble === 'no trouble' ? 40 : 20,
    /** What a test does on fresh ground, as often as asked for; nothing may overlap afterwards. */
    race: (run: (salon: Salon) => Promise<void>) => async (): Promise<void> => {
      for (let round = 0; round < ROUNDS; round += 1) {
        salons += 1;
        const { db, server } = theatre.stage;
        const salon = await makeSalon(db, `race-${salons}`);
        await run(salon);
        assert.equal(await overlaps(db, salon), 0);
        assert.deepEqual(server.logged('deadlock detected'), []);
      }
    },
    all: <T>(runners: (() => Promise<T>)[]) => theatre.stage.race(runners),
    call: (caller: Caller, name: string, args: Record<string, unknown>) =>
      theatre.stage.call(caller, name, args),
    /** One mutation of a device that nobody has heard of yet. */
    push: (salon: Salon, ops: object[]) => theatre.stage.push(salon, [mutation(1, ops)]),
    book,
    hold,
    reschedule,
    statusOfVisit: async (id: Uuid) => {
      const [row] = await theatre.stage.db.sql<{
        status: AppointmentStatus;
        conflict: boolean;
        rev: number;
      }>('select status, conflict, rev from public.appointments where id = $1', [id]);
      return row!;
    },
    placesOf: (id: Uuid) =>
      countOf(theatre.stage.db, 'private.busy_segments where appointment_id = $1', [id]),
  };
};

export const item = (salon: Salon, staff: Uuid | null, variant = salon.cut) => ({
  variant_id: variant,
  staff_id: staff,
  add_on_ids: [],
});

export const many = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

/** Runners for a race. */
export const times = <T>(count: number, make: (n: number) => T): (() => T)[] =>
  many(count, (n) => () => make(n));

/** The appointments of those who got one. */
export const wonBy = (answers: Answer[]): Answer[] =>
  answers.filter(({ ok }) => ok).map(({ appointment }) => appointment as Answer);
